import { SIGN_TEST, signGate, spendAlpha } from '#gate';
import { createRng, type Hash, hashOf } from '#kernel';
import type { Journal, PairedOutcome, Progress } from '#contracts';
import type { BitPractice } from './bit-practice.ts';
import { learnEpisode, playEpisode, snapshotOf, type TabularKnobs, type ValueTable } from './tabular-learner.ts';

/** What one run of practice is asked to do; all effort is counted, none is timed. */
export interface PractiseConfig extends TabularKnobs {
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
    progress(round - 1, config.rounds, `held-out score ${state.scoreAfter.toFixed(3)}`);
    const path = `${practice.seedPath}/round-${round}`;
    candidate = await learnRound(candidate, path, practice, { config, journal });
    const measured = await comparePair(incumbent, candidate, path, { practice, config, journal });
    if (round === 1) state.scoreBefore = measured.incumbent;

    const alpha = spendAlpha(config.alpha, round);
    const decision = signGate(measured.outcomes, alpha);
    const facts = { round, incumbent: measured.incumbent, candidate: measured.candidate, pValue: decision.pValue, alpha };
    if (decision.verdict === 'accept') {
      const certificate = journal.certify({
        v: 1,
        kind: 'statistical',
        claim: `after round ${round} the candidate scores higher than the incumbent on ${practice.name}`,
        incumbent: snapshotOf(incumbent),
        candidate: snapshotOf(candidate),
        taskSet: hashOf(measured.outcomes.map((outcome) => outcome.task)),
        seedPath: `${path}/held-out`,
        test: SIGN_TEST,
        alpha,
        outcomes: [...measured.outcomes],
        pValue: decision.pValue,
      });
      journal.emit('candidate-accepted', { ...facts, certificate });
      incumbent = candidate;
      state.accepted += 1;
      state.scoreAfter = measured.candidate;
    } else {
      journal.emit(decision.verdict === 'reject' ? 'candidate-rejected' : 'candidate-undecided', facts);
      state[decision.verdict === 'reject' ? 'rejected' : 'undecided'] += 1;
      state.scoreAfter = measured.incumbent;
    }
  }
  progress(config.rounds, config.rounds, `held-out score ${state.scoreAfter.toFixed(3)}`);
  return { ...state, episodes: config.rounds * config.episodesPerRound, snapshot: snapshotOf(incumbent) };
}

interface Setting {
  readonly config: PractiseConfig;
  readonly journal: Journal;
}

function learnRound(table: ValueTable, path: string, practice: BitPractice, { config, journal }: Setting): Promise<ValueTable> {
  const { episodesPerRound, exploration, learningRate, discount } = config;
  const knobs = { exploration, learningRate, discount };
  const inputs = { practice: practice.name, path, table: snapshotOf(table), episodesPerRound, ...knobs };
  return journal.step('learn-round', inputs, () => {
    const learnt: Record<string, number[]> = {};
    for (const [key, values] of Object.entries(table)) learnt[key] = [...values];
    for (let i = 0; i < episodesPerRound; i += 1) {
      const rng = createRng(`${path}/practice/${i}`);
      learnEpisode(learnt, practice.start(rng.fork('task').path), knobs, rng.fork('policy'));
    }
    return learnt;
  });
}

function comparePair(
  incumbent: ValueTable,
  candidate: ValueTable,
  path: string,
  { practice, config, journal }: Setting & { readonly practice: BitPractice },
): Promise<Measured> {
  const inputs = {
    practice: practice.name,
    path,
    incumbent: snapshotOf(incumbent),
    candidate: snapshotOf(candidate),
    heldOutTasks: config.heldOutTasks,
  };
  return journal.step('compare-pair', inputs, () => {
    const outcomes: PairedOutcome[] = [];
    for (let i = 0; i < config.heldOutTasks; i += 1) {
      const task = `${path}/held-out/${i}`;
      const score = (table: ValueTable): number => {
        const episode = practice.start(task);
        return episode.normalise(playEpisode(table, episode, createRng(`${task}/policy`)));
      };
      outcomes.push({ task, incumbent: score(incumbent), candidate: score(candidate) });
    }
    const mean = (of: 'incumbent' | 'candidate'): number => outcomes.reduce((sum, o) => sum + o[of], 0) / outcomes.length;
    return { outcomes, incumbent: mean('incumbent'), candidate: mean('candidate') };
  });
}
