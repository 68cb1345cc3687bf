import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { LikelyAlias } from "@/api/schema";
import { plural } from "@/lib/format";
import { tell } from "@/lib/toasts";
import { entityParam } from "@/lib/entity";

const SHOWN = 100;
const ALIASES = ["names", "aliases"];
const ORPHANS = ["names", "orphans"];
const paged = { initialPageParam: undefined as string | undefined, getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined };

export const likelyAliases = () =>
  infiniteQueryOptions({
    queryKey: ALIASES,
    queryFn: ({ signal, pageParam }) => unwrap(api.GET("/api/v1/names/suggestions", { params: { query: { limit: SHOWN, cursor: pageParam } }, signal })),
    ...paged,
  });

export const orphans = () =>
  infiniteQueryOptions({
    queryKey: ORPHANS,
    queryFn: ({ signal, pageParam }) => unwrap(api.GET("/api/v1/names/orphans", { params: { query: { limit: SHOWN, cursor: pageParam } }, signal })),
    ...paged,
  });

const WHY = "joined by mistake";

/** Pair by pair, as each is an event of its own: those before one that is refused stay joined, and are said. */
export function useJoin(done: () => void) {
  const client = useQueryClient();
  const refresh = (position: number): Promise<unknown> =>
    api.GET("/api/v1/datasets", { params: { query: { limit: 1, min_position: position } } }).then(() => client.invalidateQueries({ queryKey: ["names"] }));
  const undo = async (events: readonly string[]): Promise<void> => {
    try {
      for (const event_id of events) await unwrap(api.POST("/api/v1/events/{event_id}/set-aside", { params: { path: { event_id } }, body: { why: WHY } }));
      tell({ text: `${plural(events.length, "pair")} taken apart`, note: "once the store is made again without it" });
    } catch (error) {
      tell({ text: "Not everything could be taken apart.", note: (error as Error).message, isBad: true });
    }
  };
  return useMutation({
    mutationFn: async (pairs: readonly LikelyAlias[]) => {
      const events: string[] = [];
      let position = 0;
      let refused: Error | null = null;
      for (const { dataset, alias } of pairs) {
        try {
          const joined = await unwrap(api.POST("/api/v1/names/joins", { body: { dataset: entityParam(dataset), alias: entityParam(alias) } }));
          events.push(joined.event_id);
          position = joined.position;
        } catch (error) {
          refused ??= error as Error;
        }
      }
      return { events, position, refused };
    },
    onSuccess: ({ events, position, refused }, pairs) => {
      if (events.length > 0) tell({ text: `${plural(events.length, "pair")} joined`, note: "an event each, for the past as well", undo: () => void undo(events) });
      if (refused) tell({ text: `${plural(pairs.length - events.length, "pair")} not joined.`, note: refused.message, isBad: true });
      done();
      void refresh(position);
    },
  });
}
