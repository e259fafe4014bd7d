import { skillName } from '#foundation/contracts';
import type { AnyTemplate, Params } from '#foundation/contracts/tasks';
import { portsOfFace } from '#foundation/contracts/words';
import { Fault, hashOf } from '#foundation/kernel';
import { Game, sampleAt, scoreGame } from '#tasks/play';
import { type Setting, settingOf } from '#tasks/settings';
import type { EvolveChange } from './evolve-change.ts';
import type { EvolveRun } from './evolve-run.ts';
import type { EvolveState, Looked } from './evolve-state.ts';
import { playOnMain } from './play-on-main.ts';
import { seenOf } from './episode-regret.ts';

/** Tasks of one look at a place, looks of a search, and places that are known of a template at most. */
const TASKS = 8;
const LOOKS = 8;
const MOST_PLACES = 24;
/** Where a larger share than this fails with a parameter replaced, it is another task that only looks alike, and no fragment can do both. */
const MOST_FAILED = 0.75;

/** A place where tasks are drawn: a level with some parameters replaced, and the fragment that plays there. */
interface Place {
  readonly name: string;
  readonly fragment: string;
  readonly setting: Setting;
}

/**
 * Adv_d: parameters under which B_main fails what the oracle solves. A place is a level of the template that B_main has a fragment for, as it is or with one
 * parameter as another level has it, where the same words are seen and said. Each look goes where failures are likeliest,
 *
 *     (failed + 1) / (looked at + 2),
 *
 * counting what earlier searches saw, the place with the fewest looks first among equals; where nearly all fail it looks no longer. What is found waits to be
 * practised.
 *
 * @source spec/pipeline §3.4: synthetic tasks from an adversarial generator Adv_d
 */
export async function searchFailures(
  run: EvolveRun,
  { main, searched }: EvolveState,
  template: AnyTemplate,
  path: string,
): Promise<EvolveChange> {
  const places = placesOf(
    template,
    main.skills.filter((skill) => skill.template === template.name),
  );
  const known = Object.fromEntries(places.map(({ name }) => [name, { ...(searched[name] ?? NOTHING) }]));
  const inputs = { template: template.name, path, seed: run.seed, main: hashOf(main), known };
  const { looked, failed } = await run.journal.step('search-failures', inputs, () => {
    const machine = run.cache.get(main, `evolve/${run.seed}/adversary/${path}`);
    const seen: Record<string, { tasks: number; failed: number }> = {};
    const found: { readonly place: Place; readonly ids: readonly string[] }[] = [];
    for (let look = 0; look < LOOKS; look += 1) {
      const place = likeliest(places, known, seen);
      const seed = `${run.seed}-adv-${path.replaceAll('/', '-')}-${look}`;
      const { scores } = playOnMain(machine, main, {
        what: place.fragment,
        setting: place.setting,
        seed,
        split: 'train',
        tasks: TASKS,
        copies: 1,
        policy: 'best',
        find: run.find,
      });
      const wrong = scores.filter((score) => !seenOf(score).passed && isSolvable(score.id, run.find));
      const before = seen[place.name] ?? NOTHING;
      seen[place.name] = { tasks: before.tasks + TASKS, failed: before.failed + wrong.length };
      found.push({ place, ids: wrong.map(({ id }) => id) });
    }
    const practised: Record<string, string[]> = {};
    for (const { place, ids } of found) {
      if (ids.length > 0 && !isAnother(place, known, seen)) (practised[place.fragment] ??= []).push(...ids);
    }
    return { looked: seen, failed: practised };
  });
  const tasks = Object.values(failed).flat();
  run.journal.emit('adversary-searched', {
    what: skillName({ template: template.name, level: places[0]!.setting.level }),
    domain: template.domain,
    places: looked,
    looked: LOOKS * TASKS,
    failed: tasks.length,
    tasks: tasks.slice(0, 4),
  });
  return { kind: 'failures-found', domain: template.domain, looked, failed };
}

const NOTHING: Looked = { tasks: 0, failed: 0 };

type Seen = Readonly<Record<string, Looked>>;

function looksAt({ name }: Place, known: Seen, seen: Seen): Looked {
  const [before, now] = [known[name]!, seen[name] ?? NOTHING];
  return { tasks: before.tasks + now.tasks, failed: before.failed + now.failed };
}

function isAnother(place: Place, known: Seen, seen: Seen): boolean {
  const { tasks, failed } = looksAt(place, known, seen);
  return place.name !== place.fragment && failed > MOST_FAILED * tasks;
}

function likeliest(places: readonly Place[], known: Seen, seen: Seen): Place {
  const shareOf = (place: Place): number => {
    const { tasks, failed } = looksAt(place, known, seen);
    return (failed + 1) / (tasks + 2);
  };
  const open = places.filter((place) => !isAnother(place, known, seen));
  return open.reduce((best, each) => {
    const [a, b] = [shareOf(each), shareOf(best)];
    const isNewer = looksAt(each, known, seen).tasks < looksAt(best, known, seen).tasks;
    return a > b || (a === b && isNewer) ? each : best;
  });
}

/** Whether the oracle solves a task by which something can be gained. */
function isSolvable(path: string, find: EvolveRun['find']): boolean {
  const game = new Game(sampleAt(path, find));
  const { template, instance } = game.drawn;
  const oracle = template.oracle(instance);
  while (!game.done) game.step(oracle.act(game.observe()));
  const score = scoreGame(game);
  return score.normalised !== null && seenOf(score).passed;
}

/** The places of a template: the levels of its fragments, then those with one parameter replaced. */
export function placesOf(
  template: AnyTemplate,
  skills: readonly { readonly template: string; readonly level: number }[],
): Place[] {
  const own = skills.map((skill): Place => {
    const name = skillName(skill);
    return { name, fragment: name, setting: settingOf(template, skill.level) };
  });
  return [...own, ...own.flatMap((place) => variantsOf(template, place))].slice(0, MOST_PLACES);
}

/** One parameter as another level has it, where the face stays as it is. */
function variantsOf(template: AnyTemplate, { fragment, setting: { level, params } }: Place): Place[] {
  // A real has no number of values: it is told as null here, where a hash would refuse it.
  const faceOf = (given: Params): string => JSON.stringify(portsOfFace(template.bits(given)));
  const face = faceOf(params);
  return Object.keys(params).flatMap((name) => {
    const values = [...new Set(template.levels.map((each) => each[name]))];
    return values.flatMap((value) => {
      if (value === undefined || value === params[name]) return [];
      const setting = variant(template, level, { [name]: value });
      if (setting === undefined || faceOf(setting.params) !== face) return [];
      return [
        {
          name: `${fragment}(${name}=${typeof value === 'string' ? value : JSON.stringify(value)})`,
          fragment,
          setting,
        },
      ];
    });
  });
}

/** The setting, where the template allows it. */
function variant(template: AnyTemplate, level: number, params: Params): Setting | undefined {
  try {
    return settingOf(template, level, params);
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}
