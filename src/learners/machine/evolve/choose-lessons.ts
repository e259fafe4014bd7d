import { skillName } from '#foundation/contracts';
import type { Domain } from '#foundation/contracts/tasks';
import { createRng, invariant } from '#foundation/kernel';
import { allocateDomains, pickPractice, splitModes } from '#schedule/domains';
import { type TeachLibrary, teachStep } from '#schedule/lessons';
import { type EvolveRun, domainRule, isWithout, levelRule, type Turned } from './evolve-run.ts';
import { type PracticeState, levelReached, practisedLevels, templatesIn } from './practice-state.ts';

/** A template at a level, and why it was chosen. */
export interface ChosenLesson {
  readonly template: string;
  readonly level: number;
  readonly domain: Domain;
  readonly mode: 'act' | 'synth';
}

/** How far templates are to be learnt: specialists leave off at the early target, the main machine goes on to the last level. */
export type Until = 'early' | 'last';

/**
 * Templates that are still worked on: those of a domain that has not come as far as asked, unless the next level was practised in vain too often.
 *
 * @source spec/pipeline §3.2: repeat until each domain reaches its early target
 */
export function openTemplates(run: EvolveRun, state: PracticeState, until: Until): Set<string> {
  const { profile } = run;
  const templates = templatesIn(state, run.find);
  const open = new Set<string>();
  for (const domain of new Set(templates.map((template) => template.domain))) {
    const own = templates.filter((template) => template.domain === domain);
    const target = until === 'last' || isToTheLast(run) ? profile.target : profile.early;
    const done = own.filter(({ name }) => levelReached(state, name, target) >= goalOf(run, state, name, until));
    if (done.length >= profile.earlyShare * own.length) continue;
    for (const { name } of own) {
      if (frontierOf(run, state, name) !== undefined) open.add(name);
    }
  }
  return open;
}

/** The level at which specialists leave off: small difficulties. @source spec/pipeline §3.2: low regret on small difficulties */
const EARLY = 1;

/** Templates of the user's own, and levels that were asked for, are practised to the last by the specialists already. */
// oxlint-disable-next-line max-params -- the run, what is known, the template, and how far
function goalOf(run: EvolveRun, state: PracticeState, template: string, until: Until): number {
  const highest = highestLevel(run, state, template);
  return until === 'last' || isToTheLast(run) ? highest : Math.min(EARLY, highest);
}

/** Whether specialists practise to the end, so that nothing is left for the main machine. */
export function isToTheLast(run: EvolveRun): boolean {
  const { tasks, levels } = run.config;
  return tasks !== undefined || levels !== undefined || isWithout(run, 'relearning');
}

/** The highest level of a template that is practised. */
export function highestLevel({ find, profile }: EvolveRun, { ranges }: PracticeState, template: string): number {
  const levels = practisedLevels(profile, find(template));
  return Math.min(levels, ranges.get(template)?.to ?? levels);
}

/**
 * Of the open templates, the first that had no lesson yet, in the order in which they joined: what is cheap to learn is learnt before anything is tried twice, and
 * a template that is made of others comes after these. Else those with the fewest lessons in vain since the level that they stand at: a level that was practised in vain has the next
 * try, with twice the budget, when no other is cheaper. So what cannot be learnt never holds up what can, and costs at most as much as the rest.
 *
 * @source Levin 1973, universal search: budgets double, the cheapest has the next turn
 */
function cheapest(run: EvolveRun, state: PracticeState, open: ReadonlySet<string>): ReadonlySet<string> {
  if (isWithout(run, 'domains') || run.config.schedule === 'seed') return open;
  const fresh = state.library.entries.find(({ template }) => open.has(template) && !state.lessonCosts.has(template));
  if (fresh !== undefined) return new Set([fresh.template]);
  const tries = (template: string): number => triesOf(state, { template, level: frontierOf(run, state, template)! });
  const least = Math.min(...[...open].map(tries));
  return new Set([...open].filter((template) => tries(template) === least));
}

/** Levels in a row that were practised in vain, after which the higher ones are not tried. */
const GIVE_UP = 2;

/**
 * The level of a template to practise next, among the first levels that are not reached: the lowest one that was practised in vain less often than the profile's
 * patience; else the one with the fewest tries that is not given up; undefined where all are. Where levels are drawn evenly no level is given up.
 */
function frontierOf(run: EvolveRun, state: PracticeState, template: string): number | undefined {
  const first = firstOpen(run, state, template);
  const last = Math.min(highestLevel(run, state, template), first + GIVE_UP - 1);
  let frontier: number | undefined;
  for (let level = first; level <= last; level += 1) {
    if (isWithout(run, 'levels')) return level;
    if (isGivenUp(run, state, template, level)) continue;
    const tries = triesOf(state, { template, level });
    if (tries < run.profile.patience) return level;
    if (frontier === undefined || tries < triesOf(state, { template, level: frontier })) frontier = level;
  }
  return frontier;
}

function firstOpen(run: EvolveRun, state: PracticeState, template: string): number {
  const lowest = Math.min(run.profile.lowest ?? 1, run.find(template).levels.length);
  return Math.max(state.ranges.get(template)?.from ?? lowest, levelReached(state, template, run.profile.target) + 1);
}

/** How often a level was practised in vain. */
export function triesOf({ vain }: PracticeState, level: { readonly template: string; readonly level: number }): number {
  return vain.get(skillName(level)) ?? 0;
}

/** Whether a level was practised in vain as often as it may be. */
export function isGivenUp(run: EvolveRun, state: PracticeState, template: string, level: number): boolean {
  return triesOf(state, { template, level }) >= mostTries(run, state);
}

/**
 * How often a level may be practised in vain, each time with twice the budget: as often as the profile says, and more where a template's even share of the
 * ceiling holds a budget that was doubled so often. Few templates thus use what there is for many; many are given up as before.
 */
export function mostTries({ profile, config }: EvolveRun, { library }: PracticeState): number {
  if (config.schedule === 'seed') return profile.patience;
  const { ceiling, budget, patience } = profile;
  const share = Math.min(ceiling.effort / budget.effort, ceiling.episodes / budget.episodes) / library.entries.length;
  return Math.max(patience, Math.floor(Math.log2(share)));
}

/**
 * The lessons of one batch: S_domain draws mode and domain, TEACH_STEP a template and, when acting, a level; a synthetic lesson is the
 * first level that is not reached yet.
 *
 * @source spec/pipeline §3.2, §4; spec/task-grammar §0.2
 */
export function chooseLessons(
  run: EvolveRun & Turned,
  state: PracticeState,
  open: ReadonlySet<string>,
  path: string,
): ChosenLesson[] {
  const { knobs, profile } = run;
  const rng = createRng(`evolve/${run.seed}/choose/${path}`);
  const chosen: ChosenLesson[] = [];
  const left = new Set(open);
  while (chosen.length < profile.batch && left.size > 0) {
    const next = cheapest(run, state, left);
    const library: TeachLibrary = {
      ...state.library,
      entries: state.library.entries.filter(({ template }) => next.has(template)),
    };
    const domains = new Set(library.entries.map(({ domain }) => domain));
    const board = { ...state.board, domains: state.board.domains.filter(({ domain }) => domains.has(domain)) };
    const allocation = allocateDomains(board, domainRule(run), {}, knobs);
    const { mode, domain } = pickPractice(board, splitModes(0, knobs), allocation, rng);
    invariant(mode !== 'verify', 'nothing is verified while specialists practise');
    const { template, level } = teachStep(library, { context: '', domain, rule: levelRule(run) }, rng, knobs);
    const { domain: own } = run.find(template);
    const frontier = frontierOf(run, state, template)!;
    chosen.push({ template, domain: own, mode, level: lessonLevel(run, state, { template, mode, level, frontier }) });
    left.delete(template);
  }
  return chosen;
}

/** Drawn evenly, a level is what was drawn; else what is reached needs no lesson, and what lies beyond the frontier waits. */
function lessonLevel(
  run: EvolveRun,
  state: PracticeState,
  { template, mode, level, frontier }: Omit<ChosenLesson, 'domain'> & { readonly frontier: number },
): number {
  if (isWithout(run, 'levels')) return level;
  if (run.config.schedule === 'seed') {
    return mode === 'synth' || level > frontier || isGivenUp(run, state, template, level) ? frontier : level;
  }
  return frontier;
}
