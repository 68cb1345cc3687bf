import { useState } from "react";

const KEY = "person";

/** Who acts without having said a name. */
export const NOBODY = "somebody in the web app";

/** Who acts, as they call themselves in this browser. */
export function usePerson(): [string, (name: string) => void] {
  const [name, setName] = useState(() => localStorage.getItem(KEY) ?? "");
  const keep = (next: string): void => {
    localStorage.setItem(KEY, next);
    setName(next);
  };
  return [name, keep];
}
