import { canonicalText, createRng } from '#foundation/kernel';
import type { AnyTemplate, Params } from '#foundation/contracts/tasks';
import { playOracle } from '../play/rollout.ts';
import { drawAt } from '../play/sample.ts';
import { settingOf } from '../settings/seed-path.ts';
import { Findings } from './findings.ts';
import { TOLERANCE } from './oracle-law.ts';

/** How mutated answers fared. */
export interface MutationReport {
  readonly tried: number;
  readonly refused: number;
  readonly findings: readonly string[];
}

/**
 * A wrong answer is refused: whatever differs from the one right answer; where several are right, whatever earns less than
 * the optimum; and in an episode one changed action never earns more than an exact optimum. Saying nothing is refused.
 */
export function mutationLaw(template: AnyTemplate, level: number, count: number): MutationReport {
  const setting = settingOf(template, level);
  const findings = new Findings();
  const rng = createRng(`mutation-law/${template.name}/${level}`);
  let tried = 0;
  let refused = 0;
  for (let index = 0; index < count; index += 1) {
    const { instance, seedPath } = drawAt(template, setting, { seed: 'mutation-law', index });
    const optimum = template.optimum(instance);
    const { actions, total } = playOracle(template, setting.params, instance);
    if (template.verify(instance, []).ok) findings.add(seedPath, 'no action at all is accepted');
    const mutated = mutate(template, { params: setting.params, instance }, actions, rng);
    if (mutated === undefined) continue;
    tried += 1;
    const verdict = template.verify(instance, mutated);
    if (!verdict.ok || verdict.reward < total - TOLERANCE) refused += 1;
    if (optimum.kind === 'exact' && verdict.reward > optimum.reward + TOLERANCE) {
      findings.add(seedPath, `a mutated answer earns ${verdict.reward}, above the optimum ${optimum.reward}`);
    }
    if (template.shape === 'answer' && optimum.kind === 'exact' && verdict.ok) {
      const allowed = template.manyAnswers === true && Math.abs(verdict.reward - optimum.reward) < TOLERANCE;
      if (!allowed) findings.add(seedPath, `the mutated answer ${canonicalText(mutated)} is accepted`);
    }
  }
  if (tried > 0 && refused === 0) findings.add(`level ${level}`, 'no mutated answer was refused');
  return { tried, refused, findings: findings.lines };
}

/** The oracle's actions with one replaced by another legal action; `undefined` where twenty draws found no other. */
function mutate(
  template: AnyTemplate,
  { params, instance }: { readonly params: Params; readonly instance: unknown },
  actions: readonly unknown[],
  rng: ReturnType<typeof createRng>,
): unknown[] | undefined {
  const at = rng.below(actions.length);
  const environment = template.start(instance);
  for (const action of actions.slice(0, at)) environment.step(action);
  const observation = environment.observe();
  const old = canonicalText(actions[at] ?? null);
  for (let draw = 0; draw < 20; draw += 1) {
    const other = template.randomAction(observation, rng, params);
    if (canonicalText(other) !== old) return [...actions.slice(0, at), other, ...actions.slice(at + 1)];
  }
  return undefined;
}
