import type { Hash } from '#foundation/kernel';
import { ideaText, type UpdateItem } from '#learners/skill/edits';
import { type RejectedIdea, rememberRejected, type StepDigest } from '#learners/skill/epoch';
import type { Rollout } from '#ratchet/rollout';
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
  /** Votes were counted, and the items that were kept for this proposal are in it. */
  proposed(ideas: readonly Idea[]): void;
  /** Training rollouts spoke for or against an idea. */
  ideaMeasured(item: UpdateItem, rollouts: { readonly good: number; readonly bad: number }): void;
  /** A step has ended. */
  stepEnded(record: StepRecord, digest: StepDigest | undefined): void;
  /** A step made no candidate. */
  skipped(maker: Maker): void;
  noted(texts: readonly string[], chances: number): void;
  /** Notes of an accepted candidate have stayed; those of a refused one get another chance, then none. Others go on waiting. */
  notesSettled(notes: readonly string[], isAccepted: boolean): void;
  /** A line was tried again and did not earn its place. */
  lineDropped(text: string, trial: Omit<RejectedIdea, 'text'>): void;
  /** Ideas that were measured to do harm. */
  foundHarm(items: readonly UpdateItem[], trial: Omit<RejectedIdea, 'text'>): void;
}

export function stepBook(state: Pages): StepBook {
  const pool = new Map<Hash, { version: SkillVersion; scores: Map<string, number[]>; batches: number[] }>();
  state.pool = pool;
  return {
    practised(version, rollouts, isBatch) {
      const entry = pool.get(version.hash) ?? { version, scores: new Map<string, number[]>(), batches: [] };
      pool.set(version.hash, entry);
      for (const { task, outcome } of rollouts) {
        const score = outcome.kind === 'scored' ? outcome.score.hard : Number.NaN;
        entry.scores.set(task.id, [...(entry.scores.get(task.id) ?? []), score]);
        if (isBatch) entry.batches.push(score);
        if (outcome.kind !== 'scored' || score > 0) continue;
        state.firstWrong ??= `${task.id}: ${outcome.score.feedback ?? outcome.score.why ?? 'no reason was given'}`;
      }
    },
    proposed(ideas) {
      state.ideas = ideas;
      state.kept = [];
    },
    ideaMeasured(item, rollouts) {
      state.ideas = withRollouts(state.ideas, ideaText(item), rollouts);
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
    lineDropped(text, trial) {
      state.rejected = [...state.rejected.filter((idea) => idea.text !== text), { text, ...trial }];
      state.ideas = withRollouts(state.ideas, text, { good: 0, bad: 4 });
    },
    foundHarm(items, trial) {
      state.rejected = rememberRejected(state.rejected, items, trial);
    },
  };
}
