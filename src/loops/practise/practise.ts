import { certificateOf, type Json, type Journal, type PairedOutcome, type Progress } from '#contracts';
import { type GateDecision, SIGN_TEST, signGate, spendAlpha } from '#gate';
import { canonicalText, createRng, type Hash } from '#kernel';
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
  journal.emit('practice-started', {
    practice: practice.name,
    snapshot: keepTable(incumbent, journal),
    alpha: config.alpha,
  });
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
    const scores = { incumbent: measured.incumbent, challenger: measured.candidate };
    const facts = { round, ...scores, wins, losses, pValue, alpha, spent: alpha };
    if (decision.verdict === 'accept') {
      const certificate = certify({ incumbent, candidate, measured, decision, alpha }, setting);
      journal.emit('candidate-accepted', {
        score: measured.candidate,
        ...facts,
        candidate: snapshotOf(candidate),
        certificate,
      });
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

function certify({ incumbent, candidate, measured, alpha, decision }: Accepted, setting: Setting): Hash {
  const { journal } = setting;
  const inputs = pairInputs(incumbent, candidate, setting);
  return journal.certify(
    certificateOf({
      kind: 'statistical',
      incumbent: keepTable(incumbent, journal),
      candidate: keepTable(candidate, journal),
      test: SIGN_TEST,
      alpha,
      spent: alpha,
      outcomes: [...measured.outcomes],
      pValue: decision.pValue,
      evidence: { kind: 'paired', steps: [{ name: 'compare-pair', inputs }] },
    }),
  );
}

/** Keeps a table as a blob under its snapshot, so that anyone can look up what a certificate speaks of. */
function keepTable(table: ValueTable, journal: Journal): Hash {
  return journal.putBlob(new TextEncoder().encode(canonicalText(table)));
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

function pairInputs(incumbent: ValueTable, candidate: ValueTable, { practice, config, round }: Setting): Json {
  const { heldOutTasks, seed } = config;
  const pair = { incumbent: snapshotOf(incumbent), candidate: snapshotOf(candidate) };
  return { practice: practice.name, seed, round, heldOutTasks, ...pair };
}

function comparePair(incumbent: ValueTable, candidate: ValueTable, setting: Setting): Promise<Measured> {
  const { practice, config, journal, round } = setting;
  const { heldOutTasks } = config;
  return journal.step('compare-pair', pairInputs(incumbent, candidate, setting), () => {
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
