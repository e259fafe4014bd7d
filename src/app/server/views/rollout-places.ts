import type { Run } from '#foundation/contracts';
import { hashOf } from '#foundation/kernel';
import type { StoreReader } from '#world/store';
import { fieldAt, listAt, textAt } from '../json-fields.ts';
import { storedJson } from './rollouts-view.ts';

/** A task of a run, as its recorded steps tell. */
export interface KnownTask {
  readonly id: string;
  readonly hash: string;
  readonly type: string;
  readonly split: string;
}

/** Which task a rollout was on, and with which version of the skill. */
export interface RolloutPlace {
  readonly task: string;
  readonly version: string;
}

/** Fresh tries of one task that are looked for one by one, and the number under which the final test makes its own. */
const REPEATS = [...Array.from({ length: 12 }, (_, i) => i), 1_000_000];
/** Keys that are computed for one run at most; each takes a few microseconds. */
const MOST_KEYS = 400_000;
/** Runs whose places are kept. */
const MOST_KEPT = 8;

interface Kept {
  readonly world: string | undefined;
  readonly places: Map<string, RolloutPlace>;
  readonly tried: Set<string>;
  keys: number;
}

/**
 * Finds what each rollout was of. The store names it by a hash alone:
 *
 *     key = hashOf({ name: 'rollout', inputs: { skill, task, world, repeat, feedback } })
 *
 * so the keys of all versions on all tasks are computed, and looked up.
 */
export class RolloutPlaces {
  readonly #store: StoreReader;
  readonly #kept = new Map<string, Kept>();

  constructor(store: StoreReader) {
    this.#store = store;
  }

  /** Places by key for these versions and tasks; of very many the first. */
  of(run: Run, tasks: readonly KnownTask[], versions: readonly string[]): ReadonlyMap<string, RolloutPlace> {
    const kept = this.#kept.get(run.id) ?? {
      world: worldOf(this.#store, run),
      places: new Map<string, RolloutPlace>(),
      tried: new Set<string>(),
      keys: 0,
    };
    this.#kept.delete(run.id);
    this.#kept.set(run.id, kept);
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value ?? '');
    const { world } = kept;
    if (world === undefined) return kept.places;
    for (const version of versions) {
      for (const { id, hash } of tasks) {
        if (kept.tried.has(version + hash)) continue;
        if (kept.keys >= MOST_KEYS) return kept.places;
        kept.tried.add(version + hash);
        for (const repeat of REPEATS) {
          for (const feedback of [false, true]) {
            const inputs = { skill: version, task: hash, world, repeat, feedback };
            kept.places.set(hashOf({ name: 'rollout', inputs }), { task: id, version });
            kept.keys += 1;
          }
        }
      }
    }
    return kept.places;
  }
}

/** What rollouts of a run are recorded under: the name and the fingerprint of who took part. */
function worldOf(store: StoreReader, { config }: Run): string | undefined {
  const told = storedJson(store, textAt(config, 'world'));
  const [name, fingerprint] = [fieldAt(told, 'name'), fieldAt(told, 'fingerprint')];
  return name === undefined || fingerprint === undefined ? undefined : hashOf({ name, fingerprint });
}

/** Tasks that a run of train told of, each split where the run came to it. */
export function knownTasks(store: StoreReader, effects: readonly { name: string; result: string }[]): KnownTask[] {
  const tasks = new Map<string, KnownTask>();
  for (const { name, result } of effects) {
    if (name !== 'known-tasks' && name !== 'test-tasks' && name !== 'trial-tasks') continue;
    const told = storedJson(store, result);
    const own = name === 'test-tasks' ? (textAt(told, 'split') ?? 'test') : 'validation';
    for (const each of [...listAt(told), ...listAt(told, 'tasks')]) {
      if (!Array.isArray(each)) continue;
      const [id, hash, type = '', split = own] = each.map(String);
      if (id === undefined || hash === undefined) continue;
      // The step of trials tells no kinds; another one that does comes first, whatever their order.
      if (name !== 'trial-tasks' || !tasks.has(hash)) tasks.set(hash, { id, hash, type, split });
    }
  }
  return [...tasks.values()];
}
