import type { Json } from '#foundation/contracts';
import type { AnyTemplate, ParamRange, Params } from '#foundation/contracts/tasks';

/** A base of a composition under its letter: its parameters appear as `a.length`. */
export interface Slot {
  readonly letter: string;
  readonly template: AnyTemplate;
}

const cache = new WeakMap<Params, Map<string, Params>>();

/** The parameters of one base, without its letter; made once per parameter object. */
export function partParams(params: Params, letter: string): Params {
  let parts = cache.get(params);
  if (parts === undefined) cache.set(params, (parts = new Map()));
  let part = parts.get(letter);
  if (part === undefined) {
    const prefix = `${letter}.`;
    const own: Record<string, Json> = {};
    for (const [name, value] of Object.entries(params)) {
      if (name.startsWith(prefix)) own[name.slice(prefix.length)] = value;
    }
    part = Object.freeze(own);
    parts.set(letter, part);
  }
  return part;
}

/** Every base's ranges under its letter, after the composition's own. */
export function composedRanges(
  slots: readonly Slot[],
  own: Readonly<Record<string, ParamRange>>,
): Readonly<Record<string, ParamRange>> {
  const ranges: Record<string, ParamRange> = { ...own };
  for (const { letter, template } of slots) {
    for (const [name, range] of Object.entries(template.params)) ranges[`${letter}.${name}`] = range;
  }
  return ranges;
}

/** As many levels as the longest base has; a shorter one stays at its last. `own` gives the composition's parameters per level. */
export function composedLevels(slots: readonly Slot[], own: (level: number, count: number) => Params): Params[] {
  const count = Math.max(...slots.map(({ template }) => template.levels.length));
  return Array.from({ length: count }, (_, i) => {
    const params: Record<string, Json> = { ...own(i + 1, count) };
    for (const { letter, template } of slots) {
      const base = template.levels[Math.min(i, template.levels.length - 1)]!;
      for (const [name, value] of Object.entries(base)) params[`${letter}.${name}`] = value;
    }
    return Object.freeze(params);
  });
}

/** The first conflict within a base. */
export function partConflict(slots: readonly Slot[], params: Params): string | undefined {
  for (const { letter, template } of slots) {
    const conflict = template.conflict?.(partParams(params, letter));
    if (conflict !== undefined) return `${letter}: ${conflict}`;
  }
  return undefined;
}

/** A parameter whose range says that it is a number. */
export function numberOf(params: Params, name: string): number {
  return Number(params[name]);
}
