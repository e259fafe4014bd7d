import type { TypeFall } from '#ratchet/gate/trials';
import { removableRules, traceRules } from '#learners/skill/document';
import type { ItemEffect, UpdateItem } from '#learners/skill/edits';
import type { SkillVersion } from '../skill-version.ts';
import type { Tried } from './tried.ts';
import { bookVerdict } from './book-verdict.ts';
import { creditMaker, creditParts } from './credit-makers.ts';
import type { Pages } from './pages.ts';
import { baseOf, type Change, type DraftPart } from './train-state.ts';

/** What becomes of changes: drafts, trials, and what a refused bundle was made of. */
export interface TrialBook {
  /** A change joins the draft. */
  drafted(change: Change): void;
  /** The last part of the draft was measured on training tasks. */
  partMeasured(effect: number): void;
  /** The last part of the draft made it worse and goes. */
  tookBack(): void;
  /** Lines of the draft were left out; nothing is left of it where it is the incumbent again. */
  draftReviewed(version: SkillVersion, current: SkillVersion): void;
  /** The draft is over: accepted, or given up. */
  draftEnded(): void;
  /** The draft was tried early, and goes on. */
  draftTriedEarly(): void;
  /** A trial has ended; an accepted candidate replaces the incumbent. */
  tried(change: Change, parts: readonly DraftPart[], tried: Tried): void;
  /** What the last trial of a change, or of a part of it, means for its makers and for patience. */
  trialEnded(change: Change, parts: readonly DraftPart[], tried: Tried): void;
  /** Types of tasks on which the accepted candidate is worse than what it replaced, and those that nobody could tell of. */
  typesSeen(fallen: readonly TypeFall[], unwatched: readonly string[]): void;
  /** A refused bundle was taken apart. */
  tookApart(effects: readonly ItemEffect[], kept: readonly UpdateItem[]): void;
}

export function trialBook(state: Pages): TrialBook {
  return {
    drafted(change) {
      const { draft } = state;
      state.replaced = withReplaced(state.replaced, change, baseOf(state));
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
    draftReviewed(version, current) {
      const parts = partsLeft(state.draft?.parts ?? [], version);
      state.draft = version.hash === current.hash ? undefined : { version, parts };
    },
    draftEnded() {
      state.draft = undefined;
      state.triedParts = 0;
    },
    draftTriedEarly() {
      state.triedParts = state.draft?.parts.length ?? 0;
    },
    tried(change, parts, tried) {
      const parent = state.current;
      state.bundles = new Map(state.bundles).set(change.version.hash, change.items);
      const isAccepted = bookVerdict(state, change.version, tried, change.maker.step);
      if (isAccepted) state.rules = rulesAfter(state, change, parts, parent);
    },
    trialEnded(change, parts, tried) {
      creditParts(state, change, parts, tried);
      const isOfStep = change.maker.proposer !== 'slow_update';
      state.fruitless = tried.verdict === 'accept' ? 0 : state.fruitless + Number(isOfStep);
    },
    typesSeen(fallen, unwatched) {
      state.fallen = fallen;
      state.unwatched = unwatched;
    },
    tookApart(effects, kept) {
      state.effects = new Map([
        ...state.effects,
        ...effects.map(({ item, effect }) => [item.origin.id, effect] as const),
      ]);
      state.kept = kept;
    },
  };
}

/** Parts of a draft without the edits that a review took out; what is rolled out next is the last step without these lines. */
function partsLeft(parts: readonly DraftPart[], version: SkillVersion): DraftPart[] {
  const text = Object.values(version.skill).join('\n');
  return parts.map(({ items, ...part }, i) => ({
    ...part,
    items: items.filter((item) => item.kind !== 'edit' || text.includes(item.edit.content.trim())),
    ...(i === parts.length - 1 ? { version } : {}),
  }));
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

/** Which lines the edits of a change took the place of. */
function withReplaced(known: Pages['replaced'], { items }: Change, before: SkillVersion): Pages['replaced'] {
  const lines = removableRules(before.skill);
  const fresh = items.flatMap((item): (readonly [string, string])[] => {
    if (item.kind !== 'edit' || item.edit.op !== 'replace') return [];
    const target = item.edit.target.trim();
    const line = lines.find(({ text }) => text.includes(target) || target.includes(text));
    return line === undefined ? [] : [[item.edit.content.trim(), line.text]];
  });
  return new Map([...known, ...fresh]);
}
