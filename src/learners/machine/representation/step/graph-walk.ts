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
  /** The node at which the walk begins. */
  readonly from: number;
}

/** What a walk did. */
export interface Walked {
  keys: number;
  /** Slots in the order they ran. */
  readonly ran: number[];
  /** Lanes in which each slot ran, at whatever node. */
  readonly lanes: Map<number, Int32Array>;
}

/** The lanes that have come to each node of a graph; kept from step to step, so that a step allocates nothing for nodes that no lane reaches. */
export class LaneFront {
  private readonly words: number;
  private readonly lanes: Int32Array;
  private readonly isReached: Uint8Array;
  private last = -1;

  constructor(nodes: number, words: number) {
    this.words = words;
    this.lanes = new Int32Array(nodes * words);
    this.isReached = new Uint8Array(nodes);
  }

  /** Lets lanes come to a node; the mask says which of them. */
  add(node: number, lanes: Int32Array): void {
    const from = node * this.words;
    let any = 0;
    for (let w = 0; w < this.words; w += 1) {
      this.lanes[from + w]! |= lanes[w]!;
      any |= lanes[w]!;
    }
    if (any === 0) return;
    this.isReached[node] = 1;
    if (node > this.last) this.last = node;
  }

  /** The lanes at the first node from here on that any reached, which are no longer there then; -1 where there is none. */
  take(from: number, into: Int32Array): number {
    for (let node = from; node <= this.last; node += 1) {
      if (this.isReached[node] === 0) continue;
      const at = node * this.words;
      into.set(this.lanes.subarray(at, at + this.words));
      this.lanes.fill(0, at, at + this.words);
      this.isReached[node] = 0;
      return node;
    }
    this.last = -1;
    return -1;
  }

  /** Forgets lanes that a step which threw has left. */
  clear(): void {
    this.lanes.fill(0);
    this.isReached.fill(0);
    this.last = -1;
  }
}

/**
 * Takes all lanes through a graph at once. Edges lead to higher numbers, so when a node's turn comes, every lane that will
 * reach it has reached it; nodes without lanes are passed over.
 */
export function walkGraph({ nodes }: StepGraph, front: LaneFront, parts: WalkParts): Walked {
  const { image, map, from } = parts;
  const words = map.stride / 4;
  const walked: Walked = { keys: 0, ran: [], lanes: new Map() };
  const here = new Int32Array(words);
  try {
    front.add(from, image.subarray(map.remaining / 4, map.remaining / 4 + words));
    for (let number = front.take(from, here); number >= 0; number = front.take(number + 1, here)) {
      const node = nodes[number]!;
      if (node.kind === 'end') continue;
      if (node.kind === 'branch') {
        splitLanes(node, here, front, parts);
        continue;
      }
      if (node.kind === 'route') routeLanes(node, here, parts, walked);
      else runExpert(node, here, parts, walked);
      front.add(node.next, here);
    }
  } catch (error) {
    front.clear();
    throw error;
  }
  return walked;
}

function splitLanes(node: BranchNode, here: Int32Array, front: LaneFront, { image, map }: WalkParts): void {
  const words = here.length;
  const at = map.planes / 4 + node.plane * words;
  front.add(
    node.whenTrue,
    here.map((word, w) => word & image[at + w]!),
  );
  front.add(
    node.whenFalse,
    here.map((word, w) => word & ~image[at + w]!),
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
