import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { Simulation, SimulationRequest } from "@/api/schema";
import type { Asked } from "./draft";

/** What was computed stays as it was; only what people say of it changes. */
export const simulation = (id: number) =>
  queryOptions({
    queryKey: ["simulation", id],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/simulations/{simulation_id}", { params: { path: { simulation_id: id } }, signal })),
    // Another simulation is another answer: the one before must not stand in its place.
    placeholderData: undefined,
    staleTime: 60_000,
  });

export const simulations = (asset: string | undefined, limit: number) =>
  queryOptions({
    queryKey: ["simulations", asset, limit],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/simulations", { params: { query: { asset, limit } }, signal })),
  });

export function useSimulate(done: (found: Simulation) => void) {
  const client = useQueryClient();
  return useMutation({
    // What is left out has a default, which the types of the document do not tell.
    mutationFn: (asked: Asked) => unwrap(api.POST("/api/v1/simulations", { body: asked as SimulationRequest })),
    onSuccess: (found) => {
      client.setQueryData(simulation(found.id).queryKey, found);
      void client.invalidateQueries({ queryKey: ["simulations"] });
      done(found);
    },
  });
}
