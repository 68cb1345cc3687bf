import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

// Our sizes of text are not among those that it knows, and would be taken for colours.
const merge = extendTailwindMerge({
  extend: { classGroups: { "font-size": [{ text: ["11", "12", "13", "15", "18", "24"] }] } },
});

/** Class names put together; of two that say the same thing, the later holds. */
export function cn(...names: ClassValue[]): string {
  return merge(clsx(names));
}
