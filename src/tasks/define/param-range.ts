import { Fault } from '#foundation/kernel';
import type { Json } from '#foundation/contracts';
import type { ParamRange, Params } from '#foundation/contracts/tasks';

/** A whole number in [low, high]. */
export function int(low: number, high: number, says: string): ParamRange & { readonly kind: 'int' } {
  return { kind: 'int', low, high, says };
}

/** A number in [low, high]. */
export function number(low: number, high: number, says: string): ParamRange & { readonly kind: 'number' } {
  return { kind: 'number', low, high, says };
}

/** One of the listed values. */
export function choice<const V extends readonly Json[]>(
  values: V,
  says: string,
): { readonly kind: 'choice'; readonly values: V; readonly says: string } {
  return { kind: 'choice', values, says };
}

/** The parameter values a table of ranges allows. */
export type ParamsOf<R extends Readonly<Record<string, ParamRange>>> = {
  readonly [K in keyof R]: R[K] extends { readonly kind: 'choice'; readonly values: readonly (infer V)[] } ? V : number;
};

/** `[4, 64]`, or the list of choices. */
export function rangeText(range: ParamRange): string {
  if (range.kind === 'choice') return `one of ${range.values.map((value) => JSON.stringify(value)).join(', ')}`;
  return `${range.kind === 'int' ? 'a whole number' : 'a number'} in [${range.low}, ${range.high}]`;
}

function isAllowed(range: ParamRange, value: Json | undefined): boolean {
  if (range.kind === 'choice') return range.values.some((allowed) => allowed === value);
  if (typeof value !== 'number' || !(value >= range.low && value <= range.high)) return false;
  return range.kind === 'number' || Number.isInteger(value);
}

/** Throws a Fault that names the first parameter out of its range, missing or unknown. */
export function checkParams(
  template: {
    readonly name: string;
    readonly params: Readonly<Record<string, ParamRange>>;
    conflict?(params: Params): string | undefined;
  },
  params: Params,
): void {
  for (const name of Object.keys(params)) {
    if (template.params[name] === undefined) {
      const known = Object.keys(template.params).join(', ');
      throw new Fault('tasks/bad-param', `${template.name} has no parameter ${name}; it has ${known}`, {
        details: { field: name, allowed: Object.keys(template.params) },
      });
    }
  }
  for (const [name, range] of Object.entries(template.params)) {
    const value = params[name];
    if (!isAllowed(range, value)) {
      const allowed = rangeText(range);
      const got = value === undefined ? 'missing' : JSON.stringify(value);
      throw new Fault('tasks/bad-param', `${template.name}: ${name} is ${got}, must be ${allowed}`, {
        details: { field: name, allowed },
      });
    }
  }
  const conflict = template.conflict?.(params);
  if (conflict !== undefined) throw new Fault('tasks/bad-param', `${template.name}: ${conflict}`);
}
