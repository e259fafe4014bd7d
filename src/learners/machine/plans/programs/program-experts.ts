import { gateCount } from '#logic/circuit/graph';
import { invariant } from '#foundation/kernel';
import { simplify } from '#logic/verify/rewrite';
import { planesFor } from '../../representation/macros/planes-for.ts';
import { automatonParts } from '../automaton-experts.ts';
import { controllerParts, type MemoryPlan } from '../controller-experts.ts';
import { moveParts } from '../moves/move-experts.ts';
import type { PlanClaim } from './plan-claim.ts';
import { bitsAt, type ProgramPart, type ProgramPlan } from './program-plan.ts';
import type { StepProgram } from './program.ts';
import { circuitOfRows } from '../table-edge.ts';
import { wordCellParts } from '../word-cells/word-cell-experts.ts';

/** Sizes that the program leaves open. */
export interface PlanOptions {
  /** The longest sequence the machine is made for; counters are wide enough for it. */
  readonly maxLength: number;
  readonly memory?: MemoryPlan;
  /** Words of a stack; as many as the longest sequence has tokens, where nothing is said. */
  readonly stackWords?: number;
}

/** The parts that make a machine do what a program says. */
export function planProgram(program: StepProgram, options: PlanOptions): ProgramPlan {
  switch (program.kind) {
    case 'constant': {
      const outputs = planesFor(program.answer + 1);
      const circuit = circuitOfRows(
        0,
        Array.from({ length: outputs }, (_, b) => () => ((program.answer >>> b) & 1) === 1),
      );
      const part: ProgramPart = { id: '1-answer', reads: [], writes: bitsAt('output', 0, outputs), circuit };
      return { inputs: planesFor(program.classes), state: 0, shared: 0, outputs, ones: [], counts: [], parts: [part] };
    }
    case 'automaton':
      return automatonParts(program, options.maxLength, options.stackWords);
    case 'word-cell':
      return wordCellParts(program);
    case 'memory-controller':
      return controllerParts(program, options.memory);
    case 'move-controller':
      return moveParts(program, options.memory);
  }
}

/** Circuits past this size are left as their macro made them. */
const SIMPLIFIED_GATES = 400;

/** A plan with its circuits made smaller, and the proofs that they are the same functions. */
export function simplifyPlan(plan: ProgramPlan): {
  readonly plan: ProgramPlan;
  readonly claims: readonly PlanClaim[];
} {
  const claims: PlanClaim[] = [];
  const parts = plan.parts.map((part) => {
    if (gateCount(part.circuit) > SIMPLIFIED_GATES || gateCount(part.circuit) === 0) return part;
    const simplified = simplify(part.circuit, { effort: 1 });
    invariant(simplified.answer === 'proved', 'without a limit a simplification is proved');
    claims.push({ claim: `${part.id}: the circuits agree on all inputs`, proofs: [simplified.proof] });
    return { ...part, circuit: simplified.circuit };
  });
  return { plan: { ...plan, parts }, claims };
}
