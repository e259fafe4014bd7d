import { rememberOf, type Rng } from '#foundation/kernel';
import type { Environment, Judged, Metric, Policy, StepResult } from '#foundation/contracts/tasks';
import { int, number, type ParamsOf } from '../../define/param-range.ts';
import {
  bestProofMove,
  bugAfterPass,
  bugAfterVerdict,
  type ProofMove,
  proofValues,
  type Prospect,
} from '../../tools/proof-plan.ts';

export const proverParams = {
  n_patches: int(1, 12, 'candidate patches, decided one after the other'),
  cost: number(0, 0.5, 'cost of a proof per unit of size of the patch: a larger one takes longer'),
  budget: int(0, 12, 'proofs that may be asked for in all'),
  check_cost: number(0, 0.5, 'cost of an internal check'),
  check_power: number(0, 1, 'how often an internal check finds a bug that is there'),
  timeout_rate: number(0, 0.9, 'how often the prover ends without a verdict'),
  prover_error: number(0, 0.3, 'how often a verdict of the prover is wrong'),
  loss: number(0, 10, 'penalty for accepting a patch with a bug'),
  spread: number(0, 1, 'how much kind and size of a patch say about bugs; 0: nothing'),
  miss: number(0, 10, 'penalty for rejecting a good patch'),
};
type ProverParams = ParamsOf<typeof proverParams>;

export const patchKinds = ['comment', 'rename', 'refactor', 'rewrite'] as const;
const rates = [0.02, 0.1, 0.3, 0.6];
export const SIZES = 3;
export const findings = ['none', 'passed', 'failed'] as const;
export const verdicts = ['none', 'proved', 'refuted', 'unknown'] as const;
export const proofMoves = ['CHECK', 'PROVE', 'ACCEPT', 'REJECT'] as const satisfies readonly ProofMove[];

export interface Patch {
  readonly kind: (typeof patchKinds)[number];
  readonly size: number;
}

export interface ProverSeen {
  readonly patches: readonly Patch[];
  /** The patch to decide now; `n_patches` when all are decided. */
  readonly current: number;
  readonly check: (typeof findings)[number];
  readonly proof: (typeof verdicts)[number];
  readonly proofs_left: number;
}

export interface ProverInstance {
  readonly params: ProverParams;
  readonly patches: readonly Patch[];
  readonly buggy: readonly boolean[];
  /** What check and prover will say of each patch, however often they are asked. */
  readonly checks: readonly ('passed' | 'failed')[];
  readonly proofs: readonly ('proved' | 'refuted' | 'unknown')[];
}

const over: StepResult = { reward: 0, done: true };

function bugRate({ spread }: ProverParams, { kind, size }: Patch): number {
  const told = Math.min(0.9, rates[patchKinds.indexOf(kind)]! * (0.5 + 0.5 * size));
  return (1 - spread) * 0.3 + spread * told;
}

export function proverSteps({ n_patches }: ProverParams): number {
  return 4 * n_patches;
}

/** Check, have proved, accept or reject, patch by patch: the play, whatever the patches are. */
export class Prover implements Environment<ProverSeen, ProofMove> {
  private readonly instance: ProverInstance;
  private current = 0;
  private check: ProverSeen['check'] = 'none';
  private proof: ProverSeen['proof'] = 'none';
  private proofsLeft: number;
  private left: number;

  constructor(instance: ProverInstance) {
    this.instance = instance;
    this.proofsLeft = instance.params.budget;
    this.left = proverSteps(instance.params);
  }

  observe(): ProverSeen {
    const { check, proof, current } = this;
    return { patches: this.instance.patches, current, check, proof, proofs_left: this.proofsLeft };
  }

  step(action: ProofMove | undefined): StepResult {
    if (this.left === 0) return over;
    this.left -= 1;
    const reward = action === undefined ? 0 : this.perform(action);
    if (this.current === this.instance.patches.length) this.left = 0;
    return { reward, done: this.left === 0 };
  }

  private perform(action: ProofMove): number {
    const { params, patches, buggy, checks, proofs } = this.instance;
    const at = this.current;
    if (action === 'CHECK') {
      this.check = checks[at]!;
      return -params.check_cost;
    }
    if (action === 'PROVE') {
      if (this.proofsLeft === 0) return 0;
      this.proofsLeft -= 1;
      this.proof = proofs[at]!;
      return -params.cost * patches[at]!.size;
    }
    this.current += 1;
    this.check = 'none';
    this.proof = 'none';
    if (action === 'REJECT') return buggy[at] ? 1 : -params.miss;
    return buggy[at] ? -params.loss : 1;
  }
}

function prospectsOf(params: ProverParams, patches: readonly Patch[]): Prospect[] {
  return patches.map((patch) => ({ bug: bugRate(params, patch), size: patch.size }));
}

interface Plan {
  readonly prospects: readonly Prospect[];
  readonly values: readonly (readonly number[])[];
}

/** The plan of an instance. */
const planOf = rememberOf(({ params, patches }: ProverInstance): Plan => {
  const prospects = prospectsOf(params, patches);
  return { prospects, values: proofValues(params, prospects, params.budget) };
});

/** Plays the exact plan for the odds of the patches in view. */
export function planPolicy(instance: ProverInstance): Policy<ProverSeen, ProofMove> {
  const { params } = instance;
  const { prospects, values } = planOf(instance);
  return {
    act({ current, check, proof, proofs_left }) {
      const prospect = prospects[current];
      if (prospect === undefined) return 'REJECT';
      let { bug } = prospect;
      if (check !== 'none') bug = check === 'failed' ? 1 : bugAfterPass(bug, params);
      if (proof === 'proved' || proof === 'refuted') bug = bugAfterVerdict(bug, proof === 'refuted', params);
      const known = { bug, checked: check !== 'none', proved: proof !== 'none' };
      return bestProofMove(params, prospect, known, { proofs: proofs_left, later: values[current + 1]! }).move;
    },
  };
}

/** Splits the actions at the decisions and adds up each patch on its own. */
export function verifyProver(
  { params, patches, buggy }: ProverInstance,
  actions: readonly (ProofMove | undefined)[],
): Judged {
  const played = actions.slice(0, proverSteps(params));
  let reward = 0;
  let right = 0;
  let proofs = params.budget;
  for (const [i, patch] of patches.entries()) {
    const end = played.findIndex((action) => action === 'ACCEPT' || action === 'REJECT');
    const turns = played.splice(0, end < 0 ? played.length : end + 1);
    const asked = Math.min(proofs, turns.filter((action) => action === 'PROVE').length);
    proofs -= asked;
    reward -= asked * params.cost * patch.size;
    reward -= turns.filter((action) => action === 'CHECK').length * params.check_cost;
    const decision = end < 0 ? undefined : turns.at(-1);
    if (decision === undefined) break;
    const bad = buggy[i] === true;
    if ((decision === 'ACCEPT') !== bad) {
      right += 1;
      reward += 1;
    } else reward -= bad ? params.loss : params.miss;
  }
  if (right === patches.length) return { ok: true, reward };
  return { ok: false, reward, why: `${patches.length - right} patches were not decided rightly` };
}

/** What becomes of each patch, by the odds. */
export function drawFates(params: ProverParams, rng: Rng): ProverInstance {
  const patches: Patch[] = [];
  const buggy: boolean[] = [];
  const checks: ProverInstance['checks'][number][] = [];
  const proofs: ProverInstance['proofs'][number][] = [];
  for (let i = 0; i < params.n_patches; i += 1) {
    const patch = { kind: patchKinds[rng.below(patchKinds.length)]!, size: 1 + rng.below(SIZES) };
    const bug = rng.chance(bugRate(params, patch));
    patches.push(patch);
    buggy.push(bug);
    checks.push(bug && rng.chance(params.check_power) ? 'failed' : 'passed');
    if (rng.chance(params.timeout_rate)) proofs.push('unknown');
    else proofs.push(rng.chance(params.prover_error) === bug ? 'proved' : 'refuted');
  }
  return { params, patches, buggy, checks, proofs };
}

export const proverMetrics: readonly Metric[] = [
  { name: 'correct', better: 'higher', says: 'share of patches decided rightly' },
  { name: 'bad_accepts', better: 'lower', says: 'patches with a bug that were accepted' },
  { name: 'proofs', better: 'lower', says: 'proofs asked for' },
  { name: 'checks', better: 'lower', says: 'internal checks' },
];

/** The numbers behind `proverMetrics`. */
export function measureProver(
  { patches, buggy }: ProverInstance,
  actions: readonly (ProofMove | undefined)[],
): Record<string, number> {
  const decisions = actions.filter((action) => action === 'ACCEPT' || action === 'REJECT');
  return {
    correct: decisions.filter((move, i) => (move === 'ACCEPT') !== buggy[i]).length / patches.length,
    bad_accepts: decisions.filter((move, i) => move === 'ACCEPT' && buggy[i]).length,
    proofs: actions.filter((action) => action === 'PROVE').length,
    checks: actions.filter((action) => action === 'CHECK').length,
  };
}

export function proverRange(params: ProverParams): { low: number; high: number } {
  const { n_patches, cost, budget, check_cost, loss, miss } = params;
  const spent = budget * cost * SIZES + proverSteps(params) * check_cost;
  return { low: -spent - n_patches * loss - n_patches * miss, high: n_patches };
}

/** What the best plan by the odds is worth. */
export function planWorth(instance: ProverInstance): number {
  return planOf(instance).values[0]![instance.params.budget]!;
}

export function proverRules(params: ProverParams): string {
  return (
    `${params.n_patches} patches wait to be decided one after the other. The chance of a bug depends on kind and size: ` +
    `${patchKinds.map((kind) => `${kind} ${[1, 2, 3].map((size) => shown(bugRate(params, { kind, size }))).join('/')}`).join(', ')} for sizes 1/2/3. ` +
    `For the patch at hand do one thing per turn. CHECK: costs ${params.check_cost}, finds a bug that is there with probability ${params.check_power} and none ` +
    `that is not. PROVE: costs ${params.cost} times the size; gives no verdict with probability ${params.timeout_rate}, and a verdict is wrong with probability ` +
    `${params.prover_error}; at most ${params.budget} proofs in all, more are not done. Asking the same again tells the same. ACCEPT: earns 1 if the patch is good and ` +
    `costs ${params.loss} if it has a bug. REJECT: earns 1 if it has a bug, else 0. A reply that cannot be read wastes the turn; there are ${proverSteps(params)} turns. ` +
    'Reply as in "answer: PROVE".'
  );
}

export function proverText({ patches, current, check, proof, proofs_left }: ProverSeen): string {
  return (
    `${patches.map(({ kind, size }, i) => `${i === current ? '>' : ' '} ${i + 1}. ${kind}, size ${size}`).join('\n')}\n` +
    `patch ${Math.min(current + 1, patches.length)}: check ${check}, proof ${proof}; proofs left ${proofs_left}`
  );
}

function shown(share: number): string {
  return String(Math.round(share * 1000) / 1000);
}
