import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { Simulation, SimulationRequest } from "@/api/schema";
import type { Asked } from "./draft";

const PROOF_MS = 2_000;

/** What was computed stays as it was, but for what is still being proved and what people say of it. */
export const simulation = (id: number) =>
  queryOptions({
    queryKey: ["simulation", id],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/simulations/{simulation_id}", { params: { path: { simulation_id: id } }, signal })),
    // Another simulation is another answer: the one before must not stand in its place.
    placeholderData: undefined,
    staleTime: 60_000,
    // Until every text is proved; leaving the page stops asking, not the worker.
    refetchInterval: (query) => (query.state.data?.proofs.waiting ? PROOF_MS : false),
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
