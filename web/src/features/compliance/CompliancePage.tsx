import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Answer, Boundary } from "@/components/Panel";
import { Time } from "@/components/Time";
import { useAsOf } from "@/lib/asOf";
import { Flowing } from "./Flowing";
import { ReportMenu } from "./ReportMenu";
import { SubjectBar } from "./SubjectBar";
import { Suggested } from "./Suggested";
import { flows, undeclaredColumns } from "./questions";
import { type ComplianceSearch, readComplianceSearch, subjectOf } from "./search";

const BOX = "rounded-lg border border-line bg-surface";

/** Where does personal data go: in the clear, undeclared, and where it is not known? */
export function CompliancePage({ search }: { search: ComplianceSearch }): ReactNode {
  const navigate = useNavigate();
  const asOf = useAsOf();
  const subject = subjectOf(search);
  const isAsked = subject.value !== "";
  const go = (next: ComplianceSearch, replace: boolean): void => void navigate({ to: "/compliance", replace, search: (before: Record<string, unknown>) => ({ asOf: before.asOf, ...readComplianceSearch({ ...next }), ...(next.column === "" ? { column: "" } : {}) }) as ComplianceSearch });
  const found = useQuery({ ...flows(subject, asOf), enabled: isAsked });
  const inherited = useQuery(undeclaredColumns());
  const view = (next: Partial<ComplianceSearch>): void => go({ ...search, ...next }, true);
  const computed = inherited.data?.computed_at;
  const action = <>{computed && <span className="text-12 text-ink-3">classes propagated <Time at={computed} now={new Date()} /></span>}<ReportMenu subject={subject} answer={found.data} search={search} asOf={asOf} /></>;
  return (
    <div>
      <SubjectBar subject={subject} search={search} ask={(next) => go(next, false)} view={view} action={action} />
      <div className="mx-auto grid max-w-[1720px] gap-3 p-5">
        <h1 className="sr-only">Where {subject.kind} {subject.value} flows</h1>
        <Boundary what="The flows">
          {!isAsked ? <p className={`${BOX} p-4 text-ink-2`}>Choose a column above: every place that its values get to is shown, with what is left of its class there.</p>
            : <Answer query={found} failed="Flows could not be computed. No statement is made." loading={<Skeleton />}>{(answer) => <Flowing answer={answer} subject={subject} search={search} view={view} inherited={inherited} />}</Answer>}
        </Boundary>
        <Suggested />
      </div>
    </div>
  );
}

function Skeleton(): ReactNode {
  return <div aria-hidden className="grid gap-3"><div className={`${BOX} h-16`} /><div className={`${BOX} h-95`} /><div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_340px]"><div className={`${BOX} h-60`} /><div className={`${BOX} h-40`} /></div></div>;
}
