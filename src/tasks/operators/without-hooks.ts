import type { AnyTemplate } from '#foundation/contracts/tasks';

const hooks = ['label', 'sizes', 'sequence', 'veil', 'vary', 'varies', 'rivals'] as const;

/** A base without the members that speak of its own instances. */
export function withoutHooks(base: AnyTemplate): Omit<AnyTemplate, (typeof hooks)[number]> {
  const rest: Partial<AnyTemplate> & AnyTemplate = { ...base };
  for (const hook of hooks) Reflect.deleteProperty(rest, hook);
  return rest;
}
