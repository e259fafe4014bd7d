import type { AnyTemplate, StepResult } from '#contracts';
import { Fault } from '#kernel';
import { drawAt, type Setting, type Split } from '#tasks';

/** One running task through its bit face, with the actions counted from 0. */
export interface BitEpisode {
  readonly seedPath: string;
  readonly actions: number;
  /** The observation's bits as text: a key for tables. */
  observe(): string;
  /** An action whose bits mean nothing is an illegal action. */
  step(action: number): StepResult;
  /** (R − R_random) / (R_optimal − R_random): 0 is chance, 1 the best possible. */
  normalise(total: number): number;
}

/** A template under one setting, as a supply of episodes. The same split and index give the same task. */
export interface BitPractice {
  readonly name: string;
  start(split: Split, index: number): BitEpisode;
}

/** Wider actions than this are not enumerable for a table. */
const MAX_ACTION_BITS = 8;

/** Practice on one template at one setting; `seed` names the tasks. */
export function createBitPractice(template: AnyTemplate, setting: Setting, seed: number): BitPractice {
  const face = template.bits(setting.params);
  if (face.action.width > MAX_ACTION_BITS) {
    throw new Fault(
      'loops/too-many-actions',
      `${template.name}: an action has ${face.action.width} bits, a table takes ${MAX_ACTION_BITS}`,
    );
  }
  const actions = Array.from({ length: 2 ** face.action.width }, (_, action) =>
    face.action.decode(Uint8Array.from({ length: face.action.width }, (_bit, i) => (action >> i) & 1)),
  );
  return {
    name: `${template.name}/${setting.setting}`,
    start(split, index) {
      const { instance, seedPath } = drawAt(template, setting, { seed, index, split });
      const environment = template.start(instance);
      return {
        seedPath,
        actions: actions.length,
        observe: () => face.observation.encode(environment.observe()).join(''),
        step: (action) => environment.step(actions[action]),
        normalise(total) {
          const chance = template.randomReturn(instance);
          const best = template.optimum(instance).reward;
          return best > chance ? (total - chance) / (best - chance) : 0;
        },
      };
    },
  };
}
