import type { ReactNode } from "react";
import type { Investigation } from "@/api/schema";
import { Boundary, SkeletonRows } from "@/components/Panel";
import { AtRisk } from "./AtRisk";
import { CauseBand } from "./CauseBand";
import { AffectedPeople, DamageCounts, Reasons, RecommendedAction } from "./Consequences";
import { NoCause } from "./NoCause";
import { OtherCauses } from "./OtherCauses";
import { ProofPath } from "./ProofPath";
import { Recovery } from "./Recovery";
import { TimelinePanel } from "./TimelinePanel";
import type { TimeMachineSearch } from "./search";

export interface InvestigatedProps {
  readonly found: Investigation;
  readonly search: TimeMachineSearch;
  readonly view: (next: Partial<TimeMachineSearch>) => void;
}

const BOX = "rounded-lg border border-line bg-surface";
const COLUMNS = "grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(340px,27%)]";

/** The cause as a sentence, then its proof, then what follows from it. */
export function Investigated({ found, search, view }: InvestigatedProps): ReactNode {
  const cause = found.cause;
  return (
    <>
      {cause ? <Boundary what="The cause"><CauseBand found={found} cause={cause} view={view} /></Boundary> : <NoCause found={found} search={search} view={view} />}
      <div className={COLUMNS}>
        <div className="grid min-w-0 gap-3">
          {cause && <Boundary what="The proof path"><ProofPath found={found} cause={cause} /></Boundary>}
          <Boundary what="The timeline"><TimelinePanel found={found} search={search} view={view} /></Boundary>
          {cause && <Boundary what="What is at risk"><AtRisk found={found} /></Boundary>}
          <OtherCauses found={found} />
        </div>
        <div className="grid gap-3">
          <DamageCounts found={found} />
          {cause && <RecommendedAction found={found} />}
          {cause && <Reasons cause={cause} />}
          {cause && <AffectedPeople found={found} />}
          {cause && <Recovery found={found} />}
        </div>
      </div>
    </>
  );
}

/** In the size of what will stand there. */
export function InvestigatedSkeleton(): ReactNode {
  return (
    <div aria-hidden className="grid gap-3">
      <div className={`${BOX} grid h-36 content-center gap-2.5 px-4`}><span className="h-4 w-3/5 rounded-sm bg-band" /><span className="h-3 w-2/5 rounded-sm bg-band" /></div>
      <div className={COLUMNS}>
        <div className="grid gap-3"><div className={`${BOX} h-52`} /><div className={BOX}><SkeletonRows rows={4} height={42} /></div></div>
        <div className="grid gap-3"><div className={`${BOX} h-16`} /><div className={`${BOX} h-44`} /><div className={`${BOX} h-44`} /></div>
      </div>
    </div>
  );
}
