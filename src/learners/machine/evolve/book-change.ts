import { skillName } from '#foundation/contracts';
import { hashOf } from '#foundation/kernel';
import { observeDomains } from '#schedule/domains';
import { observeLesson } from '#schedule/lessons';
import { BATCH_EPISODES } from './act-on-main.ts';
import { addSpent, bookClimb, bookLesson } from './book-lesson.ts';
import { bookOrder } from './book-order.ts';
import { bookPatch, weighVerification } from './book-patch.ts';
import { TAUGHT_EPISODES } from './distil.ts';
import type { EvolveChange } from './evolve-change.ts';
import type { EvolveTerms } from './evolve-run.ts';
import type { EvolveState } from './evolve-state.ts';
import type { MainState } from './main-state.ts';
import { parseWhat } from './play-on-main.ts';
import type { PracticeState } from './practice-state.ts';

/** The one function that makes the next state of a run: to replay a run is to fold it over what the journal recorded. Pure. */
export function bookChange(terms: EvolveTerms, state: EvolveState, change: EvolveChange): EvolveState {
  const { practice, main } = state;
  switch (change.kind) {
    case 'stopped':
      return state;
    case 'lesson-judged': {
      // What was found of it has been practised.
      const { [skillName(change.judged.lesson)]: _practised, ...failed } = state.failed;
      return { ...state, failed, practice: bookLesson({ ...terms, knobs: state.knobs }, practice, change.judged) };
    }
    case 'lessons-ended':
      return { ...state, practice: bookClimb(terms, practice) };
    case 'distilled':
      return bookDistilled(terms, state, change);
    case 'compositions-chosen': {
      const { names, slots, distilled } = change;
      return { ...state, compositions: names, distilled, main: { ...main, slots } };
    }
    case 'order-taken':
      return bookOrder(terms, { ...state, orders: state.orders + 1 }, change.order);
    case 'verification-weighed':
      return weighVerification(state);
    case 'patches-proposed': {
      const { fresh, looked } = change;
      return {
        ...state,
        queue: [...state.queue, ...fresh],
        changed: new Set([...state.changed].filter((fragment) => !looked.includes(fragment))),
        patches: { ...state.patches, proposed: state.patches.proposed + fresh.length },
      };
    }
    case 'patches-taken':
      return { ...state, queue: state.queue.filter(({ patch }) => !change.ids.includes(patch.id)) };
    case 'patch-verified':
      return bookPatch(state, change.verified);
    case 'patches-left':
      return { ...state, queue: [], patches: { ...state.patches, left: state.patches.left + state.queue.length } };
    case 'main-acted':
      return bookActed(terms, state, change);
    case 'failures-found':
      return bookFailures(state, change);
    case 'place-chosen':
      return { ...state, toPractise: state.toPractise.filter((each) => each !== change.what) };
  }
}

function bookDistilled(
  { find }: EvolveTerms,
  state: EvolveState,
  { main, named, taught }: Extract<EvolveChange, { kind: 'distilled' }>,
): EvolveState {
  const practice = taught.slots.reduce((now, slot): PracticeState => {
    const { domain } = parseWhat(slot, find).template;
    const spent = addSpent(now.spent, 'act', domain, TAUGHT_EPISODES);
    return { ...now, episodes: now.episodes + TAUGHT_EPISODES, spent };
  }, state.practice);
  const { used, masked } = state.episodes;
  const episodes = { used: used + taught.used, masked: masked + taught.masked };
  return { ...forgetSearched(state, main), main, named, practice, episodes };
}

/** Failed tasks of a fragment that are kept, the latest ones. */
const MOST_FAILED = 64;

function bookFailures(
  state: EvolveState,
  { domain, looked, failed }: Extract<EvolveChange, { kind: 'failures-found' }>,
): EvolveState {
  const { practice } = state;
  const searched = { ...state.searched };
  let tasks = 0;
  for (const [place, seen] of Object.entries(looked)) {
    const before = searched[place] ?? { tasks: 0, failed: 0 };
    searched[place] = { tasks: before.tasks + seen.tasks, failed: before.failed + seen.failed };
    tasks += seen.tasks;
  }
  const kept = { ...state.failed };
  for (const [fragment, paths] of Object.entries(failed)) {
    kept[fragment] = [...(kept[fragment] ?? []), ...paths].slice(-MOST_FAILED);
  }
  const spent = addSpent(practice.spent, 'synth', domain, tasks);
  return { ...state, searched, failed: kept, practice: { ...practice, episodes: practice.episodes + tasks, spent } };
}

/** Where a new skill took the place of one that was searched, what was seen of the old one is dropped. */
function forgetSearched(state: EvolveState, next: MainState): EvolveState {
  const known = new Set(state.main.skills.map((skill) => hashOf(skill)));
  const fresh = new Set(next.skills.filter((skill) => !known.has(hashOf(skill))).map(skillName));
  const isOld = ([place]: [string, unknown]): boolean => !fresh.has(place.replace(/\(.*/su, ''));
  return { ...state, searched: Object.fromEntries(Object.entries(state.searched).filter(isOld)) };
}

/** What the schedulers hear of a batch on B_main: score, drift of the policy, and violations. @source spec/pipeline §2.1 */
function bookActed(
  { find }: EvolveTerms,
  state: EvolveState,
  { what, mode, acted }: Extract<EvolveChange, { kind: 'main-acted' }>,
): EvolveState {
  const { practice, knobs, episodes, main, composed } = state;
  const { template, level } = parseWhat(what, find);
  const { name, domain } = template;
  const score = Math.min(1, Math.max(0, acted.score));
  const isTemplate = practice.library.entries.some((entry) => entry.template === name);
  return {
    ...state,
    main: { ...main, leanings: acted.leanings },
    episodes: { used: episodes.used + acted.used, masked: episodes.masked + acted.masked },
    acted: { batches: state.acted.batches + 1, scores: state.acted.scores + acted.score },
    composed: state.compositions.includes(what) ? { ...composed, [what]: acted.score } : composed,
    practice: {
      ...practice,
      episodes: practice.episodes + BATCH_EPISODES,
      spent: addSpent(practice.spent, mode, domain, BATCH_EPISODES),
      board: observeDomains(practice.board, [{ domain, score, drift: acted.moved, violations: acted.illegal }], knobs),
      library: isTemplate
        ? observeLesson(practice.library, { template: name, level, context: '', episodes: [...acted.seen] }, knobs)
        : practice.library,
    },
  };
}
