import { skillName } from '#foundation/contracts';
import { createRng, type Rng } from '#foundation/kernel';
import { allocateDomains, pickPractice, splitModes } from '#schedule/domains';
import { teachStep } from '#schedule/lessons';
import { countWaiting } from '#schedule/patches';
import { actOnMain } from './act-on-main.ts';
import { searchFailures } from './adversary.ts';
import { failedLessons } from './failed-lessons.ts';
import type { EvolveChange, Work } from './evolve-change.ts';
import { domainRule, type EvolveRun, levelRule, stops } from './evolve-run.ts';
import type { EvolveState } from './evolve-state.ts';
import { takeOrders } from './orders.ts';
import { parseWhat } from './play-on-main.ts';
import type { Unit } from './pipeline.ts';
import { openOnMain, relearnOnMain } from './relearn-on-main.ts';
import { verifyPatches } from './verify-patches.ts';

/**
 * A step of mixed training: S_domain draws a mode and a domain; B_main is taught what it does not do well there yet, acts on its tasks, meets composed and
 * adversarial ones, or has its own patches verified.
 *
 * @source spec/pipeline §3.4
 */
export async function* trainMixed(
  run: EvolveRun,
  state: EvolveState,
  { name, step, of }: Extract<Unit, { kind: 'mix' }>,
): Work {
  const hasWork = state.main.skills.length > 0 || openOnMain(run, state).size > 0;
  if (!hasWork || (await stops(run, `${name} ${step}`))) {
    yield { kind: 'stopped' };
    return;
  }
  yield* takeOrders(run, state, `${name} ${step}`);
  const weighed = yield { kind: 'verification-weighed' };
  const { proved, refused } = weighed.patches;
  run.progress(step - 1, of, `${name}: ${proved} patches proved, ${refused} refused`);
  yield* takeStep(run, weighed, `${name}/${step}`);
}

async function* takeStep(run: EvolveRun, state: EvolveState, path: string): Work {
  const { knobs, practice, queue, main } = state;
  const rng = createRng(`evolve/${run.seed}/mixed/${path}`);
  const open = [...openOnMain(run, state)];
  const served = new Set([...main.skills.map(({ template }) => template), ...open].map((name) => domainOf(run, name)));
  const board = { ...practice.board, domains: practice.board.domains.filter(({ domain }) => served.has(domain)) };
  const failed = failedLessons(run, state).map(({ domain: own }) => own);
  const teachable = new Set<string>([...open.map((name) => domainOf(run, name)), ...failed]);
  const names = board.domains.map(({ domain }) => domain);
  const waiting = countWaiting(queue);
  const drawn = allocateDomains(board, domainRule(run), waiting, knobs);
  const allocation =
    run.config.schedule === 'seed'
      ? drawn
      : {
          ...drawn,
          act: among(drawn.act, names, teachable),
          verify: among(drawn.verify, names, new Set(Object.keys(waiting))),
        };
  const shares = splitModes(queue.length === 0 ? 0 : practice.share.alpha, knobs);
  const { mode, domain } = pickPractice(board, shares, allocation, rng);
  run.journal.emit('schedule-set', {
    lesson: path,
    mode,
    domain,
    alpha: shares,
    domains: Object.fromEntries(
      board.domains.map(({ domain }, i) => [
        domain,
        { act: allocation.act[i]!, synth: allocation.synth[i]!, verify: allocation.verify[i]! },
      ]),
    ),
  });
  if (mode === 'verify') return yield* verifyPatches(run, state, domain, path);
  const now = mode === 'act' ? yield* relearnOnMain(run, state, domain, path) : state;
  const isServed = now.main.skills.some(({ template }) => domainOf(run, template) === domain);
  if (mode === 'act') {
    if (isServed) yield await act(run, now, { what: chooseSkill(run, now, domain, rng), mode, path });
    return;
  }
  yield* synthesise(run, now, { domain, isServed, path, rng });
}

/**
 * Synthetic practice of a domain. First comes a composition that was never practised, then places where a patch of its fragments was refused. After that a
 * draw decides between the composition with the lowest score and a search for tasks that B_main fails.
 */
async function* synthesise(run: EvolveRun, state: EvolveState, { domain, isServed, path, rng }: SynthStep): Work {
  const composed = neediest(run, state, domain);
  const isNew = composed !== undefined && !(composed in state.composed);
  const place = state.toPractise.find((what) => parseWhat(what, run.find).template.domain === domain);
  if (place !== undefined && !isNew) {
    const chosen = yield { kind: 'place-chosen', what: place };
    yield await searchFailures(run, chosen, parseWhat(place, run.find).template, path);
    return;
  }
  const isSearched = !isNew && isServed && (composed === undefined || rng.chance(0.5));
  if (isSearched) {
    const { template } = parseWhat(chooseSkill(run, state, domain, rng), run.find);
    yield await searchFailures(run, state, template, path);
  } else if (composed !== undefined) yield await act(run, state, { what: composed, mode: 'synth', path });
}

interface SynthStep {
  readonly domain: string;
  /** Whether B_main has a fragment for it. */
  readonly isServed: boolean;
  readonly path: string;
  readonly rng: Rng;
}

/** The shares of domains that have something left to learn; where no domain has, all shares. */
function among(
  shares: readonly number[],
  domains: readonly string[],
  teachable: ReadonlySet<string>,
): readonly number[] {
  const own = shares.map((share, i) => (teachable.has(domains[i]!) ? share : 0));
  const total = own.reduce((sum, share) => sum + share, 0);
  return total > 0 ? own.map((share) => share / total) : shares;
}

/** A composition of the domain that was never practised; if all were, the one whose last score was the lowest. */
function neediest(run: EvolveRun, { compositions, composed }: EvolveState, domain: string): string | undefined {
  const score = (what: string): number => composed[what] ?? -Infinity;
  const own = compositions.filter((what) => parseWhat(what, run.find).template.domain === domain);
  return own.reduce<string | undefined>(
    (worst, each) => (worst !== undefined && score(worst) <= score(each) ? worst : each),
    undefined,
  );
}

function domainOf(run: EvolveRun, template: string): string {
  return run.find(template).domain;
}

/** A template of the domain and a level of it that B_main has a skill for, as TEACH_STEP draws them. */
function chooseSkill(run: EvolveRun, { main, practice, knobs }: EvolveState, domain: string, rng: Rng): string {
  const own = main.skills.filter(({ template }) => domainOf(run, template) === domain);
  const entries = practice.library.entries.filter(({ template }) => own.some((skill) => skill.template === template));
  const { template, level } = teachStep(
    { ...practice.library, entries },
    { context: '', domain, rule: levelRule(run) },
    rng,
    knobs,
  );
  const levels = own.filter((skill) => skill.template === template).map((skill) => skill.level);
  const nearest = levels.reduce((best, each) => (Math.abs(each - level) < Math.abs(best - level) ? each : best));
  return skillName({ template, level: nearest });
}

interface ActStep {
  readonly what: string;
  readonly mode: 'act' | 'synth';
  readonly path: string;
}

async function act(run: EvolveRun, state: EvolveState, { what, mode, path }: ActStep): Promise<EvolveChange> {
  const acted = await actOnMain(run, state, what, path);
  const { domain, score, used, masked, staleness, moved } = acted;
  run.journal.emit('main-acted', { what, domain, mode, score, used, masked, staleness, moved });
  return { kind: 'main-acted', what, mode, acted };
}
