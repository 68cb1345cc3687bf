/** Every question to the server goes through here: typed by our OpenAPI document, errors as problems. */
import { QueryCache, QueryClient, keepPreviousData } from "@tanstack/react-query";
import createClient from "openapi-fetch";
import type { Problem, paths } from "./schema";

/** Where the app lies; the server writes it into the page. */
export const BASE = new URL(document.baseURI).pathname.replace(/\/$/, "");

export const api = createClient<paths>({ baseUrl: `${location.origin}${BASE}` });

/** A refusal or failure, with what the server said about it. */
export class ProblemError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Partial<Problem>,
  ) {
    super(problem.detail ?? problem.title ?? `The server answered with ${status}.`);
  }
}

/** Nobody answered; what browsers say of that tells nothing to people. */
export class UnreachableError extends Error {
  constructor() {
    super("The server does not answer: it is stopped, or the network is away. What is shown elsewhere was loaded before.");
  }
}

interface Reply<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The data of a reply, or its problem thrown. */
export async function unwrap<T>(reply: Promise<Reply<T>>): Promise<T> {
  const { data, error, response } = await reply.catch((error: unknown) => {
    throw error instanceof TypeError ? new UnreachableError() : error;
  });
  if (!response.ok || data === undefined) {
    throw new ProblemError(response.status, typeof error === "object" ? (error as Partial<Problem>) : {});
  }
  return data;
}

function isWorthAnotherTry(count: number, error: Error): boolean {
  const refused = error instanceof ProblemError && error.status < 500;
  return !refused && count < 2;
}

/** Who is signed in. */
export const SESSION_KEY = ["session"] as const;

/** A session that has ended shows in whatever is asked next: ask who is there, and the app says so. */
function onRefusal(error: Error): void {
  if (error instanceof ProblemError && error.status === 401) void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: onRefusal }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 30 * 60_000,
      retry: isWorthAnotherTry,
      retryDelay: 500,
      refetchOnWindowFocus: false,
      placeholderData: keepPreviousData,
    },
  },
});
