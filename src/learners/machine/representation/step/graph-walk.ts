import type { Rng } from '#foundation/kernel';
import type { ExpertRunner } from './expert-runner.ts';
import type { ExpertSet } from '../machine/expert-set.ts';
import type { MemoryMap } from '../machine/memory-map.ts';
import { guardedLanes } from './pick-best.ts';
import type { RouteStage } from './route-stage.ts';
import type { BranchNode, ExpertNode, RouteNode, StepGraph } from './step-graph.ts';

/** What walking a graph works with. The lanes that take part are in `remaining`. */
export interface WalkParts {
  readonly map: MemoryMap;
  readonly image: Int32Array;
  readonly experts: ExpertSet;
  readonly runner: ExpertRunner;
  readonly stage: RouteStage;
  /** Class and shard of route nodes that name none. */
  readonly ask: { readonly class: number; readonly shard: number };
  readonly rng: Rng | undefined;
}

/** What a walk did. */
export interface Walked {
  keys: number;
  /** Slots in the order they ran. */
  readonly ran: number[];
  /** Lanes in which each slot ran, at whatever node. */
  readonly lanes: Map<number, Int32Array>;
}

/**
 * Takes all lanes through a graph at once. Edges lead to higher numbers, so when a node's turn comes, every lane that will
 * reach it has reached it; nodes without lanes are passed over.
 */
export function walkGraph(graph: StepGraph, parts: WalkParts): Walked {
  const { image, map } = parts;
  const words = map.stride / 4;
  const at = graph.nodes.map(() => new Int32Array(words));
  at[0]!.set(image.subarray(map.remaining / 4, map.remaining / 4 + words));
  const walked: Walked = { keys: 0, ran: [], lanes: new Map() };
  for (const [number, node] of graph.nodes.entries()) {
    const here = at[number]!;
    if (node.kind === 'end' || here.every((word) => word === 0)) continue;
    if (node.kind === 'branch') {
      splitLanes(node, here, at, parts);
      continue;
    }
    if (node.kind === 'route') routeLanes(node, here, parts, walked);
    else runExpert(node, here, parts, walked);
    join(at[node.next]!, here);
  }
  return walked;
}

function splitLanes(node: BranchNode, here: Int32Array, at: readonly Int32Array[], parts: WalkParts): void {
  const { image, map } = parts;
  const words = here.length;
  const plane = image.subarray(map.planes / 4 + node.plane * words, map.planes / 4 + (node.plane + 1) * words);
  join(
    at[node.whenTrue]!,
    here.map((word, w) => word & plane[w]!),
  );
  join(
    at[node.whenFalse]!,
    here.map((word, w) => word & ~plane[w]!),
  );
}

function routeLanes(node: RouteNode, here: Int32Array, parts: WalkParts, walked: Walked): void {
  const { image, map, stage, ask, rng } = parts;
  image.set(here, map.remaining / 4);
  walked.keys += stage.run(node.class ?? ask.class, node.shard ?? ask.shard, rng);
  for (const slot of stage.lastRun()) noteRun(slot, parts, walked);
}

function runExpert(node: ExpertNode, here: Int32Array, parts: WalkParts, walked: Walked): void {
  const { image, map, experts, runner } = parts;
  const { slot } = experts.seatOf(node.expert);
  const places = { image, planes: map.planes / 4, words: here.length };
  const open = guardedLanes(experts.guardOf(slot), places, here);
  if (open.every((word) => word === 0)) return;
  image.set(open, map.masks / 4 + slot * here.length);
  runner.run(Int32Array.of(slot), 1);
  noteRun(slot, parts, walked);
}

function noteRun(slot: number, { image, map }: WalkParts, walked: Walked): void {
  const words = map.stride / 4;
  const from = map.masks / 4 + slot * words;
  walked.ran.push(slot);
  const lanes = walked.lanes.get(slot) ?? new Int32Array(words);
  walked.lanes.set(slot, lanes);
  join(lanes, image.subarray(from, from + words));
}

function join(into: Int32Array, lanes: Int32Array): void {
  for (let w = 0; w < into.length; w += 1) into[w] = into[w]! | lanes[w]!;
}
