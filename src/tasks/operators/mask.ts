import { canonicalText, createRng, Fault } from '#foundation/kernel';
import type { AnyTemplate, Optimum, Params, SequenceView } from '#foundation/contracts/tasks';
import { defineTemplate } from '../define/define-template.ts';
import { maskView } from './mask-view.ts';
import { withoutHooks } from './without-hooks.ts';

/** Completions that are tried one by one: 2¹². */
const MOST = 4096;

/** The true instance, and what the hidden symbols leave to believe: the best answer and how often it is right. */
interface MaskedInstance {
  readonly params: Params;
  readonly whole: unknown;
  readonly shown: unknown;
}

function maskedPlaces(pattern: string, length: number): number[] {
  return Array.from(pattern.slice(0, length), (mark, i) => (mark === 'x' ? i : -1)).filter((i) => i >= 0);
}

/** Every instance that looks the same, with its weight. */
function completions(
  view: SequenceView<unknown>,
  whole: unknown,
  places: readonly number[],
): { instance: unknown; weight: number }[] {
  const alphabet = view.alphabet(whole);
  const symbols = [...view.read(whole)];
  const found: { instance: unknown; weight: number }[] = [];
  const count = alphabet ** places.length;
  if (count > MOST) {
    throw new Fault(
      'tasks/bad-composition',
      `MASK: ${alphabet}^${places.length} completions of the hidden symbols, at most ${MOST}`,
    );
  }
  for (let code = 0; code < count; code += 1) {
    let left = code;
    for (const place of places) {
      symbols[place] = left % alphabet;
      left = Math.floor(left / alphabet);
    }
    const instance = view.replace(whole, [...symbols]);
    if (instance !== undefined) found.push({ instance, weight: view.weight?.(instance) ?? 1 });
  }
  return found;
}

interface Belief {
  readonly action: unknown;
  readonly share: number;
}

/** The answer that most of the weight of all completions wants; ties go to the answer found first. */
function beliefOf(base: AnyTemplate, view: SequenceView<unknown>, whole: unknown, pattern: string): Belief {
  const places = maskedPlaces(pattern, view.read(whole).length);
  const answers = new Map<string, { action: unknown; weight: number }>();
  let total = 0;
  for (const { instance, weight } of completions(view, whole, places)) {
    const action = base.oracle(instance).act(base.start(instance).observe());
    const key = canonicalText(action);
    const known = answers.get(key);
    if (known === undefined) answers.set(key, { action, weight });
    else known.weight += weight;
    total += weight;
  }
  let best: { action: unknown; weight: number } | undefined;
  for (const answer of answers.values()) if (best === undefined || answer.weight > best.weight) best = answer;
  return { action: best?.action, share: (best?.weight ?? 0) / total };
}

/**
 * MASK(a, pattern): the symbols under an `x` of the pattern are hidden and shown as symbol 0.
 *
 * Where the rest still determines the answer the optimum is exact; where not, the label is the posterior: over all ways to
 * fill the hidden symbols, weighted as the generator makes them, the best answer is right with probability
 *
 *     max over y of P(answer = y | what is shown)
 *
 * found by enumeration of at most 4,096 completions. Levels whose alphabet is too large for that are left out.
 */
// oxlint-disable-next-line max-lines-per-function -- one declaration: the members of a template
export function mask(base: AnyTemplate, pattern: string): AnyTemplate {
  const { sequence } = base;
  if (!/^[.x]{1,64}$/.test(pattern) || !pattern.includes('x')) {
    throw new Fault(
      'tasks/bad-composition',
      `MASK: pattern is ${JSON.stringify(pattern)}, must be up to 64 of . and x, with an x`,
    );
  }
  if (base.veil !== undefined) return maskView(base, pattern);
  if (sequence === undefined || base.shape !== 'answer') {
    throw new Fault(
      'tasks/bad-composition',
      `MASK needs a base with one answer whose symbols can be hidden, or one that shows cells; ${base.name} has neither`,
    );
  }
  const hidden = maskedPlaces(pattern, pattern.length).length;
  const isUnit = (params: Params): boolean => base.rewardRange(params).low === 0 && base.rewardRange(params).high === 1;
  const levels = base.levels.filter((params) => isUnit(params) && fits(base, sequence, params, hidden));
  if (levels.length === 0) {
    throw new Fault(
      'tasks/bad-composition',
      `MASK: no level of ${base.name} has so few completions of ${hidden} hidden symbols`,
    );
  }
  const beliefs = new WeakMap<MaskedInstance, Belief>();
  const belief = (instance: MaskedInstance): Belief => {
    let known = beliefs.get(instance);
    if (known === undefined) beliefs.set(instance, (known = beliefOf(base, sequence, instance.whole, pattern)));
    return known;
  };
  return defineTemplate<Params, MaskedInstance, unknown, unknown>({
    ...withoutHooks(base),
    name: `MASK(${base.name},${pattern})`,
    family: 'composition',
    tags: ['composed', ...base.tags],
    says: `${base.name} with hidden symbols.`,
    levels,
    difficulty: (params) => base.difficulty(params) + hidden,
    conflict: (params) => (isUnit(params) ? base.conflict?.(params) : 'MASK needs rewards of 0 or 1'),
    generate(params, rng) {
      const whole = base.generate(params, rng);
      const symbols = [...sequence.read(whole)];
      for (const place of maskedPlaces(pattern, symbols.length)) symbols[place] = 0;
      return { params, whole, shown: sequence.replace(whole, symbols) ?? whole };
    },
    start(instance) {
      const inner = base.start(instance.whole);
      const seen = base.start(instance.shown).observe();
      return { observe: () => seen, step: (action) => inner.step(action) };
    },
    oracle: (instance) => ({ act: () => belief(instance).action }),
    optimum(instance): Optimum {
      const { share } = belief(instance);
      return share === 1 ? { kind: 'exact', reward: 1 } : { kind: 'expected', reward: share, low: 0, high: 1 };
    },
    randomReturn: ({ whole }) => base.randomReturn(whole),
    verify: ({ whole }, actions) => base.verify(whole, actions),
    measure: ({ whole }, trace) => base.measure(whole, trace),
    text: {
      ...base.text,
      rules: (params) =>
        `${base.text.rules(params)}\nThe symbols under an x of the pattern ${pattern} are hidden: whatever they are, they are ` +
        'shown as the first symbol. Give the answer that is most likely.',
    },
  });
}

function fits(base: AnyTemplate, view: SequenceView<unknown>, params: Params, hidden: number): boolean {
  // Any instance will do: the alphabet depends on the parameters alone.
  const probe = base.generate(params, createRng(`probe/${base.name}`));
  return view.alphabet(probe) ** Math.min(hidden, view.read(probe).length) <= MOST;
}
