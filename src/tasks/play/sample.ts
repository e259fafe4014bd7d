import { createRng } from '#foundation/kernel';
import type { AnyTemplate, Params, Task, Template } from '#foundation/contracts/tasks';
import { findTemplate } from '../registry/find-template.ts';
import {
  checkIndex,
  checkSeed,
  parseSetting,
  type Setting,
  settingOf,
  type Split,
  splitSeedPath,
} from '../settings/seed-path.ts';
import { pathNameOf } from '../settings/versions.ts';

/** Which instance: a level (1 unless told) with some parameters replaced, a seed, and an index within a split. */
export interface Draw {
  readonly level?: number;
  readonly params?: Params;
  readonly seed?: string | number;
  readonly index?: number;
  readonly split?: Split;
}

/** A drawn instance with where it came from; its text is made only when `task` is asked for. */
export interface Sample<P extends Params = Params, I = unknown, O = unknown, A = unknown> {
  readonly template: Template<P, I, O, A>;
  readonly level: number;
  readonly params: P;
  readonly seedPath: string;
  readonly instance: I;
}

/** Draws one instance. The same draw gives the same bytes, everywhere and for ever. */
export function sample(template: string | AnyTemplate, draw: Draw = {}): Sample {
  const found = typeof template === 'string' ? findTemplate(template) : template;
  return drawAt(found, settingOf(found, draw.level, draw.params), draw);
}

/** Draws under a setting made once: the fast way to draw many. */
export function drawAt(template: AnyTemplate, setting: Setting, draw: Draw = {}): Sample {
  const seed = checkSeed(draw.seed ?? 0);
  const index = checkIndex(draw.index ?? 0, draw.split);
  return drawPath(template, setting, `${pathNameOf(template)}/${setting.setting}/${seed}/${index}`);
}

/** The instance a seed path names. */
export function sampleAt(seedPath: string, find: (name: string) => AnyTemplate = findTemplate): Sample {
  const { name, setting, seed, index } = splitSeedPath(seedPath);
  const template = find(name);
  return drawAt(template, parseSetting(template, setting), { seed, index });
}

function drawPath(template: AnyTemplate, { level, params }: Setting, seedPath: string): Sample {
  return { template, level, params, seedPath, instance: template.generate(params, createRng(seedPath)) };
}

/** The task as data: the rules and the first observation as text, and the size of the observation in bit-face tokens. */
export function taskOf({ template, level, params, seedPath, instance }: Sample): Task {
  const observation = template.start(instance).observe();
  const bits = template.bits(params);
  return {
    v: 1,
    id: seedPath,
    template: template.name,
    domain: template.domain,
    level,
    params,
    seedPath,
    text: `${template.text.rules(params)}\n\n${template.text.observation(observation, params)}`,
    tokens: Math.ceil(bits.observation.width / (bits.token ?? bits.observation.width)),
  };
}

/** The right answer as text, where one answer ends the episode. */
export function answerOf({ template, params, instance }: Sample): string | undefined {
  if (template.shape !== 'answer') return undefined;
  return template.text.action(template.oracle(instance).act(template.start(instance).observe()), params);
}
