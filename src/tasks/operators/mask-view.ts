import { Fault } from '#foundation/kernel';
import type { AnyTemplate, Params, Template } from '#foundation/contracts/tasks';
import { defineTemplate } from '../define/define-template.ts';
import { withoutHooks } from './without-hooks.ts';

interface VeiledInstance {
  readonly params: Params;
  readonly whole: unknown;
}

/**
 * MASK(a, pattern) for bases that show places, such as cells: the pattern is laid over them again and again, and what stands under an `x` is
 * hidden as the base says. The best return of the whole is a bound, because it knows what is hidden; the reference policy has to find out.
 */
export function maskView(base: AnyTemplate, pattern: string): Template<Params, VeiledInstance, unknown, unknown> {
  const veil = base.veil!;
  const hidden = (params: Params): number[] =>
    Array.from({ length: veil.places(params) }, (_, place) => place).filter(
      (place) => pattern[place % pattern.length] === 'x',
    );
  const canHide = (params: Params): boolean => hidden(params).length > 0;
  const levels = base.levels.filter(canHide);
  if (levels.length === 0)
    throw new Fault('tasks/bad-composition', `MASK: no level of ${base.name} shows places that ${pattern} hides`);
  return defineTemplate<Params, VeiledInstance, unknown, unknown>({
    ...withoutHooks(base),
    name: `MASK(${base.name},${pattern})`,
    family: 'composition',
    tags: ['composed', ...base.tags],
    says: `${base.name} with hidden places.`,
    levels,
    difficulty: (params) => base.difficulty(params) + hidden(params).length / 100,
    conflict: (params) => (canHide(params) ? base.conflict?.(params) : 'MASK needs places that can be hidden'),
    generate: (params, rng) => ({ params, whole: base.generate(params, rng) }),
    start({ params, whole }) {
      const inner = base.start(whole);
      const places = hidden(params);
      return { observe: () => veil.hide(inner.observe(), places), step: (action) => inner.step(action) };
    },
    oracle: ({ whole }) => veil.explorer(whole),
    optimum: ({ whole }) => ({ kind: 'bound', reward: base.optimum(whole).reward }),
    randomReturn: ({ whole }) => base.randomReturn(whole),
    verify: ({ whole }, actions) => base.verify(whole, actions),
    measure: ({ whole }, trace) => base.measure(whole, trace),
    text: {
      ...base.text,
      rules: (params) => `${base.text.rules(params)}\n${veil.says(pattern)}`,
    },
  });
}
