import { createRng } from '#foundation/kernel';
import type { AnyTemplate, Optimum } from '#foundation/contracts/tasks';

/** The kinds of optimum a template has, from one instance of each level. */
export function optimumKinds(template: AnyTemplate): ReadonlySet<Optimum['kind']> {
  const kinds = new Set<Optimum['kind']>();
  for (const [i, params] of template.levels.entries()) {
    kinds.add(template.optimum(template.generate(params, createRng(`probe/${template.name}/${i}`))).kind);
  }
  return kinds;
}
