import { words } from '#logic/circuit/words';
import { planesFor } from '../representation/macros/planes-for.ts';
import type { Bit } from '../plans/programs/program-plan.ts';
import type { PlanMaker, ThinkPlan } from './think-plan.ts';

/**
 * Adds a plan to another that has the same observation: its parts run as often as it asks for; gives the words of its answer. `inputs` tells bits that
 * are read in the place of some of the observation.
 */
export function embedPlan(plan: PlanMaker, inner: ThinkPlan, inputs?: (at: number) => Bit | undefined): Bit[] {
  const kept = new Set(inner.kept);
  const state = Array.from({ length: inner.state }, (_, i) => (kept.has(i) ? plan.keptWord(1)[0]! : plan.word(1)[0]!));
  for (const one of inner.ones) plan.markOne(state[one]!);
  const answer = plan.word(inner.outputs);
  const at = (bit: Bit): Bit => {
    if (bit.region === 'state') return state[bit.at]!;
    if (bit.region === 'output') return answer[bit.at]!;
    return inputs?.(bit.at) ?? bit;
  };
  const [on] = plan.word(1, 1);
  const steps = plan.word(planesFor(inner.thinkSteps + 1));
  plan.when(on!, true, () => {
    for (const { id, reads, writes, circuit, guard = [] } of inner.parts) {
      const guarded = guard.reduce<() => void>(
        (make, { bit, value }) =>
          () =>
            plan.when(at(bit), value, make),
        () => plan.add(id, { reads: reads.map(at), writes: writes.map(at), circuit }),
      );
      guarded();
    }
    plan.part('count-steps', [steps], [steps, [on!]], (builder, [done]) => {
      const more = words.increment(builder, done!).slice(0, steps.length);
      return [more, [words.lessThan(builder, more, words.constant(steps.length, inner.thinkSteps))]];
    });
  });
  return answer;
}
