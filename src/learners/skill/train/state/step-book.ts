import type { StepDigest } from '#learners/skill/epoch';
import type { Rollout } from '#ratchet/rollout';
import { wordsOf } from '#learners/skill/rule-similarity';
import { type Idea, withRollouts } from '../propose/weigh-ideas.ts';
import type { SkillVersion } from '../skill-version.ts';
import { creditMaker } from './credit-makers.ts';
import type { Pages } from './pages.ts';
import type { StepRecord } from './step-record.ts';
import type { Maker } from './train-state.ts';

/** What steps leave behind: rollouts, votes, records, notes and ideas that did harm. */
export interface StepBook {
  /** Training rollouts of a skill. An outage takes its place among the repeats, so that the next visit is a fresh try. */
  practised(version: SkillVersion, rollouts: readonly Rollout[], isBatch: boolean): void;
  /** Analysts have read these rollouts. */
  wasRead(keys: readonly string[]): void;
  /** Votes were counted, and the items that were kept for this proposal are in it. */
  proposed(ideas: readonly Idea[]): void;
  /** Training rollouts spoke for or against an idea: of an item, or of a line that was tried again. */
  ideaMeasured(text: string, rollouts: { readonly good: number; readonly bad: number }): void;
  /** A step has ended. */
  stepEnded(record: StepRecord, digest: StepDigest | undefined): void;
  /** A step made no candidate. */
  skipped(maker: Maker): void;
  noted(texts: readonly string[], chances: number): void;
  /** Notes of an accepted candidate have stayed; those of a refused one get another chance, then none. Others go on waiting. */
  notesSettled(notes: readonly string[], isAccepted: boolean): void;
}

export function stepBook(state: Pages): StepBook {
  return {
    practised(version, rollouts, isBatch) {
      const entry = state.pool.get(version.hash);
      const scores = new Map(entry?.scores);
      const batches = [...(entry?.batches ?? [])];
      const said = new Set(state.said);
      for (const { task, outcome } of rollouts) {
        const score = outcome.kind === 'scored' ? outcome.score.hard : Number.NaN;
        scores.set(task.id, [...(scores.get(task.id) ?? []), score]);
        if (isBatch) batches.push({ task: task.id, score });
        if (outcome.kind === 'scored') addWords(said, outcome.reply);
        if (outcome.kind !== 'scored' || score > 0) continue;
        state.firstWrong ??= `${task.id}: ${outcome.score.feedback ?? outcome.score.why ?? 'no reason was given'}`;
      }
      state.said = said;
      state.pool = new Map([...state.pool, [version.hash, { version: entry?.version ?? version, scores, batches }]]);
    },
    wasRead(keys) {
      state.read = new Set([...state.read, ...keys]);
    },
    proposed(ideas) {
      state.ideas = ideas;
      state.kept = [];
    },
    ideaMeasured(text, rollouts) {
      state.ideas = withRollouts(state.ideas, text, rollouts);
    },
    stepEnded(record, digest) {
      state.history = [...state.history, record];
      if (digest !== undefined) state.digests = [...state.digests, digest];
    },
    skipped(maker) {
      state.skipped += 1;
      state.fruitless += 1;
      creditMaker(state, maker, { tries: 1, gain: 0 });
    },
    noted(texts, chances) {
      state.notes = [...state.notes, ...texts.map((text) => ({ text, chances }))];
    },
    notesSettled(notes, isAccepted) {
      const rode = new Set(notes);
      state.notes = state.notes.flatMap(({ text, chances }) => {
        if (!rode.has(text)) return [{ text, chances }];
        return isAccepted || chances <= 1 ? [] : [{ text, chances: chances - 1 }];
      });
    },
  };
}

/** Words that are remembered at most: what an idea can tell to answer is said again and again, and numbers have no end. */
const MOST_WORDS = 20_000;

function addWords(said: Set<string>, reply: string): void {
  if (said.size >= MOST_WORDS) return;
  for (const word of wordsOf(reply)) said.add(word);
}
