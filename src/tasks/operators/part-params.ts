import { rememberOf } from '#foundation/kernel';
import type { Json } from '#foundation/contracts';
import type { AnyTemplate, ParamRange, Params } from '#foundation/contracts/tasks';

/** A base of a composition under its letter: its parameters appear as `a.length`. */
export interface Slot {
  readonly letter: string;
  readonly template: AnyTemplate;
}

/** The parameters by letter of their base, made once per parameter object. */
const partsOf = rememberOf((params: Params) => {
  const parts: Record<string, Record<string, Json>> = {};
  for (const [name, value] of Object.entries(params)) {
    const dot = name.indexOf('.');
    if (dot > 0) (parts[name.slice(0, dot)] ??= {})[name.slice(dot + 1)] = value;
  }
  for (const part of Object.values(parts)) Object.freeze(part);
  return parts;
});

const none: Params = Object.freeze({});

/** The parameters of one base, without its letter. */
export function partParams(params: Params, letter: string): Params {
  return partsOf(params)[letter] ?? none;
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
