import type { Expert } from '../representation/machine/expert.ts';
import type { Machine } from '../representation/machine/machine.ts';
import { isRouteThenEnd, type StepGraph } from '../representation/step/step-graph.ts';

/** What can be proved about a machine depends on this alone. */
export interface Structure {
  readonly experts: readonly Expert[];
  readonly graph: StepGraph;
  /** What a plain ROUTE runs, in order, where that is the same for all lanes at all times. */
  readonly stage: readonly Expert[] | undefined;
  /** The stage, where ROUTE is all there is to a step. */
  readonly program: readonly Expert[] | undefined;
}

export function structureOf(machine: Machine): Structure {
  const { graph } = machine;
  const stage = fixedStage(machine);
  const experts = machine.seats().map(({ expert }) => expert);
  return { experts, graph, stage, program: isRouteThenEnd(graph) ? stage : undefined };
}

/** One routing key, one class, and room for all experts among candidates and picks: then ROUTE always picks all of them. */
function fixedStage(machine: Machine): Expert[] | undefined {
  const { knobs, keyPlanes } = machine.config;
  const experts = machine.seats().map(({ expert }) => expert);
  if (keyPlanes.length > 0 || experts.some((expert) => expert.class !== 0)) return undefined;
  if (experts.length > knobs.candidates || experts.length > knobs.picks) return undefined;
  const key = new Uint32Array(knobs.codeBits / 32);
  const weight = new Map(experts.map(({ id }) => [id, machine.weightOf(key, id)]));
  return experts.sort((a, b) => weight.get(b.id)! - weight.get(a.id)! || (a.id < b.id ? -1 : 1));
}
