import { type TrialFigures, type TrialRecord, trialStep } from '#foundation/contracts';
import { certificateOf } from '#foundation/contracts/certificates';
import type { TrialCandidate, GateVerdict, TrialEvidence, TrialPair } from '#ratchet/gate';
import type { Hash } from '#foundation/kernel';
import { mean } from '#foundation/statistics';
import { ceilingOf, type Rollout, rolloutEvidence, type RolloutPair } from '#ratchet/rollout';
import { gateScore } from './gate-score.ts';
import type { SkillVersion } from '../skill-version.ts';
import type { StepAction } from '../state/step-record.ts';
import { asJson } from '../propose/step.ts';
import type { TrainRun } from '../train-run.ts';

/** What the gate found of a candidate. */
export interface Tried {
  readonly verdict: GateVerdict;
  readonly action: StepAction;
  readonly evidence: TrialEvidence;
  /** Means on the validation tasks that were looked at; null where none has a score. */
  readonly hard: number | null;
  readonly soft: number | null;
  readonly incumbentScore: number | null;
  readonly candidateScore: number | null;
  readonly certificate: Hash | undefined;
  /** What the change is, and what it is tried for. */
  readonly claim: string;
  /** Whether an acceptance was tested: then it is the best there is. */
  readonly isTested: boolean;
}

/** Against what, and for what, a candidate is tried: against the incumbent, and for being better, unless told. */
interface TrialTerms extends Omit<TrialCandidate, 'id'> {
  readonly incumbent?: SkillVersion;
}

/**
 * Lets the gate try a candidate against the incumbent: block by block, both skills on the same validation tasks, the next look only
 * after the whole block, so nothing depends on which rollout ended first.
 */
export async function tryCandidate(
  run: TrainRun,
  candidate: SkillVersion,
  claim: string,
  { incumbent = run.state.current, ...terms }: TrialTerms = {},
): Promise<Tried> {
  run.enter('evaluate');
  // Room is counted in pairs: both sides are rolled out anew.
  const room = Math.floor(run.budget.room(ceilingOf(run.world)) / 2);
  const trial = run.gate.open({ id: candidate.hash, room, ...terms });
  const made: RolloutPair[] = [];
  while (trial.verdict === undefined) {
    const block = trial.next();
    const plans = [incumbent, candidate].flatMap(({ skill }) =>
      block.map(({ task, repeat }) => {
        const found = run.validation.get(task)!;
        return { skill, task: found, repeat, stage: 'evaluate', mayShowFeedback: false };
      }),
    );
    const rollouts = await run.rollouts.run(plans);
    const pairs = block.map((_, i) => ({ incumbent: rollouts[i]!, candidate: rollouts[block.length + i]! }));
    made.push(...pairs);
    trial.report(block.map((asked, i) => pairOf(run, asked, pairs[i]!)));
  }
  const evidence = trial.evidence();
  const scored = made.flatMap(({ candidate: { outcome } }) => (outcome.kind === 'scored' ? [outcome.score] : []));
  const meanOf = (values: readonly number[]): number | null => (values.length === 0 ? null : mean(values));
  const certificate =
    trial.verdict === 'accept' && run.gate.certifies
      ? certify(run, { incumbent, candidate, evidence, made })
      : undefined;
  const tried: Tried = {
    verdict: trial.verdict,
    action: trial.action ?? trial.verdict,
    evidence,
    hard: meanOf(scored.map(({ hard }) => hard)),
    soft: meanOf(scored.map(({ soft }) => soft)),
    incumbentScore: meanOf(evidence.outcomes.map((outcome) => outcome.incumbent)),
    candidateScore: meanOf(evidence.outcomes.map((outcome) => outcome.candidate)),
    certificate,
    claim,
    isTested: run.gate.isTested,
  };
  if (certificate === undefined) await keepOutcomes(run, candidate, tried);
  return tried;
}

/** Outcomes without a certificate are kept all the same: they show why a candidate did not stay. */
async function keepOutcomes(run: TrainRun, candidate: SkillVersion, tried: Tried): Promise<void> {
  const { name, inputs } = trialStep(figuresOf(candidate, tried));
  await run.journal.step(name, inputs, (): TrialRecord => ({ outcomes: [...tried.evidence.outcomes] }));
}

function figuresOf({ hash }: SkillVersion, { evidence, incumbentScore, candidateScore }: Tried): TrialFigures {
  const { gain, pValue, pairs, looks, spent } = evidence;
  return { candidate: hash, incumbent: incumbentScore, challenger: candidateScore, gain, pValue, pairs, looks, spent };
}

function pairOf(
  run: TrainRun,
  { task, repeat }: { readonly task: string; readonly repeat: number },
  { incumbent, candidate }: RolloutPair,
): TrialPair {
  const { gateMetric, mixedWeight } = run.settings;
  const scoreOf = ({ outcome }: Rollout): number | null => gateScore(outcome, gateMetric, mixedWeight);
  return { task, repeat, incumbent: scoreOf(incumbent), candidate: scoreOf(candidate) };
}

interface Accepted {
  readonly incumbent: SkillVersion;
  readonly candidate: SkillVersion;
  readonly evidence: TrialEvidence;
  readonly made: readonly RolloutPair[];
}

function certify(run: TrainRun, { incumbent, candidate, evidence, made }: Accepted): Hash {
  const { gateMetric: metric, mixedWeight: weight } = run.settings;
  const { test, alpha, spent, outcomes, pValue } = evidence;
  return run.journal.certify(
    certificateOf({
      kind: 'statistical',
      incumbent: incumbent.hash,
      candidate: candidate.hash,
      test,
      alpha,
      spent,
      pValue,
      outcomes: [...outcomes],
      evidence: rolloutEvidence(made, { world: run.rollouts.world, metric, weight }),
    }),
  );
}

/** The end of a trial as an event. Without a test (strict, off) there is no certificate, and the word is not `accepted`. */
export function emitVerdict(run: TrainRun, what: string, candidate: SkillVersion, tried: Tried): void {
  const { evidence, verdict, certificate } = tried;
  const facts = {
    ...figuresOf(candidate, tried),
    what,
    origin: candidate.origin,
    score: verdict === 'accept' ? tried.candidateScore : tried.incumbentScore,
    interval: { ...evidence.interval },
    alpha: evidence.alpha,
    claim: tried.claim,
  };
  if (verdict !== 'accept')
    run.emit(verdict === 'reject' ? 'candidate-rejected' : 'candidate-undecided', asJson(facts));
  else if (certificate === undefined) run.emit('candidate-passed', asJson({ ...facts, gate: run.gate.kind }));
  else run.emit('candidate-accepted', asJson({ ...facts, certificate }));
}
