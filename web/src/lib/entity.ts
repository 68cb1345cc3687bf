/** Names of things: what a node id holds, and the short forms that people use. */

declare const brand: unique symbol;
/** `dataset:namespace/name`, `column:namespace/name#field` or `job:namespace/name`, as answers give it. */
export type NodeId = string & { readonly [brand]: "NodeId" };

/** `group` is drawn only: several of the others as one. */
export type NodeKind = "dataset" | "column" | "job" | "group";

export interface Entity {
  readonly kind: NodeKind;
  readonly namespace: string;
  readonly name: string;
  readonly field: string | null;
}

export function asNodeId(id: string): NodeId {
  return id as NodeId;
}

export function idOf(entity: Entity): NodeId {
  const field = entity.field === null ? "" : `#${entity.field}`;
  return asNodeId(`${entity.kind}:${entity.namespace}/${entity.name}${field}`);
}

/** The dataset that a column belongs to; any other thing itself. */
export function ownerId(entity: Entity): NodeId {
  return entity.kind === "column" ? idOf({ ...entity, kind: "dataset", field: null }) : idOf(entity);
}

/** The last part of a name: `orders` of `shopflow.sales.orders`, `revenue_overview` of `looker/revenue_overview`. */
export function shortName(name: string): string {
  const parts = name.split(/[./]/).filter(Boolean);
  return parts.at(-1) ?? name;
}

/** What stands before the last part: `sales` of `shopflow.sales.orders`; empty if nothing does. */
export function schemaOf(name: string): string {
  const parts = name.split(/[./]/).filter(Boolean);
  return parts.at(-2) ?? "";
}

/** Two parts tell most tables apart: `sales.orders`. */
export function nameInSchema(name: string): string {
  const schema = schemaOf(name);
  return schema ? `${schema}.${shortName(name)}` : shortName(name);
}

/** `sam.lead` of `user:sam.lead`: the kind of owner is said elsewhere. */
export function ownerName(owner: string): string {
  return owner.replace(/^(user|team|group):/, "");
}

/** A person before a team, as one asks a person first. */
export function firstOwner(owners: readonly string[]): string | null {
  const owner = owners.find((one) => !one.startsWith("team:")) ?? owners[0];
  return owner === undefined ? null : ownerName(owner);
}

/** A node as a parameter that takes datasets and jobs alike: what is no job needs no word before it. */
export function entityParam(node: { readonly kind: string; readonly namespace: string; readonly name: string }): string {
  return `${node.kind === "job" ? "job:" : ""}${node.namespace}/${node.name}`;
}
