import { Fault } from '#foundation/kernel';
import { knob, type KnobTable, turnTable } from '#foundation/kernel/knobs';

/**
 * Every number that tunes a scheduler; one that is not here does not exist.
 *
 * @source spec/pipeline §4 (a1 to a4, mode weights), §5 (masks), §6 (PoX weights, epsilon, verify share), §7 (pass and regret bands)
 */
export const scheduleKnobs = {
  window: knob(20, 4, 200, 'scores a track remembers'),
  horizon: knob(6, 1, 199, 'h: how many scores back the specification compares with the newest'),
  progressWeight: knob(1, 0, 10, 'a1 of both: pull of learning progress'),
  uncertaintyWeight: knob(1, 0, 10, 'a2 of the seed: pull of the variance of scores'),
  noveltyWeight: knob(0.3, 0, 10, 'b2 of the default: pull of what is little or long ago practised'),
  poxWeight: knob(1, 0, 10, 'a3 of the seed: pull of recent PoX yield'),
  stabilityWeight: knob(1, 0, 10, 'a4 of the seed: push of instability (KL drift and violations)'),
  yieldWeight: knob(0.2, 0, 10, 'b3 of the default: pull of recent PoX yield'),
  instabilityWeight: knob(0.2, 0, 10, 'b4 of the default: pull of instability on verification'),
  minSignal: knob(0.01, 1e-9, 1e9, 'least PoX yield or instability that counts as a full signal'),
  seedModeWeight: knob(3, 0, 50, 'w_m,d of the specification before its mode factor'),
  temperature: knob(0.1, 0.01, 10, 'tau: softmax temperature of the default rule'),
  floor: knob(0.1, 0, 1, 'share of practice spread evenly, so that everything stays measured'),
  significance: knob(1, 0, 16, 'c: how many squared standard errors progress must beat'),
  evidenceRate: knob(0.1, 0.001, 1, 'how fast the running z² follows'),
  noiseEvidence: knob(1.5, 0, 16, 'z₀²: running z² that pure noise reaches'),
  minProgress: knob(0.005, 0.000001, 1, 'smallest progress per visit that counts as a full scale'),
  revisitAfter: knob(40, 1, 10000, 'meta steps after which an unpractised domain counts as fully stale'),
  tsclWindow: knob(5, 2, 200, 'K of TSCL: scores its slope is taken over'),
  tsclRate: knob(0.3, 0.001, 1, 'alpha of TSCL: how fast its value follows the slope'),
  tsclTemperature: knob(0.01, 0.0001, 10, 'Boltzmann temperature of TSCL over |Q|'),
  tsclFloor: knob(0, 0, 1, 'share of uniform practice under TSCL'),
  driftRate: knob(0.1, 0.001, 1, 'how fast instability and PoX averages follow'),
  synthShare: knob(0.3, 0, 1, 'alpha_synth: share of practice that is synthetic, after verification took its own'),
  passMin: knob(0.4, 0, 1, 'PR_min: below this pass rate a level is too hard'),
  passMax: knob(0.8, 0, 1, 'PR_max: above this pass rate a level is too easy'),
  regretMin: knob(0.25, 0, 1, 'R_min: a level is too easy only below this regret'),
  regretMax: knob(0.65, 0, 1, 'R_max: above this regret a level is too hard'),
  fade: knob(0.9, 0, 0.999, "how much of a level's counts each new episode keeps"),
  wilsonZ: knob(1, 0, 4, 'z of the interval that must clear the band before the centre moves'),
  baseShare: knob(0.1, 0, 0.3, 'share of practice on level 1'),
  reachShare: knob(0.2, 0, 0.3, 'share of practice one level above the centre'),
  reviewShare: knob(0.1, 0, 0.3, 'share of practice one level below the centre'),
  levelStep: knob(0.1, 0, 0.9, 'delta: how strongly the specification shifts its weights per episode'),
  poxR: knob(1, 0, 100, 'w_R: weight of regret reduction'),
  poxS: knob(1, 0, 100, 'w_S: weight of safety improvement'),
  poxC: knob(1, 0, 100, 'w_C: weight of fast-path cost reduction'),
  poxI: knob(0.1, 0, 100, 'w_I: weight of information gain'),
  costEpsilon: knob(1, 1e-9, 1e9, 'epsilon: least verification cost a priority is divided by'),
  costRidge: knob(1, 1e-6, 1e6, 'lambda: how many verifications the prior of the cost model is worth'),
  minScore: knob(
    0,
    -1e9,
    1e9,
    'a patch must promise more than this to be verified; the specification has no such limit',
  ),
  verifyStart: knob(0.15, 0.01, 0.9, 'alpha_verify at the start'),
  verifyLow: knob(0.05, 0.001, 1, 'least alpha_verify'),
  verifyHigh: knob(0.4, 0.001, 1, 'greatest alpha_verify'),
  verifyStep: knob(0.2, 0, 5, 'k: how strongly alpha_verify answers to backlog and yield'),
  backlogHalf: knob(8, 0.1, 10000, 'waiting high-priority patches that make the backlog half full'),
  yieldGood: knob(0.3, 0.01, 1, 'share of verifications that hold which counts as good'),
  yieldRate: knob(0.1, 0.001, 1, 'how fast yield and priority averages follow'),
  divergenceMax: knob(0.05, 0, 100, 'KL_max_d where a domain sets none'),
  advantageMin: knob(0, -100, 100, 'A_min_d where a domain sets none'),
} as const satisfies KnobTable;

/** The name of a knob. */
export type KnobName = keyof typeof scheduleKnobs;

/** A value for every knob. */
export type Knobs = Readonly<Record<KnobName, number>>;

const ordered: readonly (readonly [KnobName, KnobName])[] = [
  ['horizon', 'window'],
  ['tsclWindow', 'window'],
  ['passMin', 'passMax'],
  ['regretMin', 'regretMax'],
  ['verifyLow', 'verifyHigh'],
];

/** The defaults with some knobs turned; an unknown name or a value outside its range is a fault. */
export function turnKnobs(turned: Readonly<Record<string, number>> = {}): Knobs {
  const values = turnTable(scheduleKnobs, turned, { kind: 'schedule', refuse });
  for (const [low, high] of ordered) {
    if (values[low] >= values[high]) {
      refuse(`knob ${low} (${values[low]}) must lie below ${high} (${values[high]})`);
    }
  }
  return values;
}

function refuse(why: string): never {
  throw new Fault('schedule/bad-knob', why);
}
