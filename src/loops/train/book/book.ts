import type { Rollout } from '../../rollout/rollouts.ts';
import type { Hash } from '#kernel';
import {
  type ItemEffect,
  type RejectedIdea,
  rememberRejected,
  traceRules,
  type StepDigest,
  type UpdateItem,
} from '#skill';
import { newAdvice } from '../propose/choose-advice.ts';
import type { Idea } from '../propose/count-votes.ts';
import type { SkillVersion } from '../skill-version.ts';
import type { Tried } from '../try/trial.ts';
import { bookVerdict } from './book-verdict.ts';
import { creditMaker, creditParts } from './credit-makers.ts';
import type { StepRecord } from './step-record.ts';
import { type Change, createState, type DraftPart, type Maker, type TrainState } from './train-state.ts';

/** The state as its book writes it. */
export type Pages = { -readonly [Field in keyof TrainState]: TrainState[Field] };

/** The only writer of what a run remembers: stages return data, and the loop has it booked here. */
export interface Book {
  readonly state: TrainState;
  /** Training rollouts of a skill. An outage takes its place among the repeats, so that the next visit is a fresh try. */
  practised(version: SkillVersion, rollouts: readonly Rollout[]): void;
  /** Votes were counted, and the items that were kept for this proposal are in it. */
  proposed(ideas: readonly Idea[]): void;
  /** A step has ended. */
  stepEnded(record: StepRecord, digest: StepDigest | undefined): void;
  /** A step made no candidate. */
  skipped(maker: Maker): void;

  /** A change joins the draft. */
  drafted(change: Change): void;
  /** The last part of the draft was measured on training tasks. */
  partMeasured(effect: number): void;
  /** The last part of the draft made it worse and goes. */
  tookBack(): void;
  /** The draft is over: accepted, or given up. */
  draftEnded(): void;

  /** A trial has ended; an accepted candidate replaces the incumbent. */
  tried(change: Change, parts: readonly DraftPart[], tried: Tried): boolean;
  /** What the last trial of a change, or of a part of it, means for its makers and for patience. */
  trialEnded(change: Change, parts: readonly DraftPart[], tried: Tried): void;
  /** A refused bundle was taken apart. */
  tookApart(effects: readonly ItemEffect[], kept: readonly UpdateItem[]): void;
  /** Ideas that were measured to do harm. */
  foundHarm(items: readonly UpdateItem[], trial: Omit<RejectedIdea, 'text'>): void;
  noted(texts: readonly string[], chances: number): void;
  /** Notes of an accepted candidate have stayed; those of a refused one get another chance, then none. Others go on waiting. */
  notesSettled(notes: readonly string[], isAccepted: boolean): void;

  /** The current skill becomes another one without a trial, as the original's guidance does; its score is then unknown. */
  forced(version: SkillVersion, score: number | null): void;
  advised(text: string): void;
  epochEnded(skill: SkillVersion): void;
  restarted(keepsCurrent: boolean): void;
  /** The current skill is now the best. */
  promoted(tried: Tried): void;
  /** Lines left the skill: their rules are no rules any more. */
  simplified(version: SkillVersion): void;
}

export function createBook(initial: SkillVersion): Book {
  const state: Pages = createState(initial);
  const pool = new Map<Hash, { version: SkillVersion; scores: Map<string, number[]> }>();
  state.pool = pool;
  return {
    state,
    practised(version, rollouts) {
      const entry = pool.get(version.hash) ?? { version, scores: new Map<string, number[]>() };
      pool.set(version.hash, entry);
      for (const { task, outcome } of rollouts) {
        const score = outcome.kind === 'scored' ? outcome.score.hard : Number.NaN;
        entry.scores.set(task.id, [...(entry.scores.get(task.id) ?? []), score]);
      }
    },
    proposed(ideas) {
      state.ideas = ideas;
      state.kept = [];
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
    drafted(change) {
      const { draft } = state;
      state.draft = { version: change.version, parts: [...(draft?.parts ?? []), change] };
      state.fruitless = 0;
      creditMaker(state, change.maker, { tries: 1, gain: 0 });
    },
    partMeasured(effect) {
      const { draft } = state;
      const part = draft?.parts.at(-1);
      if (draft === undefined || part === undefined || part.effect !== undefined) return;
      state.draft = { ...draft, parts: [...draft.parts.slice(0, -1), { ...part, effect }] };
      creditMaker(state, part.maker, { tries: 0, gain: Math.max(0, effect) });
    },
    tookBack() {
      const parts = state.draft?.parts.slice(0, -1) ?? [];
      const last = parts.at(-1);
      state.draft = last === undefined ? undefined : { version: last.version, parts };
    },
    draftEnded() {
      state.draft = undefined;
    },
    tried(change, parts, tried) {
      const parent = state.current;
      state.bundles = new Map(state.bundles).set(change.version.hash, change.items);
      const isAccepted = bookVerdict(state, change.version, tried, change.maker.step);
      if (isAccepted) state.rules = rulesAfter(state, change, parts, parent);
      return isAccepted;
    },
    trialEnded(change, parts, tried) {
      creditParts(state, change, parts, tried);
      const isOfStep = change.maker.proposer !== 'slow_update';
      state.fruitless = tried.verdict === 'accept' ? 0 : state.fruitless + Number(isOfStep);
    },
    tookApart(effects, kept) {
      state.effects = new Map([
        ...state.effects,
        ...effects.map(({ item, effect }) => [item.origin.id, effect] as const),
      ]);
      state.kept = kept;
    },
    foundHarm(items, trial) {
      state.rejected = rememberRejected(state.rejected, items, trial);
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
    forced(version, score) {
      state.current = version;
      state.currentScore = score;
    },
    advised(text) {
      state.advice = newAdvice(text);
    },
    epochEnded(skill) {
      state.epochSkill = skill;
      state.digests = [];
    },
    restarted(keepsCurrent) {
      state.restarts += 1;
      state.fruitless = 0;
      state.digests = [];
      state.kept = [];
      if (!keepsCurrent) state.current = state.best;
    },
    promoted(tried) {
      state.best = state.current;
      state.bestScore = tried.candidateScore;
      state.bestSeen = tried.evidence.outcomes.map(({ candidate }) => candidate);
      state.bestStep = state.history.length;
    },
    simplified(version) {
      state.best = version;
      state.rules = state.rules.filter(({ text }) => version.skill['SKILL.md']!.includes(text));
    },
  };
}

/** Why each new rule is there: the items, and with them the failures, behind it; each names the step that wrote it. */
function rulesAfter(state: Pages, change: Change, parts: readonly DraftPart[], parent: SkillVersion): Pages['rules'] {
  const steps = new Map(
    parts.flatMap(({ items, maker }) => items.map(({ origin }) => [origin.id, maker.step] as const)),
  );
  const { version, items, maker } = change;
  const traced = { before: parent.skill, after: version.skill, items, step: maker.step, effects: state.effects };
  return traceRules(state.rules, traced).map((rule) => {
    if (state.rules.includes(rule)) return rule;
    const step = Math.min(...rule.origins.map(({ id }) => steps.get(id) ?? maker.step), maker.step);
    return { ...rule, step };
  });
}
