import { createRng, type Rng } from '#foundation/kernel';
import type { Environment, Params, Policy, Template, Trace } from '#foundation/contracts/tasks';

/** Plays one episode to its end; at most `maxSteps` steps, in case an environment never ends. */
export function rollout<P extends Params, I, O, A>(
  template: Template<P, I, O, A>,
  params: P,
  environment: Environment<O, A>,
  act: (observation: O) => A | undefined,
): Trace<A> {
  const actions: (A | undefined)[] = [];
  const rewards: number[] = [];
  const limit = template.maxSteps(params);
  let total = 0;
  for (let done = false; !done && actions.length < limit;) {
    const action = act(environment.observe());
    const result = environment.step(action);
    actions.push(action);
    rewards.push(result.reward);
    total += result.reward;
    done = result.done;
  }
  return { actions, rewards, total };
}

/** The oracle's episode. */
export function playOracle<P extends Params, I, O, A>(
  template: Template<P, I, O, A>,
  params: P,
  instance: I,
): Trace<A> {
  const policy: Policy<O, A> = template.oracle(instance);
  return rollout(template, params, template.start(instance), (observation) => policy.act(observation));
}

/** An episode of uniformly random legal actions. */
export function playRandom<P extends Params, I, O, A>(
  template: Template<P, I, O, A>,
  { params, instance }: { readonly params: P; readonly instance: I },
  rng: Rng,
): Trace<A> {
  return rollout(template, params, template.start(instance), (observation) =>
    template.randomAction(observation, rng, params),
  );
}

/** The mean return of `episodes` random episodes, for families whose expectation has no closed form; `path` names the stream. */
export function estimateRandomReturn<P extends Params, I, O, A>(
  template: Template<P, I, O, A>,
  drawn: { readonly params: P; readonly instance: I },
  path: string,
  episodes = 256,
): number {
  const rng = createRng(path);
  let total = 0;
  for (let episode = 0; episode < episodes; episode += 1) total += playRandom(template, drawn, rng).total;
  return total / episodes;
}
