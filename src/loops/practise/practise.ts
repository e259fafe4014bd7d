import type { Journal, PairedOutcome, Progress, StatisticalCertificate } from '#contracts';
import { type GateDecision, SIGN_TEST, signGate, spendAlpha } from '#gate';
import { createRng, type Hash, hashOf } from '#kernel';
import { mean } from '#statistics';
import type { BitPractice } from './bit-practice.ts';
import { learnEpisode, playEpisode, snapshotOf, type TabularKnobs, type ValueTable } from './tabular-learner.ts';

/** What one run of practice is asked to do; all effort is counted, none is timed. */
export interface PractiseConfig extends TabularKnobs {
  readonly seed: number;
  readonly rounds: number;
  readonly episodesPerRound: number;
  readonly heldOutTasks: number;
  readonly alpha: number;
}

export type PractiseSummary = {
  readonly accepted: number;
  readonly rejected: number;
  readonly undecided: number;
  readonly episodes: number;
  readonly scoreBefore: number;
  readonly scoreAfter: number;
  readonly snapshot: Hash;
};

type Measured = {
  readonly outcomes: readonly PairedOutcome[];
  readonly incumbent: number;
  readonly candidate: number;
};

/**
 * Practises one template: the candidate learns a round of episodes, candidate and incumbent play the same fresh held-out
 * tasks, and the gate decides which of them goes on. Only an accepted candidate becomes the incumbent, and it
 * does so with a certificate.
 *
 * Round k uses tasks that no other round sees, and its share of one error budget.
 */
export async function practise(
  practice: BitPractice,
  config: PractiseConfig,
  journal: Journal,
  progress: Progress,
): Promise<PractiseSummary> {
  const state = { accepted: 0, rejected: 0, undecided: 0, scoreBefore: 0, scoreAfter: 0 };
  let incumbent: ValueTable = {};
  let candidate: ValueTable = {};
  for (let round = 1; round <= config.rounds; round += 1) {
    progress(round - 1, config.rounds, round === 1 ? '' : `held-out score ${state.scoreAfter.toFixed(3)}`);
    const setting = { practice, config, journal, round };
    candidate = await learnRound(candidate, setting);
    const measured = await comparePair(incumbent, candidate, setting);
    if (round === 1) {
      state.scoreBefore = measured.incumbent;
      journal.emit('incumbent-measured', { score: measured.incumbent });
    }

    const alpha = spendAlpha(config.alpha, round);
    const decision = signGate(measured.outcomes, alpha);
    const { wins, losses, pValue } = decision;
    const facts = { round, incumbent: measured.incumbent, candidate: measured.candidate, wins, losses, pValue, alpha };
    if (decision.verdict === 'accept') {
      const certificate = journal.certify(
        certificateOf({ incumbent, candidate, measured, alpha, decision }, practice.name, round),
      );
      journal.emit('candidate-accepted', { score: measured.candidate, ...facts, certificate });
      incumbent = candidate;
      state.accepted += 1;
      state.scoreAfter = measured.candidate;
    } else {
      journal.emit(decision.verdict === 'reject' ? 'candidate-rejected' : 'candidate-undecided', {
        score: measured.incumbent,
        ...facts,
      });
      state[decision.verdict === 'reject' ? 'rejected' : 'undecided'] += 1;
      state.scoreAfter = measured.incumbent;
    }
  }
  progress(config.rounds, config.rounds, `held-out score ${state.scoreAfter.toFixed(3)}`);
  return { ...state, episodes: config.rounds * config.episodesPerRound, snapshot: snapshotOf(incumbent) };
}

interface Setting {
  readonly practice: BitPractice;
  readonly config: PractiseConfig;
  readonly journal: Journal;
  readonly round: number;
}

interface Accepted {
  readonly incumbent: ValueTable;
  readonly candidate: ValueTable;
  readonly measured: Measured;
  readonly alpha: number;
  readonly decision: GateDecision;
}

function certificateOf(accepted: Accepted, practice: string, round: number): StatisticalCertificate {
  const { measured, alpha, decision } = accepted;
  return {
    v: 1,
    kind: 'statistical',
    claim: `after round ${round} the candidate scores higher than the incumbent on ${practice}`,
    incumbent: snapshotOf(accepted.incumbent),
    candidate: snapshotOf(accepted.candidate),
    taskSet: hashOf(measured.outcomes.map((outcome) => outcome.task)),
    test: SIGN_TEST,
    alpha,
    outcomes: [...measured.outcomes],
    pValue: decision.pValue,
  };
}

function learnRound(table: ValueTable, { practice, config, journal, round }: Setting): Promise<ValueTable> {
  const { episodesPerRound, exploration, learningRate, discount, seed } = config;
  const knobs = { exploration, learningRate, discount };
  const inputs = { practice: practice.name, seed, round, table: snapshotOf(table), episodesPerRound, ...knobs };
  return journal.step('learn-round', inputs, () => {
    const learnt: Record<string, number[]> = {};
    for (const [key, values] of Object.entries(table)) learnt[key] = [...values];
    for (let i = 0; i < episodesPerRound; i += 1) {
      const episode = practice.start('train', (round - 1) * episodesPerRound + i);
      learnEpisode(learnt, episode, knobs, createRng(`practise/learn/${episode.seedPath}`));
    }
    return learnt;
  });
}

function comparePair(
  incumbent: ValueTable,
  candidate: ValueTable,
  { practice, config, journal, round }: Setting,
): Promise<Measured> {
  const { heldOutTasks, seed } = config;
  const pair = { incumbent: snapshotOf(incumbent), candidate: snapshotOf(candidate) };
  return journal.step('compare-pair', { practice: practice.name, seed, round, heldOutTasks, ...pair }, () => {
    const outcomes: PairedOutcome[] = [];
    for (let i = 0; i < heldOutTasks; i += 1) {
      const index = (round - 1) * heldOutTasks + i;
      const score = (table: ValueTable): number => {
        const episode = practice.start('validation', index);
        return episode.normalise(playEpisode(table, episode, createRng(`practise/play/${episode.seedPath}`)));
      };
      const task = practice.start('validation', index).seedPath;
      outcomes.push({ task, incumbent: score(incumbent), candidate: score(candidate) });
    }
    return {
      outcomes,
      incumbent: mean(outcomes.map((outcome) => outcome.incumbent)),
      candidate: mean(outcomes.map((outcome) => outcome.candidate)),
    };
  });
}
