import { skillName } from '#foundation/contracts';
import { createRng } from '#foundation/kernel';
import { allocateDomains, observeDomains, pickPractice, splitModes } from '#schedule/domains';
import { observeLesson, teachStep } from '#schedule/lessons';
import { countWaiting } from '#schedule/patches';
import { actOnMain, type ActedOnMain, BATCH_EPISODES } from './act-on-main.ts';
import { searchFailures } from './adversary.ts';
import { addSpent } from './book-lesson.ts';
import { domainRule, type EvolveRun, levelRule, stops } from './evolve-run.ts';
import type { MixedState } from './mixed-state.ts';
import { takeOrders } from './orders.ts';
import { proposePatches, takePatches, verifyPatch, weighVerification } from './patch-book.ts';
import { parseWhat } from './play-on-main.ts';

/**
 * Phase 3: S_domain draws a mode and a domain; B_main acts on its tasks, meets composed and adversarial ones, or has its own patches verified.
 *
 * @source seed 000 §3.4
 */
export async function trainMixed(run: EvolveRun, first: MixedState, steps: number, name: string): Promise<MixedState> {
  let mixed = await proposePatches(run, first, first.main.skills, name);
  for (let step = 1; step <= steps; step += 1) {
    if (mixed.main.skills.length === 0 || (await stops(run, `${name} ${step}`))) break;
    mixed = await takeOrders(run, mixed, `${name} ${step}`);
    mixed = weighVerification(mixed);
    run.progress(step - 1, steps, `${name}: ${mixed.patches.proved} patches proved, ${mixed.patches.refused} refused`);
    mixed = await takeStep(run, mixed, `${name}/${step}`);
  }
  return mixed;
}

async function takeStep(run: EvolveRun, mixed: MixedState, path: string): Promise<MixedState> {
  const { knobs, state } = mixed;
  const rng = createRng(`evolve/${run.seed}/mixed/${path}`);
  const served = new Set(mixed.main.skills.map(({ template }) => domainOf(run, template)));
  const board = { ...state.board, domains: state.board.domains.filter(({ domain }) => served.has(domain)) };
  const allocation = allocateDomains(board, domainRule(run), countWaiting(mixed.queue), knobs);
  const shares = splitModes(mixed.queue.length === 0 ? 0 : state.share.alpha, knobs);
  run.journal.emit('schedule-set', {
    lesson: path,
    alpha: shares,
    domains: Object.fromEntries(
      board.domains.map(({ domain }, i) => [
        domain,
        { act: allocation.act[i]!, synth: allocation.synth[i]!, verify: allocation.verify[i]! },
      ]),
    ),
  });
  const { mode, domain } = pickPractice(board, shares, allocation, rng);
  if (mode === 'verify') return verifyStep(run, mixed, path);
  if (mode === 'synth') {
    const composed = neediest(mixed);
    const isNew = composed !== undefined && !(composed in mixed.composed);
    // Counterexamples are places to practise; only what was never practised goes first.
    const [place] = mixed.toPractise;
    if (place !== undefined && !isNew)
      return searchFailures(run, { ...mixed, toPractise: mixed.toPractise.slice(1) }, place, path);
    if (composed !== undefined) return actStep(run, mixed, { what: composed, mode, path });
  }
  const what = chooseSkill(run, mixed, domain, rng);
  return mode === 'synth' ? searchFailures(run, mixed, what, path) : actStep(run, mixed, { what, mode, path });
}

/** The composition that was never practised, else the one that did worst when it last was. */
function neediest({ compositions, composed }: MixedState): string | undefined {
  const score = (what: string): number => composed[what] ?? -Infinity;
  return compositions.reduce<string | undefined>(
    (worst, each) => (worst !== undefined && score(worst) <= score(each) ? worst : each),
    undefined,
  );
}

function domainOf(run: EvolveRun, template: string): string {
  return run.find(template).domain;
}

/** A template of the domain and a level of it that B_main has a skill for, as TEACH_STEP draws them. */
function chooseSkill(
  run: EvolveRun,
  { main, state, knobs }: MixedState,
  domain: string,
  rng: ReturnType<typeof createRng>,
): string {
  const own = main.skills.filter(({ template }) => domainOf(run, template) === domain);
  const entries = state.library.entries.filter(({ template }) => own.some((skill) => skill.template === template));
  const { template, level } = teachStep(
    { ...state.library, entries },
    { context: '', domain, rule: levelRule(run) },
    rng,
    knobs,
  );
  const levels = own.filter((skill) => skill.template === template).map((skill) => skill.level);
  const nearest = levels.reduce((best, each) => (Math.abs(each - level) < Math.abs(best - level) ? each : best));
  return skillName({ template, level: nearest });
}

async function verifyStep(run: EvolveRun, mixed: MixedState, path: string): Promise<MixedState> {
  const { taken, rest } = takePatches(run, mixed, run.profile.verified);
  const books = await Promise.all(taken.map((ranked) => verifyPatch(run, rest, ranked)));
  const next = books.reduce((now, book) => book(now), rest);
  const changed = next.main.skills.filter((skill) => next.changed.has(skillName(skill)));
  // What changed has other neighbours now: it is looked at again.
  return proposePatches(run, { ...next, changed: new Set() }, changed, path);
}

interface ActStep {
  readonly what: string;
  readonly mode: 'act' | 'synth';
  readonly path: string;
}

async function actStep(run: EvolveRun, mixed: MixedState, { what, mode, path }: ActStep): Promise<MixedState> {
  const acted = await actOnMain(run, mixed, what, path);
  const { template, level } = parseWhat(what, run.find);
  const { score, used, masked, staleness, moved, illegal } = acted;
  const { domain } = template;
  run.journal.emit('main-acted', { what, domain, mode, score, used, masked, staleness, moved });
  return {
    ...learnt(mixed, acted),
    composed: mixed.compositions.includes(what) ? { ...mixed.composed, [what]: score } : mixed.composed,
    state: observed(mixed, { name: template.name, domain, level, mode, illegal }, acted),
  };
}

function learnt(mixed: MixedState, { leanings, used, masked }: ActedOnMain): MixedState {
  const { episodes, main } = mixed;
  return {
    ...mixed,
    main: { ...main, leanings },
    episodes: { used: episodes.used + used, masked: episodes.masked + masked },
  };
}

interface Watched {
  readonly name: string;
  readonly domain: string;
  readonly level: number;
  readonly mode: string;
  readonly illegal: number;
}

/** What the schedulers hear of a batch: score, drift of the policy, and violations. @source seed 000 §2.1 */
function observed(
  { state, knobs }: MixedState,
  { name, domain, level, mode, illegal }: Watched,
  acted: ActedOnMain,
): MixedState['state'] {
  const score = Math.min(1, Math.max(0, acted.score));
  const isTemplate = state.library.entries.some(({ template }) => template === name);
  return {
    ...state,
    episodes: state.episodes + BATCH_EPISODES,
    spent: addSpent(state.spent, mode, domain, BATCH_EPISODES),
    board: observeDomains(state.board, [{ domain, score, drift: acted.moved, violations: illegal }], knobs),
    library: isTemplate
      ? observeLesson(state.library, { template: name, level, context: '', episodes: [...acted.seen] }, knobs)
      : state.library,
  };
}
