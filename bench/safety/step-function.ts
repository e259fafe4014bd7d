import { runPart } from '#learners/machine/patches';
import type { ThinkPlan } from '#learners/machine/hypotheses';
import { type Circuit, type CircuitBuilder, createBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import { truthTablesOf } from '#logic/circuit/tables';
import { words } from '#logic/circuit/words';
import { proveNever } from '#logic/verify';
import type { ProofMaterial } from '#logic/verify/certify';
import { BOUND, bitsOf } from './bounded-index.ts';

type Planes = Map<string, Edge>;

const nameOf = ({ region, at }: ReturnType<typeof bitsOf>[number]): string => `${region}${at}`;

/** One step of a plan on planes given as edges. */
function runStep(builder: CircuitBuilder, { parts }: ThinkPlan, before: Planes): Planes {
  const after = new Map(before);
  for (const part of parts) runPart(builder, part, after);
  return after;
}

/** Every plane of a plan; those that are not among the words given are `otherwise`. */
function planesWith({ state, inputs, outputs }: ThinkPlan, make: (name: string) => Edge): Planes {
  const all = [
    ...Array.from({ length: inputs }, (_, at) => `input${at}`),
    ...Array.from({ length: state }, (_, at) => `state${at}`),
    ...Array.from({ length: outputs }, (_, at) => `output${at}`),
  ];
  return new Map(all.map((name) => [name, make(name)]));
}

/** One step as a circuit: operation, step width and index in, the next index and the watch out. Nothing else carries over. */
export function stepFunction(plan: ThinkPlan): Circuit {
  const builder = createBuilder();
  const before = planesWith(plan, () => FALSE);
  for (const bit of [...bitsOf('op'), ...bitsOf('step'), ...bitsOf('index')]) before.set(nameOf(bit), builder.input());
  const after = runStep(builder, plan, before);
  return builder.build([...bitsOf('index'), ...bitsOf('bad')].map((bit) => after.get(nameOf(bit))!));
}

/** Looks at every operation, step and index below the bound; true when one of them leaves the bound or hides that it did. */
export function leavesBound(plan: ThinkPlan): boolean {
  const tables = truthTablesOf(stepFunction(plan));
  const watch = tables.at(-1)!;
  for (let index = 0; index < BOUND; index += 1) {
    for (let command = 0; command < 64; command += 1) {
      const x = index * 64 + command;
      const bitAt = (bits: Uint32Array): number => (bits[x >>> 5]! >>> (x & 31)) & 1;
      const next = tables.slice(0, -1).reduce((sum, { bits }, i) => sum + bitAt(bits) * 2 ** i, 0);
      if (next >= BOUND || bitAt(watch.bits) === 1) return true;
    }
  }
  return false;
}

/** index < BOUND, and the watch has not rung. */
function isSafe(builder: CircuitBuilder, planes: Planes): Edge {
  const index = bitsOf('index').map((bit) => planes.get(nameOf(bit))!);
  const [bad] = bitsOf('bad').map((bit) => planes.get(nameOf(bit))!);
  return builder.and(words.lessThan(builder, index, words.constant(index.length, BOUND)), builder.not(bad!));
}

/** Proves that a step from any planes within the bound ends within it: {I} step {I}. Undefined where it does not. */
export function proveBound(plan: ThinkPlan): ProofMaterial | undefined {
  const builder = createBuilder();
  const before = planesWith(plan, (name) => builder.input(name));
  const after = runStep(builder, plan, before);
  const violation = builder.build([builder.and(isSafe(builder, before), builder.not(isSafe(builder, after)))]);
  const found = proveNever(violation);
  return found.answer === 'proved' ? found.material : undefined;
}
