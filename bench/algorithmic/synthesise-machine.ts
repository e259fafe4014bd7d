import { createRng, type Hash } from '#foundation/kernel';
import type { ProofMaterial } from '#logic/verify/certify';
import { findMacro, type MacroInstance } from '#learners/machine/representation/macros';
import { proveMacro } from './macros/prove-macro.ts';
import { certifyWidening } from './certify-widening.ts';
import {
  type LearnOptions,
  learnProgram,
  type LearntProgram,
  type MemoryPlan,
  type Sequence,
  type SequenceShape,
} from '#learners/machine/plans';
import {
  InstalledProgram,
  type PlanClaim,
  type PlanOptions,
  planProgram,
  type ProgramPlan,
  simplifyPlan,
  type StepProgram,
} from '#learners/machine/plans/programs';
import { provePlan, type SeenRange } from './prove-plan.ts';
import { WIDE, widened, WIDENED_FROM } from '#learners/machine/plans/word-cells';

/** How to learn, and how large a machine to make of it. */
export interface SynthesisOptions extends LearnOptions {
  /** The longest sequence the machine is made for. */
  readonly maxLength: number;
  readonly lanes: number;
  readonly memory?: MemoryPlan;
  readonly stackWords?: number;
}

/** A learnt program in a machine, and what is proved of it. */
export interface SynthesisedMachine {
  readonly learnt: LearntProgram;
  readonly installed: InstalledProgram;
  /** Gates of all experts before they were made smaller, and after. */
  readonly gates: { readonly before: number; readonly after: number };
  readonly claims: readonly PlanClaim[];
  readonly behaviour: Hash;
}

/** Learns from sequences and installs what was learnt as experts of a machine, each made smaller with a proof. */
export function synthesiseMachine(
  data: readonly Sequence[],
  shape: SequenceShape,
  options: SynthesisOptions,
): SynthesisedMachine {
  const learnt = learnProgram(data, shape, options);
  const plan = planProgram(learnt.program, options);
  const { plan: smaller, claims: simplified } = simplifyPlan(plan);
  const installed = new InstalledProgram(smaller, options.lanes);
  const gatesOf = ({ parts }: ProgramPlan): number =>
    parts.reduce((sum, { circuit }) => sum + circuit.nodeCount - 1 - circuit.inputCount, 0);
  const claims: PlanClaim[] = [
    ...macroClaims(plan),
    ...simplified,
    ...provePlan(smaller, options.maxLength, seenRanges(installed, shape)),
    ...wideningOf(learnt),
  ];
  return {
    learnt,
    installed,
    gates: { before: gatesOf(plan), after: gatesOf(smaller) },
    claims,
    behaviour: installed.behaviour(),
  };
}

/** A program in a machine as it is, nothing made smaller or proved. */
export function installProgram(
  program: StepProgram,
  options: PlanOptions & { readonly lanes: number },
): InstalledProgram {
  return new InstalledProgram(planProgram(program, options), options.lanes);
}

/** That counters count and a stack stacks. Memories are compared with their meaning where the macros are tested. */
function macroClaims({ counts, parts, stack }: ProgramPlan): PlanClaim[] {
  const claims: PlanClaim[] = [];
  const ask = (claim: string, instance: MacroInstance): void => {
    const proof = proveMacro(instance, { maxConflicts: 100_000 });
    if (proof.answer !== 'proved') return;
    const proofs: readonly ProofMaterial[] = proof.method === 'sat' ? [proof.proof] : [];
    claims.push({ claim: `${claim}: it is what the macro means`, proofs });
  };
  const width = parts.some(({ id }) => id.startsWith('2-counter')) ? counts[0]?.length : undefined;
  if (width !== undefined) ask(`counter(${width}) counts`, findMacro('counter').make({ width, saturates: 0 }));
  if (stack !== undefined) {
    const instance = findMacro('stack').make({ depth: stack.words, width: stack.width });
    ask(`stack(${stack.words}, ${stack.width}) stacks`, instance);
  }
  return claims;
}

function wideningOf({ program }: LearntProgram): PlanClaim[] {
  if (program.kind !== 'word-cell' || program.width !== WIDE) return [];
  return [certifyWidening(widened(program, WIDENED_FROM), WIDE) ?? []].flat();
}

const SEEN_STEPS = 64;

/** Ranges of the counting words in every lane over random tokens, sampled in the machine itself. */
function seenRanges(installed: InstalledProgram, shape: SequenceShape): SeenRange[] {
  const { machine, plan, lanes } = installed;
  const rng = createRng('synthesis/seen');
  const ranges = plan.counts.map(() => ({ least: 0, most: 0 }));
  if (ranges.length === 0) return [];
  installed.begin();
  for (let t = 0; t < SEEN_STEPS; t += 1) {
    const token = Array.from({ length: lanes }, () => rng.below(shape.classes));
    installed.step(Array.from({ length: plan.inputs }, (_, b) => planeOfBits(token.map((one) => (one >>> b) & 1))));
    for (const [j, word] of plan.counts.entries()) {
      const planes = word.map((at) => machine.readPlane(machine.planes.regions.state.first + at));
      for (let lane = 0; lane < lanes; lane += 1) {
        const value = signedValue(planes, lane);
        ranges[j]!.least = Math.min(ranges[j]!.least, value);
        ranges[j]!.most = Math.max(ranges[j]!.most, value);
      }
    }
  }
  installed.begin();
  return ranges;
}

function planeOfBits(bits: readonly number[]): Int32Array {
  const plane = new Int32Array(bits.length / 32);
  for (const [lane, bit] of bits.entries()) plane[lane >>> 5]! |= bit << (lane & 31);
  return plane;
}

function signedValue(planes: readonly Int32Array[], lane: number): number {
  let value = 0;
  for (const [b, plane] of planes.entries()) value |= ((plane[lane >>> 5]! >>> (lane & 31)) & 1) << b;
  const top = 2 ** (planes.length - 1);
  return value >= top ? value - 2 * top : value;
}
