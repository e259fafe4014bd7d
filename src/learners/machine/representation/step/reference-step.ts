import { evaluateOnce } from '#logic/circuit/graph';
import { half } from '#foundation/statistics/adaptive-counter';
import type { Expert } from '../machine/expert.ts';
import { hammingDistance } from '../route/hamming-distance.ts';
import { grayEncode } from '../route/gray-code.ts';
import type { Machine } from '../machine/machine.ts';

interface Reference {
  readonly bits: boolean[][];
  readonly ran: string[];
}

/**
 * One arg-max step, lane by lane and bit by bit: the reference the machine is compared with. Gives the planes after it, as
 * `bits[plane][lane]`, and the ids that ran, in order.
 */
export function referenceStep(machine: Machine, isActive: (lane: number) => boolean): Reference {
  const { lanes } = machine.config.knobs;
  const bits = Array.from({ length: machine.planes.count }, (_, plane) => {
    const words = machine.readPlane(plane);
    return Array.from({ length: lanes }, (_, lane) => ((words[lane >>> 5]! >>> (lane & 31)) & 1) === 1);
  });
  const reference: Reference = { bits, ran: [] };
  const at = machine.graph.nodes.map((): number[] => []);
  for (let lane = 0; lane < lanes; lane += 1) if (isActive(lane)) at[0]!.push(lane);
  for (const [number, node] of machine.graph.nodes.entries()) {
    const here = at[number]!;
    if (node.kind === 'branch') {
      for (const lane of here) at[bits[node.plane]![lane]! ? node.whenTrue : node.whenFalse]!.push(lane);
    } else if (node.kind !== 'end') {
      if (node.kind === 'route') routeLanes(machine, { class: 0, ...node }, here, reference);
      else {
        const expert = machine.expert(node.expert);
        runIn(
          expert,
          here.filter((lane) => isOpen(expert, lane, bits)),
          reference,
        );
      }
      at[node.next]!.push(...here);
    }
  }
  return reference;
}

function routeLanes(
  machine: Machine,
  asked: { readonly class: number; readonly shard?: number },
  here: readonly number[],
  reference: Reference,
): void {
  const { bits } = reference;
  const { codeBits, candidates, picks } = machine.config.knobs;
  const picked = new Map<string, { readonly expert: Expert; weight: number; readonly lanes: number[] }>();
  for (const lane of here) {
    const key = new Uint32Array(codeBits / 32);
    for (const [b, plane] of machine.config.keyPlanes.entries()) {
      if (bits[plane]![lane]!) key[b >>> 5] = key[b >>> 5]! | (1 << (b & 31));
    }
    const gray = grayEncode(key);
    const chosen = machine
      .seats()
      .filter(({ expert }) => expert.class === asked.class && (asked.shard ?? expert.shard) === expert.shard)
      .map(({ slot, expert }) => ({ slot, expert, distance: hammingDistance(gray, Uint32Array.from(expert.code)) }))
      .sort((a, b) => a.distance - b.distance || a.slot - b.slot)
      .slice(0, candidates)
      .map(({ expert }) => ({ expert, weight: machine.weightOf(gray, expert.id) }))
      .filter(({ expert }) => isOpen(expert, lane, bits))
      .sort((a, b) => b.weight - a.weight || (a.expert.id < b.expert.id ? -1 : 1))
      .slice(0, picks);
    for (const { expert, weight } of chosen) {
      const entry = picked.get(expert.id) ?? { expert, weight, lanes: [] };
      entry.weight = Math.max(entry.weight, weight);
      entry.lanes.push(lane);
      picked.set(expert.id, entry);
    }
  }
  const order = [...picked.values()].sort((a, b) => b.weight - a.weight || (a.expert.id < b.expert.id ? -1 : 1));
  for (const { expert, lanes } of order) runIn(expert, lanes, reference);
}

function isOpen({ guard = [] }: Expert, lane: number, bits: readonly (readonly boolean[])[]): boolean {
  return guard.every(({ plane, value }) => bits[plane]![lane] === value);
}

function runIn(expert: Expert, lanes: readonly number[], { bits, ran }: Reference): void {
  if (lanes.length === 0) return;
  ran.push(expert.id);
  for (const lane of lanes) {
    const seen = expert.reads.map((plane) => bits[plane]![lane]!);
    for (const [o, value] of outputsOf(expert, seen).entries()) bits[expert.writes[o]!]![lane] = value;
  }
}

function outputsOf({ body, writes }: Expert, seen: readonly boolean[]): boolean[] {
  if (body.kind === 'circuit') return evaluateOnce(body.circuit, seen);
  const context = seen.reduce((sum, bit, i) => sum + (bit ? 2 ** i : 0), 0);
  return writes.map((_, o) => body.counters[context * writes.length + o]! >= half);
}
