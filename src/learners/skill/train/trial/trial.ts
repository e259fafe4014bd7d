import { type TrialFigures, type TrialRecord, trialStep } from '#foundation/contracts';
import type { TrialCandidate, TrialPair } from '#ratchet/gate';
import { isBudgetSpent } from '#ratchet/budget';
import { tellVerdict, tryCandidate } from '#ratchet/trial';
import type { Tried } from '../state/tried.ts';
import { mean } from '#foundation/statistics';
import { ceilingOf, type Rollout, rolloutEvidence, type RolloutPair } from '#ratchet/rollout';
import { gateScore } from './gate-score.ts';
import type { SkillVersion } from '../skill-version.ts';
import type { Remembering, Telling, Trying } from '../train-run.ts';

/** Against what, and for what, a candidate is tried: against the incumbent, and for being better, unless told. */
interface TrialTerms extends Omit<TrialCandidate, 'id'> {
  readonly incumbent?: SkillVersion;
}

/** Lets the gate try a candidate against the incumbent on the validation tasks. */
export async function tryVersion(
  run: Telling & Remembering & Trying,
  candidate: SkillVersion,
  claim: string,
  { incumbent = run.state.current, ...terms }: TrialTerms = {},
): Promise<Tried> {
  run.enter('evaluate');
  const { gateMetric: metric, mixedWeight: weight } = run.settings;
  const { certifies, isTested } = run.gate;
  // Room is counted in pairs: both sides are rolled out anew.
  const room = Math.floor(run.budget.room(ceilingOf(run.world)) / 2);
  const made: RolloutPair[] = [];
  const share = { weight: terms.prior ?? 1, ...(terms.part === undefined ? {} : { part: terms.part }) };
  const found = await tryCandidate(run.journal, {
    sides: { incumbent: incumbent.hash, candidate: candidate.hash },
    trial: run.gate.open({ id: candidate.hash, room, ...terms }),
    certifies,
    evidence: () => rolloutEvidence(made, { world: run.rollouts.world, metric, weight }),
    async play(block) {
      const plans = [incumbent, candidate].flatMap(({ skill }) =>
        block.map(({ task, repeat }) => {
          const asked = run.validation.get(task)!;
          return { skill, task: asked, repeat, stage: 'evaluate', mayShowFeedback: false };
        }),
      );
      const rollouts = await run.rollouts.run(plans);
      const pairs = block.map((_, i) => ({ incumbent: rollouts[i]!, candidate: rollouts[block.length + i]! }));
      made.push(...pairs);
      return block.map((asked, i) => pairOf(run, asked, pairs[i]!));
    },
  }).catch((error: unknown) => {
    // It has a number and a share of the error budget, and no verdict.
    if (isBudgetSpent(error)) run.emit('trial-cut', { candidate: candidate.hash, ...share });
    throw error;
  });
  const scored = made.flatMap(({ candidate: { outcome } }) => (outcome.kind === 'scored' ? [outcome.score] : []));
  const meanOf = (values: readonly number[]): number | null => (values.length === 0 ? null : mean(values));
  const [hard, soft] = [meanOf(scored.map((score) => score.hard)), meanOf(scored.map((score) => score.soft))];
  return { ...found, hard, soft, claim, isTested, share };
}

function figuresOf({ hash }: SkillVersion, { evidence, incumbentScore, candidateScore }: Tried): TrialFigures {
  const { gain, pValue, pairs, looks, spent } = evidence;
  return { candidate: hash, incumbent: incumbentScore, challenger: candidateScore, gain, pValue, pairs, looks, spent };
}

function pairOf(
  run: Telling,
  { task, repeat }: { readonly task: string; readonly repeat: number },
  { incumbent, candidate }: RolloutPair,
): TrialPair {
  const { gateMetric, mixedWeight } = run.settings;
  const scoreOf = ({ outcome }: Rollout): number | null => gateScore(outcome, gateMetric, mixedWeight);
  return { task, repeat, incumbent: scoreOf(incumbent), candidate: scoreOf(candidate) };
}

/**
 * The end of a trial: recorded with what both sides did, and told as an event. Without a test (strict, off) there is no certificate, and the
 * word is not `accepted`.
 */
export async function tellTrial(
  run: Telling & Trying,
  what: string,
  candidate: SkillVersion,
  tried: Tried,
): Promise<void> {
  const { evidence, verdict, certificate, share, claim } = tried;
  const isUntested = verdict === 'accept' && certificate === undefined;
  const figures = figuresOf(candidate, tried);
  const told = {
    what,
    origin: candidate.origin,
    score: verdict === 'accept' ? tried.candidateScore : tried.incumbentScore,
    interval: { ...evidence.interval },
    alpha: evidence.alpha,
    claim,
    ...share,
    ...(isUntested ? { gate: run.gate.kind } : {}),
  };
  const { name, inputs } = trialStep(figures);
  const outcomes = evidence.outcomes.map((outcome) => ({ ...outcome }));
  await run.journal.step(name, inputs, () => ({ outcomes, told: { ...told, verdict } }) satisfies TrialRecord);
  tellVerdict(run, tried, { ...figures, ...told });
}
