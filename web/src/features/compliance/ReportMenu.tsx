import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Flows } from "@/api/schema";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { ComplianceSearch, Subject } from "./search";
import { useReport } from "./useReport";

interface Props {
  readonly subject: Subject;
  readonly answer: Flows | undefined;
  readonly search: ComplianceSearch;
  readonly asOf: string | undefined;
}

const FORMATS = [["markdown", "Markdown", "to paste or to keep beside the code"], ["html", "HTML", "one page, to hand over"], ["csv", "CSV", "one row a flow"], ["json", "JSON", "the answers as they are"]] as const;

/** The report to hand over, with what was asked, as of when, and what is not known. */
export function ReportMenu({ subject, answer, asOf }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const report = useReport(subject, asOf);
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild><Button variant="primary" disabled={!answer}><Download aria-hidden />Report</Button></PopoverTrigger>
      <PopoverContent label="Save the report" align="end" className="w-72 py-1">
        {FORMATS.map(([format, name, note]) => (
          <button key={format} type="button" className="flex w-full items-baseline gap-2 px-3 py-1.5 text-left hover:bg-sunken" onClick={() => report.mutate(format, { onSuccess: () => setOpen(false) })}>{name}<span className="ml-auto text-12 text-ink-3">{note}</span></button>
        ))}
        {report.isPending && <p role="status" className="px-3 py-1 text-12 text-ink-3">Writing it…</p>}
        {report.isError && <p role="alert" className="px-3 py-1 text-12 text-fail">The report could not be written: {report.error.message}</p>}
      </PopoverContent>
    </Popover>
  );
}
