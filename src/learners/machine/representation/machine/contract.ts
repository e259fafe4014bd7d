import { type Circuit, createBuilder } from '#logic/circuit/graph';
import { graft } from '#logic/circuit/structure';
import { Fault } from '#foundation/kernel';
import { type ExpertStep, proveTriple } from '#logic/verify';
import type { ProofMaterial } from '#logic/verify/certify';
import type { Expert } from './expert.ts';
import type { MachineKnobs } from './knobs.ts';

/** What is known of an expert's contract; a counterexample is what it reads and what it writes then. */
export type ContractAnswer =
  | { readonly answer: 'holds'; readonly proofs: readonly ProofMaterial[] }
  | { readonly answer: 'fails'; readonly reads: readonly boolean[]; readonly writes: readonly boolean[] }
  | { readonly answer: 'unknown'; readonly why: string };

/**
 * Does an expert keep its contract: wherever `pre` and its guard hold of what it reads, does `post` hold of that and of what
 * it writes? A table may come to say anything, so its writes are arbitrary. Without `post` nothing is promised.
 *
 *     VC:  pre(r) ∧ guard(r) ∧ w = body(r) ∧ ¬post(r, w)     must be unsatisfiable
 */
export function checkContract(expert: Expert, knobs: Pick<MachineKnobs, 'satConflicts'>): ContractAnswer {
  const { id, body, post } = expert;
  const reads = expert.reads.length;
  const writes = expert.writes.length;
  if (post === undefined) return { answer: 'holds', proofs: [] };
  const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);
  const isTable = body.kind === 'table';
  const program: ExpertStep = {
    kind: 'expert',
    name: id,
    reads: isTable ? range(reads + writes, writes) : range(0, reads),
    writes: range(reads, writes),
    body: isTable ? copyOf(writes) : body.circuit,
  };
  const planes = { state: reads + writes, input: isTable ? writes : 0 };
  const found = proveTriple({ pre: assumptionOf(expert), program, post, planes }, { maxConflicts: knobs.satConflicts });
  if (found.answer !== 'fails') return found;
  const after = found.trace.states[1]!;
  return { answer: 'fails', reads: after.slice(0, reads), writes: after.slice(reads) };
}

/** The proofs that an expert keeps its contract; a fault with the counterexample when it does not. */
export function requireContract(expert: Expert, knobs: Pick<MachineKnobs, 'satConflicts'>): readonly ProofMaterial[] {
  const found = checkContract(expert, knobs);
  if (found.answer === 'holds') return found.proofs;
  const { id } = expert;
  if (found.answer === 'unknown') {
    throw new Fault('bem/contract-open', `expert ${id}, post: not decided, ${found.why}`, {
      details: { expert: id, field: 'post' },
    });
  }
  const { reads, writes } = found;
  throw new Fault('bem/contract-broken', `expert ${id}, post: it reads ${text(reads)} and writes ${text(writes)}`, {
    details: { expert: id, field: 'post', reads, writes },
  });
}

/** What may be assumed of the planes read: `pre`, the guard as far as it is read, and equal bits where a plane is read twice. */
function assumptionOf({ reads, writes, guard = [], pre }: Expert): Circuit {
  const b = createBuilder();
  const seen = b.inputs(reads.length);
  b.inputs(writes.length);
  const known = guard.flatMap(({ plane, value }) => {
    const at = reads.indexOf(plane);
    return at < 0 ? [] : [value ? seen[at]! : b.not(seen[at]!)];
  });
  const equal = reads.map((plane, i) => b.not(b.xor(seen[i]!, seen[reads.indexOf(plane)]!)));
  return b.build([b.andAll([...(pre === undefined ? [] : graft(b, pre, seen)), ...known, ...equal])]);
}

function copyOf(width: number): Circuit {
  const b = createBuilder();
  return b.build(b.inputs(width));
}

function text(bits: readonly boolean[]): string {
  return bits.map((bit) => (bit ? '1' : '0')).join('') || 'nothing';
}
