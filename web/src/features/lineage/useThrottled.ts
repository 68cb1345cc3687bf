import { useEffect, useMemo, useRef } from "react";

/** An act that is done at most once in some milliseconds, with what was asked for last. */
export function useThrottled<Value>(act: (value: Value) => void, ms: number): { readonly later: (value: Value) => void; readonly cancel: () => void } {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const throttled = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waiting: Value;
    const cancel = (): void => {
      clearTimeout(timer);
      timer = undefined;
    };
    const later = (value: Value): void => {
      waiting = value;
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current(waiting);
      }, ms);
    };
    return { later, cancel };
  }, [ms]);
  useEffect(() => throttled.cancel, [throttled]);
  return throttled;
}
