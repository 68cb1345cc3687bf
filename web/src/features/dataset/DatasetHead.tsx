import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FlaskConical, History, Workflow } from "lucide-react";
import type { ReactNode } from "react";
import { asset, job, schemaChanges } from "@/api/questions";
import type { DatasetDetail } from "@/api/schema";
import { useMoment } from "@/api/useMoment";
import { KindGlyph } from "@/components/KindGlyph";
import { StateGlyph, runState, stateWord } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { ownerName } from "@/lib/entity";
import { EditDataset } from "./EditDataset";
import { writerOf } from "./writer";

const HOUR_MS = 3_600_000;

/** What it is, whose it is, and how its last run ended, as a sentence. */
export function DatasetHead({ namespace, name, detail }: { namespace: string; name: string; detail: DatasetDetail | undefined }): ReactNode {
  const known = useQuery(asset(`${namespace}/${name}`)).data;
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <KindGlyph kind="dataset" type={detail?.type} size={16} />
          <h1 className="text-18 font-semibold break-all">{name}</h1>
          {detail?.dropped_at && <span className="flex items-center gap-1 rounded-sm border border-fail-line bg-fail-bg px-1.5 text-12 text-fail"><StateGlyph state="removed" label="" />dropped <Time at={detail.dropped_at} now={new Date()} /></span>}
          <ChangedLately name={`${namespace}/${name}`} />
          {known?.tier && <span className="rounded-sm border border-ink-2 px-1.5 text-12 font-medium">Tier {known.tier}</span>}
          <span className="text-12 text-ink-3">{[namespace, ...(known?.owners.map(ownerName) ?? [])].join(" · ")}</span>
        </div>
        {known && known.tags.length > 0 && <p className="mt-1 flex flex-wrap gap-1">{known.tags.map((tag) => <span key={tag} className="rounded-sm bg-sunken px-1.5 text-11 text-ink-2">{tag}</span>)}</p>}
        <p className="mt-1 min-h-5 text-ink-2">{known?.description ?? detail?.description} {detail && <LastRun detail={detail} />}</p>
      </div>
      <div className="ml-auto flex gap-2">
        <EditDataset namespace={namespace} name={name} known={known} />
        <Button asChild><Link to="/time-machine" search={{ entity: `${namespace}/${name}` }}><History aria-hidden />Investigate</Link></Button>
        <Button asChild><Link to="/simulator" search={{ entity: `${namespace}/${name}` }}><FlaskConical aria-hidden />Simulate a change</Link></Button>
        <Button asChild variant="primary"><Link to="/lineage/$kind/$namespace/$name" params={{ kind: "dataset", namespace, name }}><Workflow aria-hidden />Lineage</Link></Button>
      </div>
    </div>
  );
}

/** Its schema changed within the last day: that is what one has to know first. */
function ChangedLately({ name }: { name: string }): ReactNode {
  const { now, asOf, isReady } = useMoment();
  const since = new Date(Math.floor(now.valueOf() / HOUR_MS) * HOUR_MS - 24 * HOUR_MS).toISOString();
  const found = useQuery({ ...schemaChanges({ dataset: name, since, until: asOf, limit: 5 }), enabled: isReady }).data;
  const change = found?.items.find((one) => one.verdict !== null);
  if (!change) return null;
  return <span className="flex items-center gap-1 rounded-sm border border-late-line bg-late-bg px-1.5 text-12 text-late" title={change.summary}><StateGlyph state="changed" label="" />Schema changed <Time at={change.at} now={now} /></span>;
}

function LastRun({ detail }: { detail: DatasetDetail }): ReactNode {
  const writer = writerOf(detail);
  const found = useQuery({ ...job(writer ?? ""), enabled: writer !== null }).data;
  const last = found?.latest_runs.items[0];
  if (!writer) return "Nothing is known to write it.";
  if (!found || !last) return null;
  const good = found.latest_runs.items.find((run) => run.state === "COMPLETE");
  const state = runState(last.state);
  return (
    <>
      {state === "failed" ? <b className="font-semibold text-ink">{found.name} {stateWord(state)} <Time at={last.ended_at} now={new Date()} />, so there is no new data. </b> : null}
      {good && <>Last written <Time at={good.ended_at} now={new Date()} /> by {found.name}.</>}
    </>
  );
}
