import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { api, BASE, unwrap } from "@/api/client";
import { Button } from "@/components/ui/button";

/** Exchanges a key for a session: the browser keeps a cookie that no script can read, and never the key. */
export function SignIn({ provider }: { provider: boolean }): ReactNode {
  const [key, setKey] = useState("");
  const queries = useQueryClient();
  const signIn = useMutation({
    mutationFn: () => unwrap(api.POST("/api/v1/session", { body: { key: key.trim() } })),
    onSuccess: () => queries.resetQueries(),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <main className="flex h-screen items-center justify-center bg-bg p-5">
      <form onSubmit={submit} className="flex w-96 flex-col gap-3 rounded-lg border border-line bg-surface p-5">
        <h1 className="text-18 font-semibold">Sign in to Headwater</h1>
        {provider && <WithProvider />}
        <p className="text-ink-2">{provider ? "Or with an API key." : "This server needs an API key."} An admin makes one with <code className="font-mono text-12">headwater keys create</code>.</p>
        <label className="flex flex-col gap-1">
          <span className="text-12 text-ink-2">API key</span>
          <input
            type="password"
            autoComplete="off"
            autoFocus
            value={key}
            onChange={(event) => setKey(event.target.value)}
            aria-invalid={signIn.isError}
            aria-describedby={signIn.isError ? "refused" : undefined}
            className="h-7 rounded-md border border-ctl bg-surface px-2 font-mono text-12"
          />
        </label>
        {signIn.isError && <p id="refused" role="alert" className="text-12 text-fail">{signIn.error.message}</p>}
        <Button type="submit" disabled={key.trim() === "" || signIn.isPending} className="justify-center">Sign in</Button>
      </form>
    </main>
  );
}

/** A plain link: the browser leaves this page for the provider's, and comes back to where it was. */
function WithProvider(): ReactNode {
  const refused = new URLSearchParams(window.location.search).get("refused");
  const page = window.location.pathname.slice(BASE.length) + (refused ? "" : window.location.search);
  return (
    <>
      {refused && <p role="alert" className="text-12 text-fail">{refused}</p>}
      <a
        href={`${BASE}/api/v1/session/oidc?${new URLSearchParams({ page })}`}
        className="flex h-7 items-center justify-center rounded-md border border-line-2 bg-surface font-medium hover:bg-sunken"
      >
        Sign in with your account
      </a>
    </>
  );
}
