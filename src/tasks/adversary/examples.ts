import { canonicalText, createRng } from '#foundation/kernel';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { drawAt } from '../play/sample.ts';
import type { Setting } from '../settings/seed-path.ts';
import { Game } from '../play/start.ts';
import type { Seen } from './feature-table.ts';

/** An observation with the oracle's action on it. */
export interface Example extends Seen {
  readonly action: unknown;
  readonly step: number;
}

/** What a level's predictors learn from. */
export interface Lesson {
  readonly examples: readonly Example[];
  /** Different actions, the most frequent first. */
  readonly actions: readonly unknown[];
  /** The place of each example's action in `actions`. */
  readonly classes: Uint16Array;
}

/** Steps kept of one episode. */
const KEPT = 3;

/**
 * Plays the oracle on `count` training instances and keeps every observation of a short episode, or three drawn at random of a
 * long one, with the action taken.
 */
export function collectExamples(template: AnyTemplate, setting: Setting, count: number, seed: string): Example[] {
  const codec = template.bits(setting.params).observation;
  const rng = createRng(`${seed}/examples/${template.name}/${setting.setting}`);
  const examples: Example[] = [];
  for (let index = 0; index < count; index += 1) {
    const game = new Game(drawAt(template, setting, { seed, index, split: 'train' }));
    const policy = template.oracle(game.drawn.instance);
    const played: { observation: unknown; action: unknown; step: number }[] = [];
    for (let step = 0; !game.done; step += 1) {
      const observation = game.observe();
      const action = policy.act(observation);
      // A reservoir: every step is kept with the same chance, whatever the length of the episode.
      if (step < KEPT) played.push({ observation, action, step });
      else {
        const place = rng.below(step + 1);
        if (place < KEPT) played[place] = { observation, action, step };
      }
      game.step(action);
    }
    for (const one of played) examples.push({ ...one, bits: codec.encode(one.observation) });
  }
  return examples;
}

/** Numbers the different actions. */
export function lessonOf(examples: readonly Example[]): Lesson {
  const known = new Map<string, { action: unknown; count: number }>();
  const keys = examples.map(({ action }) => canonicalText(action ?? null));
  for (const [i, key] of keys.entries()) {
    const entry = known.get(key);
    if (entry === undefined) known.set(key, { action: examples[i]!.action, count: 1 });
    else entry.count += 1;
  }
  const ranked = [...known].sort((a, b) => b[1].count - a[1].count);
  const places = new Map(ranked.map(([key], i) => [key, i]));
  return {
    examples,
    actions: ranked.map(([, { action }]) => action),
    classes: Uint16Array.from(keys, (key) => places.get(key)!),
  };
}
