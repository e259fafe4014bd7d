import type { Domain } from '#contracts/tasks';
import { createRng } from '#kernel';
import { allocateDomains, pickPractice, splitModes } from '#schedule/domains';
import { type TeachLibrary, teachStep } from '#schedule/lessons';
import { type EvolveRun, domainRule, isWithout, levelRule } from './evolve-run.ts';
import { type EvolveState, levelReached } from './evolve-state.ts';
import { skillName } from './skill.ts';

/** A template at a level, and why it was chosen. */
export interface ChosenLesson {
  readonly template: string;
  readonly level: number;
  readonly domain: Domain;
  readonly mode: 'act' | 'synth';
}

/** Draws after which a batch stays smaller rather than holding a template twice. */
const DRAWS = 16;

/**
 * Templates that phase 1 still works on: those of a domain that has not reached its early target, unless the next level was
 * practised in vain too often.
 *
 * @source seed 000 §3.2: repeat until each domain reaches its early target
 */
export function openTemplates(run: EvolveRun, state: EvolveState): Set<string> {
  const { profile, templates } = run;
  const open = new Set<string>();
  for (const domain of new Set(templates.map((template) => template.domain))) {
    const own = templates.filter((template) => template.domain === domain);
    const done = own.filter(({ name }) => levelReached(state, name, profile.target) >= 2);
    if (done.length >= profile.earlyShare * own.length) continue;
    for (const { name, levels } of own) {
      if (frontierOf(run, state, name, levels.length) !== undefined) open.add(name);
    }
  }
  return open;
}

/** Levels in a row that were practised in vain, after which the higher ones are not tried. */
const GIVE_UP = 2;

/**
 * The lowest level above the one reached that was not practised in vain too often; undefined where there is none, or where too many in a row
 * were. Without a schedule nothing is given up.
 */
function frontierOf(run: EvolveRun, state: EvolveState, template: string, highest: number): number | undefined {
  const { from, to } = run.ranges.get(template) ?? { from: 1, to: highest };
  const first = Math.max(from, levelReached(state, template, run.profile.target) + 1);
  for (let level = first; level <= Math.min(to, highest, first + GIVE_UP - 1); level += 1) {
    if (isWithout(run, 'schedule') || !isGivenUp(run, state, template, level)) return level;
  }
  return undefined;
}

function isGivenUp({ profile }: EvolveRun, { vain }: EvolveState, template: string, level: number): boolean {
  return (vain.get(skillName({ template, level })) ?? 0) >= profile.patience;
}

/**
 * The lessons of one batch: S_domain draws mode and domain, TEACH_STEP a template and, when acting, a level; a synthetic lesson is the
 * first level that is not reached yet.
 *
 * @source seed 000 §3.2, §4; seed 004 §0.2
 */
export function chooseLessons(
  run: EvolveRun,
  state: EvolveState,
  open: ReadonlySet<string>,
  path: string,
): ChosenLesson[] {
  const { knobs, profile } = run;
  const rng = createRng(`evolve/${run.seed}/choose/${path}`);
  const library: TeachLibrary = {
    ...state.library,
    entries: state.library.entries.filter(({ template }) => open.has(template)),
  };
  const domains = new Set(library.entries.map(({ domain }) => domain));
  const board = { ...state.board, domains: state.board.domains.filter(({ domain }) => domains.has(domain)) };
  const chosen: ChosenLesson[] = [];
  for (let draw = 0; chosen.length < profile.batch && draw < DRAWS; draw += 1) {
    const allocation = allocateDomains(board, domainRule(run), {}, knobs);
    const { mode, domain } = pickPractice(board, splitModes(0, knobs), allocation, rng);
    const { template, level } = teachStep(library, { context: '', domain, rule: levelRule(run) }, rng, knobs);
    if (mode === 'verify' || chosen.some((lesson) => lesson.template === template)) continue;
    const highest = library.entries.find((entry) => entry.template === template)!.curriculum.levels.length;
    const { domain: own } = run.templates.find(({ name }) => name === template)!;
    const frontier = frontierOf(run, state, template, highest)!;
    chosen.push({ template, domain: own, mode, level: lessonLevel(run, state, { template, mode, level, frontier }) });
  }
  return chosen;
}

/** Drawn evenly, a level is what was drawn; else what lies beyond the frontier waits, and what was given up makes way for it. */
function lessonLevel(
  run: EvolveRun,
  state: EvolveState,
  { template, mode, level, frontier }: Omit<ChosenLesson, 'domain'> & { readonly frontier: number },
): number {
  if (isWithout(run, 'schedule')) return level;
  return mode === 'synth' || level > frontier || isGivenUp(run, state, template, level) ? frontier : level;
}
