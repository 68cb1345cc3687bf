import { Link } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Band, RunDetail } from "@/api/schema";
import { KindGlyph } from "@/components/KindGlyph";
import { StateGlyph, runState } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/classes";
import { formatDuration } from "@/lib/format";
import { rangeOfSeconds } from "./FactStrip";
import { RUN_WORDS, shortRun } from "./words";

interface Props {
  readonly detail: RunDetail;
  readonly now: Date;
  readonly older: string | undefined;
  readonly newer: string | undefined;
  readonly duration: Band | null;
}

/** Which run of which job, how it ended, and the way to the one before and after. */
export function RunHead({ detail, now, older, newer, duration }: Props): ReactNode {
  const state = runState(detail.state);
  const took = detail.duration_seconds === null ? null : formatDuration(detail.duration_seconds);
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <KindGlyph kind="job" size={16} />
          <h1 className="text-18 font-semibold break-all">
            {detail.job_name && detail.job_namespace ? <Link to="/pipelines/$namespace/$name" params={{ namespace: detail.job_namespace, name: detail.job_name }} className="hover:underline">{detail.job_name}</Link> : "A run of an unknown job"}
          </h1>
          <span className={cn("flex items-center gap-1 rounded-sm border border-line-2 px-1.5 text-12 font-medium", state === "failed" && "border-fail-line bg-fail-bg text-fail")}><StateGlyph state={state} label="" />{RUN_WORDS[detail.state] ?? "unknown"}</span>
          <span className="font-mono text-11 text-ink-3" title={detail.run_id}>{shortRun(detail.run_id)}</span>
        </div>
        <p className="mt-1 text-ink-2">
          Started <Time at={detail.began_at} now={now} />{took && <>, took {took}</>}{duration && <> (normal {rangeOfSeconds(duration.low, duration.high)})</>}
          {detail.parent?.job_name && <>, started by <Link to="/runs/$runId" params={{ runId: detail.parent.run_id }} className="text-accent underline">{detail.parent.job_name}</Link></>}
          {detail.nominal_start && <>, for <Time at={detail.nominal_start} now={now} /></>}.
        </p>
      </div>
      <div className="ml-auto flex shrink-0 gap-2">
        <Step to={older} word="Earlier run"><ChevronLeft aria-hidden />Earlier</Step>
        <Step to={newer} word="Later run">Later<ChevronRight aria-hidden /></Step>
      </div>
    </div>
  );
}

function Step({ to, word, children }: { to: string | undefined; word: string; children: ReactNode }): ReactNode {
  if (!to) return <Button disabled aria-label={`${word}: none`}>{children}</Button>;
  return <Button asChild><Link to="/runs/$runId" params={{ runId: to }} aria-label={word}>{children}</Link></Button>;
}
