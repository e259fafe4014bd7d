import { type Circuit, createBuilder, type Edge, evaluateOnce } from '#logic/circuit/graph';
import { invariant } from '#foundation/kernel';
import { checkEquivalence, type ProveOptions } from '#logic/verify';
import type { ProofMaterial } from '#logic/verify/certify';
import { blastTerm } from './blast-term.ts';
import { evaluateTerm, type MacroInstance, type Port, type WordValues } from '#learners/machine/representation/macros';

/** Instances that read no more bits are compared on every input. */
const MAX_EXHAUSTIVE_BITS = 12;

/** Whether a circuit does what its macro means. */
export type MacroProof =
  | { readonly answer: 'proved'; readonly method: 'exhaustive'; readonly cases: number }
  | { readonly answer: 'proved'; readonly method: 'sat'; readonly proof: ProofMaterial }
  | {
      readonly answer: 'refuted';
      readonly reads: WordValues;
      readonly expected: WordValues;
      readonly found: WordValues;
    }
  | { readonly answer: 'unknown'; readonly why: string };

/** Proves a member of a family against its word-level meaning: on all inputs when they are few, else by a SAT proof. */
export function proveMacro(instance: MacroInstance, options: ProveOptions = {}): MacroProof {
  if (instance.circuit.inputCount <= MAX_EXHAUSTIVE_BITS) return compareExhaustively(instance);
  const result = checkEquivalence(instance.circuit, meaningCircuit(instance), options);
  if (result.answer === 'unknown') return result;
  if (result.answer === 'equal') return { answer: 'proved', method: 'sat', proof: result.proof };
  const refuted = compareAt(instance, result.difference.inputs);
  invariant(refuted !== undefined, 'a counterexample breaks the meaning itself, not only its gates');
  return refuted;
}

/** The meaning as gates, with the interface of the macro's circuit. */
export function meaningCircuit({ reads, writes, meaning }: MacroInstance): Circuit {
  const builder = createBuilder();
  const given = Object.fromEntries(reads.map(({ name, width }) => [name, builder.inputs(width, name)]));
  const outputs: Edge[] = writes.flatMap(({ name }) => blastTerm(builder, meaning[name]!, given));
  return builder.build(outputs);
}

function compareExhaustively(instance: MacroInstance): MacroProof {
  const bits = instance.circuit.inputCount;
  const cases = 2 ** bits;
  for (let x = 0; x < cases; x += 1) {
    const refuted = compareAt(
      instance,
      Array.from({ length: bits }, (_, i) => ((x >>> i) & 1) === 1),
    );
    if (refuted) return refuted;
  }
  return { answer: 'proved', method: 'exhaustive', cases };
}

function compareAt(
  { circuit, reads, writes, meaning }: MacroInstance,
  inputs: readonly boolean[],
): Extract<MacroProof, { answer: 'refuted' }> | undefined {
  const values = wordsOf(reads, inputs);
  const found = wordsOf(writes, evaluateOnce(circuit, inputs));
  const expected = Object.fromEntries(writes.map(({ name }) => [name, evaluateTerm(meaning[name]!, values)]));
  const agrees = writes.every(({ name }) => found[name] === expected[name]);
  return agrees ? undefined : { answer: 'refuted', reads: values, expected, found };
}

/** Bits cut into the words of ports. */
function wordsOf(ports: readonly Port[], bits: readonly boolean[]): Record<string, bigint> {
  const values: Record<string, bigint> = {};
  let at = 0;
  for (const { name, width } of ports) {
    let value = 0n;
    for (let i = 0; i < width; i += 1) if (bits[at + i] === true) value |= 1n << BigInt(i);
    values[name] = value;
    at += width;
  }
  return values;
}
