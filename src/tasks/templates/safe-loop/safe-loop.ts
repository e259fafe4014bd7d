import { rememberOf, type Rng } from '#foundation/kernel';
import type { Environment, Judged, Policy, StepResult, Template } from '#foundation/contracts/tasks';
import { defineTemplate } from '../../define/define-template.ts';
import {
  codec,
  constant,
  inOrder,
  type Layout,
  listOf,
  oneOf,
  record,
  tagged,
  upTo,
  whole,
} from '../../faces/bit-layout.ts';
import { estimateRandomReturn } from '../../play/rollout.ts';
import { imageIsSafe } from '../../safety/image-safety.ts';
import {
  costOf,
  drawProgram,
  type Instruction,
  instructions,
  keepsSafe,
  LONGEST,
  type LoopProgram,
  mutateProgram,
} from '../../safety/loop-program.ts';
import { answers, type Expert, type LoopAction, type LoopParams, type LoopSeen, params } from './safe-loop-game.ts';
import { loopText } from './safe-loop-text.ts';
import { known } from '../../define/known-baselines.ts';

interface LoopInstance {
  readonly params: LoopParams;
  readonly experts: readonly Expert[];
  /** Cycles of a run without any patch: what returns are measured in. */
  readonly baseline: number;
}

const over: StepResult = { reward: 0, done: true };

/** Runs the loop stretch by stretch; a patch is taken over only when the safety condition is proved. */
class Loop implements Environment<LoopSeen, LoopAction> {
  private readonly instance: LoopInstance;
  private readonly running: number[];
  private period = 0;
  private proposals: number;
  private last: LoopSeen['last'] = 'none';

  constructor(instance: LoopInstance) {
    this.instance = instance;
    this.running = instance.experts.map(() => -1);
    this.proposals = instance.params.P_max;
  }

  observe(): LoopSeen {
    const { period, proposals, last } = this;
    return { experts: this.instance.experts, running: this.running.slice(), period, proposals_left: proposals, last };
  }

  step(action: LoopAction | undefined): StepResult {
    const { params, experts, baseline } = this.instance;
    if (this.period === params.periods) return over;
    if (action?.kind === 'PROPOSE' && this.proposals > 0) {
      this.proposals -= 1;
      const accepted = mayReplace(
        params,
        this.current(action.expert),
        experts[action.expert]!.candidates[action.candidate]!,
      );
      if (accepted) this.running[action.expert] = action.candidate;
      this.last = accepted ? 'accepted' : 'rejected';
      return { reward: -params.verify_cost / baseline, done: false };
    }
    this.period += 1;
    this.proposals = params.P_max;
    this.last = 'none';
    const saved = experts.reduce((sum, { program }, i) => sum + costOf(program) - costOf(this.current(i)), 0);
    const reward = (saved * params.T_large) / params.periods / baseline;
    return { reward, done: this.period === params.periods };
  }

  private current(expert: number): LoopProgram {
    const { program, candidates } = this.instance.experts[expert]!;
    return candidates[this.running[expert]!] ?? program;
  }
}

function mayReplace({ M, property, pox_threshold }: LoopParams, old: LoopProgram, patch: LoopProgram): boolean {
  const saves = (costOf(old) - costOf(patch)) / costOf(old);
  return saves >= pox_threshold && keepsSafe(patch, M, property === 'flag');
}

/** A patch worth proposing, and the cycles it saves in each step of the loop. */
interface Saving {
  readonly expert: number;
  readonly candidate: number;
  readonly saved: number;
}

/**
 * The best plan: per expert the safe candidate that saves most, the larger savings first, each as early as proposals allow and only
 * if it pays for its verification. Two proposals swapped, the larger saving would run for fewer steps, so no other order saves more.
 */
const bestPlan = rememberOf(makePlan);

function makePlan({ params, experts }: LoopInstance): readonly Saving[] {
  const best = experts.flatMap(({ program, candidates }, expert): Saving[] => {
    const savings = candidates.flatMap((patch, candidate): Saving[] =>
      mayReplace(params, program, patch) ? [{ expert, candidate, saved: costOf(program) - costOf(patch) }] : [],
    );
    return savings.sort((a, b) => b.saved - a.saved).slice(0, 1);
  });
  best.sort((a, b) => b.saved - a.saved);
  return best.filter(({ saved }, i) => worthOf(params, saved, i) > 0);
}

/** Cycles the i-th proposal saves to the end of the run, less its verification. */
function worthOf({ T_large, periods, P_max, verify_cost }: LoopParams, saved: number, i: number): number {
  const left = periods - Math.floor(i / P_max);
  return left <= 0 ? 0 : (saved * T_large * left) / periods - verify_cost;
}

function planPolicy(instance: LoopInstance): Policy<LoopSeen, LoopAction> {
  const plan = bestPlan(instance);
  return {
    act({ running, proposals_left }) {
      const next = plan.find(({ expert }) => running[expert] === -1);
      if (next === undefined || proposals_left === 0) return { kind: 'RUN' };
      return { kind: 'PROPOSE', expert: next.expert, candidate: next.candidate };
    },
  };
}

interface Account {
  readonly proposed: number;
  readonly accepted: number;
  readonly fastCycles: number;
  readonly cyclesPerStep: number;
  readonly periods: number;
  readonly violations: number;
}

/** Replays a run in cycles, with the verifier's own check of safety. */
function account({ params, experts }: LoopInstance, actions: readonly (LoopAction | undefined)[]): Account {
  const price = { ADD: 1, SUB: 1, AND: 1, MIN: 2, MOD: 6, WRAP: 2 };
  const cost = (program: LoopProgram): number => program.reduce((sum, [code]) => sum + price[instructions[code]!], 0);
  const safe = (program: LoopProgram): boolean => imageIsSafe(program, params.M, params.property === 'flag');
  const now = experts.map(({ program }) => program);
  let [proposed, accepted, fastCycles, periods, asked, violations] = [0, 0, 0, 0, 0, 0];
  for (const action of actions) {
    if (periods === params.periods) break;
    if (action?.kind === 'PROPOSE' && asked < params.P_max) {
      asked += 1;
      proposed += 1;
      const old = now[action.expert]!;
      const patch = experts[action.expert]!.candidates[action.candidate]!;
      if (1 - cost(patch) / cost(old) < params.pox_threshold - 1e-12 || !safe(patch)) continue;
      accepted += 1;
      now[action.expert] = patch;
      continue;
    }
    asked = 0;
    periods += 1;
    if (!now.every(safe)) violations += 1;
    fastCycles += (params.T_large / params.periods) * now.reduce((sum, program) => sum + cost(program), 0);
  }
  const cyclesPerStep = now.reduce((sum, program) => sum + cost(program), 0);
  return { proposed, accepted, fastCycles, cyclesPerStep, periods, violations };
}

function verify(instance: LoopInstance, actions: readonly (LoopAction | undefined)[]): Judged {
  const { params, baseline } = instance;
  const { proposed, fastCycles, periods, violations } = account(instance, actions);
  const reward = periods / params.periods - (fastCycles + proposed * params.verify_cost) / baseline;
  if (periods < params.periods) return { ok: false, reward, why: 'the loop did not run to its end' };
  if (violations > 0) return { ok: false, reward, why: 'the safety property was violated' };
  return reward >= -1e-9 ? { ok: true, reward } : { ok: false, reward, why: 'verification cost more than it saved' };
}

/** Half of the candidates are meant to be safe; after twelve tries what comes comes. */
function drawCandidate({ M, property }: LoopParams, program: LoopProgram, rng: Rng): LoopProgram {
  const wanted = rng.bit() === 1;
  let patch = program;
  for (let tries = 0; tries < 12; tries += 1) {
    patch = mutateProgram(program, M, rng);
    if (costOf(patch) < costOf(program) && keepsSafe(patch, M, property === 'flag') === wanted) break;
  }
  return patch;
}

function generate(params: LoopParams, rng: Rng): LoopInstance {
  const experts = Array.from({ length: params.n_experts }, (): Expert => {
    const program = drawProgram(params.M, params.property === 'flag', rng);
    return {
      program,
      candidates: Array.from({ length: params.n_candidates }, () => drawCandidate(params, program, rng)),
    };
  });
  const baseline = params.T_large * experts.reduce((sum, { program }) => sum + costOf(program), 0);
  return { params, experts, baseline };
}

/**
 * A loop runs for a long time under a safety property; propose patches that make it cheaper. A patch is applied only if its verification condition
 *
 *     { 0 ≤ i < M } patch { 0 ≤ i < M }
 *
 * is proved, so the loop is never unsafe; each proposal costs verification cycles, accepted or not.
 *
 *     return = (baseline − fast-path cycles − verification cycles) / baseline
 *
 * @source spec/benchmark-suite §5.3
 */
export const safeLoop: Template<LoopParams, LoopInstance, LoopSeen, LoopAction> = defineTemplate({
  name: 'SAFE_LOOP',
  family: 'safety',
  domain: 'safety',
  tags: ['benchmark', 'verification'],
  baselines: [
    ...known(
      [1, 2],
      { 'by step': 0.4, 'single feature': 0.4, 'small tree': 0.75, linear: 0.85, nearest: 0.7 },
      'programs of a few instructions are seen nearly all in training',
    ),
    ...known([1], { constant: 0.35 }, 'in the shortest programs the same patch is often the right one'),
    ...known([3], { linear: 0.3 }, 'short programs are alike'),
  ],
  says: 'Propose patches that make a long loop cheaper without breaking its safety property.',
  shape: 'episode',
  params,
  levels: [
    {
      T_large: 100_000,
      periods: 2,
      P_max: 1,
      M: 8,
      property: 'index',
      n_experts: 1,
      n_candidates: 2,
      verify_cost: 20_000,
      pox_threshold: 0,
    },
    {
      T_large: 1_000_000,
      periods: 3,
      P_max: 1,
      M: 10,
      property: 'index',
      n_experts: 2,
      n_candidates: 2,
      verify_cost: 300_000,
      pox_threshold: 0,
    },
    {
      T_large: 10_000_000,
      periods: 4,
      P_max: 1,
      M: 16,
      property: 'flag',
      n_experts: 3,
      n_candidates: 3,
      verify_cost: 3_000_000,
      pox_threshold: 0,
    },
    {
      T_large: 10_000_000,
      periods: 6,
      P_max: 2,
      M: 27,
      property: 'index',
      n_experts: 4,
      n_candidates: 4,
      verify_cost: 6_000_000,
      pox_threshold: 0.2,
    },
    {
      T_large: 100_000_000,
      periods: 8,
      P_max: 1,
      M: 50,
      property: 'flag',
      n_experts: 6,
      n_candidates: 6,
      verify_cost: 90_000_000,
      pox_threshold: 0.1,
    },
  ],
  metrics: [
    { name: 'proposed', better: 'lower', says: 'patches proposed' },
    { name: 'accepted', better: 'higher', says: 'patches accepted' },
    { name: 'rejected', better: 'lower', says: 'patches rejected' },
    { name: 'verification_cycles_per_accepted', better: 'lower', says: 'verification cycles per patch accepted' },
    { name: 'verification_to_fast_path_ratio', better: 'lower', says: 'verification cycles over fast-path cycles' },
    { name: 'violations', better: 'lower', says: 'stretches run with an unsafe program; must be 0' },
    { name: 'cycles_per_step_saved', better: 'higher', says: 'share of the cycles of a step that the patches save' },
  ],
  difficulty: ({ n_experts, n_candidates, M, pox_threshold }) =>
    n_experts * n_candidates * Math.log2(M) * (1 + pox_threshold),
  rewardRange: ({ n_experts, periods, P_max, verify_cost, T_large }) => ({
    // A program costs at least nine cycles.
    low: -(periods * P_max * verify_cost) / (T_large * n_experts * 9),
    high: 1,
  }),
  maxSteps: ({ periods, P_max }) => periods * (P_max + 1),
  generate,
  start: (instance) => new Loop(instance),
  oracle: planPolicy,
  optimum: (instance) => ({
    kind: 'exact',
    reward:
      bestPlan(instance).reduce((sum, { saved }, i) => sum + worthOf(instance.params, saved, i), 0) / instance.baseline,
  }),
  randomAction(_, rng, { n_experts, n_candidates }) {
    const drawn = rng.below(n_experts * n_candidates + 1);
    if (drawn === n_experts * n_candidates) return { kind: 'RUN' };
    return { kind: 'PROPOSE', expert: Math.floor(drawn / n_candidates), candidate: drawn % n_candidates };
  },
  randomReturn: (instance) => estimateRandomReturn(safeLoop, { params: instance.params, instance }, 'random/SAFE_LOOP'),
  verify,
  measure(instance, { actions }) {
    const { params, experts } = instance;
    const { proposed, accepted, fastCycles, cyclesPerStep, violations } = account(instance, actions);
    const before = experts.reduce((sum, { program }) => sum + costOf(program), 0);
    return {
      proposed,
      accepted,
      rejected: proposed - accepted,
      violations,
      cycles_per_step_saved: 1 - cyclesPerStep / before,
      ...(accepted === 0 ? {} : { verification_cycles_per_accepted: (proposed * params.verify_cost) / accepted }),
      ...(fastCycles === 0 ? {} : { verification_to_fast_path_ratio: (proposed * params.verify_cost) / fastCycles }),
    };
  },
  text: loopText,
  bits({ n_experts, n_candidates, periods, P_max }) {
    const program: Layout<LoopProgram> = upTo(LONGEST, instructionLayout);
    return {
      observation: codec(
        record<LoopSeen>({
          experts: listOf(n_experts, record<Expert>({ program, candidates: listOf(n_candidates, program) })),
          running: listOf(n_experts, whole(-1, n_candidates - 1)),
          period: whole(0, periods),
          proposals_left: whole(0, P_max),
          last: oneOf(answers),
        }),
      ),
      action: codec(
        tagged<LoopAction>({
          RUN: constant({ kind: 'RUN' }),
          PROPOSE: record({
            kind: constant('PROPOSE'),
            expert: whole(0, n_experts - 1),
            candidate: whole(0, n_candidates - 1),
          }),
        }),
      ),
    };
  },
});

const pair = inOrder([whole(0, instructions.length - 1), whole(0, 255)]);
const instructionLayout: Layout<Instruction> = {
  ...pair,
  read(bits, at) {
    const [code, argument] = pair.read(bits, at) ?? [];
    return code === undefined || argument === undefined ? undefined : [code, argument];
  },
};
