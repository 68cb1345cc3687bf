import { Check, Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Investigation } from "@/api/schema";
import { Button } from "@/components/ui/button";

export function PostMortem({ found }: { found: Investigation }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => void navigator.clipboard.writeText(found.summary).then(() => setCopied(true));
  return <Button onClick={copy}>{isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}{isCopied ? "Copied" : "Copy as post-mortem"}</Button>;
}
