import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { session } from "@/api/questions";
import { SignIn } from "./SignIn";

/** The app for whoever may see it. A server on one's own machine needs no key, so nothing waits for the answer. */
export function SessionGate({ children }: { children: ReactNode }): ReactNode {
  const { data } = useQuery(session());
  return data?.required && data.name === null ? <SignIn provider={data.provider} /> : children;
}
