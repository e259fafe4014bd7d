import { createBuilder, type Edge, gateCount } from '#logic/circuit/graph';
import { cleanup, cofactor } from '#logic/circuit/structure';
import { type Rng, canonicalText } from '#foundation/kernel';
import { shrink } from '#logic/verify/rewrite';
import { substituteGate } from './substitute-gate.ts';
import type { ThinkPart, ThinkPlan } from '../hypotheses/think-plan.ts';
import type { Bit } from '../plans/programs/program-plan.ts';
import { costOfPart, nameOf, type PlanPatch, runPart } from './plan-patch.ts';

/** Circuits past this size are left alone: a proposal must be cheap, a proof may be dear. */
const LARGEST = 600;
const SHRUNK = 150;

/** Every patch of a plan that would save something, by kind and in the order of the parts. None is proved. */
export function proposePlanPatches(plan: ThinkPlan): PlanPatch[] {
  const found: PlanPatch[] = [];
  const readers = readersOf(plan.parts);
  for (const [i, part] of plan.parts.entries()) {
    const next = plan.parts[i + 1];
    const all = [
      retirePart(readers, part),
      simplifyPart(part),
      splitPart(part),
      ...(next === undefined ? [] : [fuseParts(readers, part, next), mergeParts(part, next)]),
    ];
    found.push(...all.filter((patch) => patch !== undefined));
  }
  return found;
}

/** What a patch saves in each think-step. */
export function savingOf(plan: ThinkPlan, { removes, puts }: PlanPatch): number {
  const cost = (parts: readonly ThinkPart[]): number => parts.reduce((sum, part) => sum + costOfPart(part), 0);
  return cost(plan.parts.filter(({ id }) => removes.includes(id))) - cost(puts);
}

function guardText({ guard = [] }: ThinkPart): string {
  return canonicalText(guard);
}

/** By plane, the parts that read it or guard on it. */
type Readers = ReadonlyMap<string, ReadonlySet<ThinkPart>>;

function readersOf(parts: readonly ThinkPart[]): Readers {
  const readers = new Map<string, Set<ThinkPart>>();
  for (const part of parts) {
    for (const bit of [...part.reads, ...(part.guard ?? []).map((literal) => literal.bit)]) {
      const name = nameOf(bit);
      const known = readers.get(name);
      if (known === undefined) readers.set(name, new Set([part]));
      else known.add(part);
    }
  }
  return readers;
}

/** Whether anyone outside sees what is written to a plane. */
function isSeen(readers: Readers, bit: Bit, inside: readonly ThinkPart[]): boolean {
  return bit.region === 'output' || [...(readers.get(nameOf(bit)) ?? [])].some((part) => !inside.includes(part));
}

/** A part whose writes nobody reads has nothing to do. */
function retirePart(readers: Readers, part: ThinkPart): PlanPatch | undefined {
  return part.writes.some((bit) => isSeen(readers, bit, [part]))
    ? undefined
    : { kind: 'retire', removes: [part.id], puts: [] };
}

/** Only what was put together here: parts that came alone were made as small when they were installed. */
function simplifyPart(part: ThinkPart): PlanPatch | undefined {
  const gates = gateCount(part.circuit);
  if (gates === 0 || gates > SHRUNK || !/[+|]/.test(part.id)) return undefined;
  const circuit = shrink(part.circuit, { effort: 1 });
  return gateCount(circuit) < gates
    ? { kind: 'simplify', removes: [part.id], puts: [{ ...part, circuit }] }
    : undefined;
}

/** Two neighbours under one guard become one part, which writes only what others can see. */
function fuseParts(readers: Readers, first: ThinkPart, second: ThinkPart): PlanPatch | undefined {
  const gates = gateCount(first.circuit) + gateCount(second.circuit);
  const guarded = new Set((first.guard ?? []).map(({ bit }) => nameOf(bit)));
  const isApart = guardText(first) !== guardText(second) || first.writes.some((bit) => guarded.has(nameOf(bit)));
  if (gates > LARGEST || isApart) return undefined;
  const builder = createBuilder();
  const made = new Set(first.writes.map(nameOf));
  const reads = unique([...first.reads, ...second.reads.filter((bit) => !made.has(nameOf(bit)))]);
  const now = new Map<string, Edge>(reads.map((bit) => [nameOf(bit), builder.input()]));
  runPart(builder, { ...first, guard: [] }, now);
  runPart(builder, { ...second, guard: [] }, now);
  // What it guards on it must go on writing: it sees that in the next step.
  const own = new Set([...reads.map(nameOf), ...guarded]);
  const writes = unique([...first.writes, ...second.writes]).filter(
    (bit) => own.has(nameOf(bit)) || isSeen(readers, bit, [first, second]),
  );
  if (writes.length === 0) return undefined;
  const circuit = cleanup(builder.build(writes.map((bit) => now.get(nameOf(bit))!)));
  const { guard } = first;
  const fused = { id: `${first.id}+${second.id}`, reads, writes, circuit, ...(guard === undefined ? {} : { guard }) };
  return { kind: 'fuse', removes: [first.id, second.id], puts: [fused] };
}

/** Two neighbours whose guards differ in the value of one bit become one that looks at the bit itself. */
function mergeParts(a: ThinkPart, b: ThinkPart): PlanPatch | undefined {
  const [ga, gb] = [a.guard ?? [], b.guard ?? []];
  const apart = ga.filter(({ bit, value }) => gb.some((o) => nameOf(o.bit) === nameOf(bit) && o.value !== value));
  const [deciding] = apart;
  const rest = (guard: typeof ga): string =>
    canonicalText(guard.filter(({ bit }) => nameOf(bit) !== nameOf(deciding!.bit)));
  if (deciding === undefined || apart.length !== 1 || ga.length !== gb.length || rest(ga) !== rest(gb))
    return undefined;
  const isCut = a.writes.some((bit) => nameOf(bit) === nameOf(deciding.bit));
  if (isCut || gateCount(a.circuit) + gateCount(b.circuit) > LARGEST) return undefined;
  const writes = unique([...a.writes, ...b.writes]);
  const reads = unique([...a.reads, ...b.reads, deciding.bit, ...writes]);
  const builder = createBuilder();
  const now = new Map<string, Edge>(reads.map((bit) => [nameOf(bit), builder.input()]));
  runPart(builder, { ...a, guard: [deciding] }, now);
  runPart(builder, { ...b, guard: [{ ...deciding, value: !deciding.value }] }, now);
  const circuit = cleanup(builder.build(writes.map((bit) => now.get(nameOf(bit))!)));
  const guard = ga.filter(({ bit }) => nameOf(bit) !== nameOf(deciding.bit));
  const merged = { id: `${a.id}|${b.id}`, reads, writes, circuit, ...(guard.length === 0 ? {} : { guard }) };
  return { kind: 'merge', removes: [a.id, b.id], puts: [merged] };
}

/** Two parts, one for each value of a bit of the state, where what is left of the circuit is smaller together. */
function splitPart(part: ThinkPart): PlanPatch | undefined {
  const gates = gateCount(part.circuit);
  if (gates < 24 || gates > LARGEST) return undefined;
  const written = new Set(part.writes.map(nameOf));
  for (const [i, bit] of part.reads.entries()) {
    if (bit.region !== 'state' || written.has(nameOf(bit))) continue;
    const half = (value: boolean): ThinkPart => ({
      ...part,
      id: `${part.id}/${value ? 1 : 0}`,
      circuit: cofactor(part.circuit, new Map([[i, value]])),
      guard: [...(part.guard ?? []), { bit, value }],
    });
    const puts = [half(true), half(false)];
    if (puts.reduce((sum, each) => sum + costOfPart(each), 0) < costOfPart(part)) {
      return { kind: 'split', removes: [part.id], puts };
    }
  }
  return undefined;
}

/** A bold simplification. Most are wrong, and the proof says so; those that are right are found no other way. */
export function proposeBold(plan: ThinkPlan, rng: Rng): PlanPatch | undefined {
  const open = plan.parts.filter(({ circuit }) => gateCount(circuit) > 0);
  const part = open[open.length === 0 ? 0 : rng.below(open.length)];
  const circuit = part === undefined ? undefined : substituteGate(part.circuit, rng);
  return part === undefined || circuit === undefined
    ? undefined
    : { kind: 'simplify', removes: [part.id], puts: [{ ...part, circuit }] };
}

function unique(bits: readonly Bit[]): Bit[] {
  return [...new Map(bits.map((bit) => [nameOf(bit), bit])).values()];
}
