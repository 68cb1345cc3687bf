import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { AlertDialog } from "radix-ui";
import { type ReactNode, useEffect } from "react";
import { api, unwrap } from "@/api/client";
import { replayForecast, workItem } from "@/api/operations";
import type { ReplayForecast, ReplayRequest } from "@/api/schema";
import { Failure } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Button } from "@/components/ui/button";
import { formatCount, plural } from "@/lib/format";

export interface ReplayChoice {
  readonly request: Partial<ReplayRequest>;
  readonly events: number;
}

/** First what would come of it, then the replay itself, then what came of it. */
export function ReplayDialog({ choice, close }: { choice: ReplayChoice; close: () => void }): ReactNode {
  const body = choice.request as ReplayRequest;
  const forecast = useQuery(replayForecast(body));
  const replay = useMutation({ mutationFn: () => unwrap(api.POST("/api/v1/quarantine/replay", { body })) });
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 bg-ink/25 dark:bg-black/50" />
        <AlertDialog.Content className="fixed top-[20vh] left-1/2 z-50 grid w-[min(520px,calc(100vw-32px))] -translate-x-1/2 gap-3 rounded-lg border border-line-2 bg-surface p-4 shadow-pop outline-none">
          <AlertDialog.Title className="text-15 font-semibold">Replay {plural(choice.events, "event")}</AlertDialog.Title>
          <AlertDialog.Description className="text-12 text-ink-3">They are read again by today's rules. What still can't be read returns to quarantine; nothing is lost.</AlertDialog.Description>
          {forecast.isError && <Failure title="The dry run failed." error={forecast.error} retry={() => void forecast.refetch()} />}
          {!replay.data && !forecast.isError && (forecast.data ? <Forecast found={forecast.data} /> : <p role="status" className="flex items-center gap-2 text-ink-2"><StateGlyph state="running" label="" />Reading them once, without keeping anything…</p>)}
          {replay.isError && <Failure title="Nothing was replayed." error={replay.error} />}
          {replay.data && <Outcome work={replay.data.id} />}
          <div className="flex justify-end gap-2">
            <AlertDialog.Cancel asChild><Button>{replay.data ? "Close" : "Cancel"}</Button></AlertDialog.Cancel>
            {!replay.data && <Button variant="primary" disabled={!forecast.data || replay.isPending} onClick={() => replay.mutate()}>Replay {formatCount(choice.events)}</Button>}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function Forecast({ found }: { found: ReplayForecast }): ReactNode {
  const of = found.checked < found.events ? ` Of ${formatCount(found.events)}, ${formatCount(found.checked)} were tried.` : "";
  return (
    <div className="grid gap-1 text-13">
      <p className="flex items-center gap-2"><StateGlyph state={found.would_fail ? "unknown" : "succeeded"} label="" /><b className="font-semibold">{formatCount(found.would_pass)} would pass, {formatCount(found.would_fail)} {found.would_fail === 1 ? "fails" : "fail"} again.</b>{of}</p>
      {found.failing.slice(0, 3).map((one) => <p key={`${one.event_id}${one.part}`} className="pl-6 text-12 break-words text-ink-2"><span className="font-mono text-11">{one.part || "the whole event"}</span>: {one.reason}</p>)}
    </div>
  );
}

interface Replayed {
  readonly replayed?: number;
  readonly still_quarantined?: number;
}

function Outcome({ work }: { work: number }): ReactNode {
  const client = useQueryClient();
  const found = useQuery(workItem(work));
  const isDone = Boolean(found.data?.finished_at);
  useEffect(() => {
    if (isDone) void Promise.all([client.invalidateQueries({ queryKey: ["quarantine"] }), client.invalidateQueries({ queryKey: ["pipeline"] })]);
  }, [isDone, client]);
  if (found.isError) return <Failure title="How far it is could not be read. The replay goes on." error={found.error} retry={() => void found.refetch()} />;
  if (!isDone) return <p role="status" className="flex items-center gap-2 text-ink-2"><StateGlyph state="running" label="" />The worker {found.data?.started_at ? "reads them" : "will take it up"}. You can close this; it goes on.</p>;
  if (found.data?.error) return <p className="flex items-center gap-2 text-fail"><StateGlyph state="failed" label="" />{found.data.error}</p>;
  const result = (found.data?.result ?? {}) as Replayed;
  return <p role="status" className="flex items-center gap-2"><StateGlyph state={result.still_quarantined ? "unknown" : "succeeded"} label="" /><b className="font-semibold">{plural(result.replayed ?? 0, "event")} read again, {formatCount(result.still_quarantined ?? 0)} still in quarantine.</b></p>;
}
