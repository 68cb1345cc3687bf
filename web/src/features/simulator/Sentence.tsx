import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Simulation } from "@/api/schema";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { sentenceOf } from "./sentenceOf";
import { GLYPHS } from "./verdicts";

/** The change and what it does, in a line; below it, which schema was judged. */
export function Sentence({ result }: { result: Simulation }): ReactNode {
  const { asset, changes, schema_until: until } = result;
  const isSure = result.verdict !== "safe" || result.coverage.complete;
  return (
    <div>
      <h1 className="flex items-start gap-2 text-18 font-semibold"><span className="mt-1.5"><StateGlyph state={isSure ? GLYPHS[result.verdict] : "unknown"} label="" /></span>{sentenceOf(result)}</h1>
      <p className="text-12 text-ink-2">
        S-{result.id}: <span className="font-mono break-all">{changes.length ? changes.join("; ") : "a model that changes nothing"}</span>, <Time at={result.at} now={new Date()} />. <Link to="/datasets/$namespace/$name" params={{ namespace: asset.namespace, name: asset.name }} className="text-accent underline">Open the dataset</Link>
        {until && <> · Judged on the schema it had until <Time at={until} />, since it has another today.</>}
        {result.proof && <> · {result.proof.says}</>}
      </p>
    </div>
  );
}
