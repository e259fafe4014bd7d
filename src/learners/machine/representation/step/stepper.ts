import { createRng, Fault, type Rng } from '#foundation/kernel';
import type { ExpertRunner } from './expert-runner.ts';
import { LaneFront, walkGraph } from './graph-walk.ts';
import { type RouteParts, RouteStage } from './route-stage.ts';
import { anyShard } from '../route/router.ts';
import { isRouteThenEnd, routeThenEnd, type StepGraph } from './step-graph.ts';

/** How one step is done. */
export interface StepOptions {
  /** The best experts when evaluating, drawn ones when learning. */
  readonly policy?: 'best' | 'sampled';
  readonly class?: number;
  /** A shard, or all. */
  readonly shard?: number;
  /** Lanes that take part, one bit each; all by default. */
  readonly lanes?: Int32Array;
  /** The node of the graph at which the step begins; the first by default. */
  readonly from?: number;
}

/** What a step did. */
export interface StepReport {
  /** Distinct routing keys among the lanes, summed over the route nodes that were reached. */
  readonly keys: number;
  /** Experts that ran; one that ran at several nodes counts at each. */
  readonly experts: number;
}

/**
 * One step of the fast path. The graph that routes once and ends is the common one, and costs no more than routing; any other is
 * walked node by node.
 */
export class Stepper {
  private readonly parts: RouteParts & { readonly runner: ExpertRunner };
  private readonly stage: RouteStage;
  private image: Int32Array;
  private graphNow = routeThenEnd;
  private front: LaneFront;
  private isPlain = true;
  /** Slots that ran in the last step, in order (the stage has them when it only routed), and their lanes when a graph was walked. */
  private ran: readonly number[] | 'routed' = [];
  private ranLanes = new Map<number, Int32Array>();

  constructor(parts: RouteParts) {
    this.parts = parts;
    this.stage = new RouteStage(parts);
    this.image = new Int32Array(parts.memory.buffer);
    this.front = this.frontOf(routeThenEnd);
  }

  get graph(): StepGraph {
    return this.graphNow;
  }

  /** Follows another graph from the next step on. */
  follow(graph: StepGraph): void {
    this.graphNow = graph;
    this.isPlain = isRouteThenEnd(graph);
    this.front = this.frontOf(graph);
    this.forgetLast();
  }

  /** To be called when the experts change: candidates are looked up anew, and slots of the last step mean nothing. */
  expertsChanged(): void {
    this.stage.expertsChanged();
    this.forgetLast();
  }

  /** Slots that ran in the last step, in order. */
  lastRun(): readonly number[] {
    return this.ran === 'routed' ? [...this.stage.lastRun()] : this.ran;
  }

  /** The lanes in which a slot ran in the last step. */
  lanesOf(slot: number): Int32Array {
    const { map } = this.parts;
    const words = map.stride / 4;
    if (!this.lastRun().includes(slot)) return new Int32Array(words);
    const at = map.masks / 4 + slot * words;
    return this.ranLanes.get(slot)?.slice() ?? this.image.slice(at, at + words);
  }

  /** Step number `count`; a sampled one draws from the stream `path/count`. */
  step(options: StepOptions, path: string, count: number): StepReport {
    const { class: kind = 0, shard = anyShard } = options;
    this.begin(options);
    const rng = options.policy === 'sampled' ? createRng(`${path}/${count}`) : undefined;
    return this.isPlain ? this.routeOnce(kind, shard, rng) : this.walk(kind, shard, rng, options.from ?? 0);
  }

  private routeOnce(kind: number, shard: number, rng: Rng | undefined): StepReport {
    const keys = this.stage.run(kind, shard, rng);
    this.ran = 'routed';
    return { keys, experts: this.stage.lastCount };
  }

  private walk(kind: number, shard: number, rng: Rng | undefined, from: number): StepReport {
    const { map, experts, runner } = this.parts;
    const { stage, image } = this;
    const ask = { class: kind, shard };
    const { keys, ran, lanes } = walkGraph(this.graphNow, this.front, {
      map,
      image,
      experts,
      runner,
      stage,
      ask,
      rng,
      from,
    });
    this.ran = ran;
    this.ranLanes = lanes;
    return { keys, experts: ran.length };
  }

  private frontOf({ nodes }: StepGraph): LaneFront {
    return new LaneFront(nodes.length, this.parts.map.stride / 4);
  }

  private begin(options: StepOptions): void {
    const { memory, map } = this.parts;
    const words = map.stride / 4;
    if (options.lanes !== undefined && options.lanes.length !== words) {
      throw new Fault('bem/bad-lanes', `a mask of ${options.lanes.length} words for ${words * 32} lanes`);
    }
    if (this.image.buffer !== memory.buffer) this.image = new Int32Array(memory.buffer);
    const { image } = this;
    const at = map.remaining / 4;
    if (options.lanes !== undefined) image.set(options.lanes, at);
    else for (let w = 0; w < words; w += 1) image[at + w] = -1;
  }

  private forgetLast(): void {
    this.ran = [];
    this.ranLanes.clear();
  }
}
