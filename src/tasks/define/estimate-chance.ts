import type { Params, Template } from '#foundation/contracts/tasks';
import { createRng, Fault, hashOf } from '#foundation/kernel';

/** Games of chance from which the return of an instance is estimated. */
const GAMES = 64;

type Played<P extends Params, I, O, A> = Pick<
  Template<P, I, O, A>,
  'name' | 'generate' | 'start' | 'randomAction' | 'maxSteps'
>;

/**
 * What legal actions by chance earn on an instance, estimated by play where a template does not say it exactly: the mean of 64 games, the same
 * each time. `generate` is handed back with it, since it alone is told the parameters that `randomAction` needs.
 */
export function estimateChance<P extends Params, I, O, A>(
  template: Played<P, I, O, A>,
): Pick<Template<P, I, O, A>, 'generate' | 'randomReturn'> {
  const params = new WeakMap<object, P>();
  const means = new WeakMap<object, number>();
  return {
    generate(given, rng) {
      const instance = template.generate(given, rng);
      params.set(requireObject(instance, template.name), given);
      return instance;
    },
    randomReturn(instance) {
      const key = requireObject(instance, template.name);
      const known = means.get(key);
      if (known !== undefined) return known;
      const given = params.get(key);
      if (given === undefined) {
        throw new Fault(
          'tasks/bad-param',
          `${template.name}: an instance that it did not generate needs \`randomReturn\``,
        );
      }
      const mean = meanReturn(template, instance, given);
      means.set(key, mean);
      return mean;
    },
  };
}

function meanReturn<P extends Params, I, O, A>(template: Played<P, I, O, A>, instance: I, params: P): number {
  const rng = createRng(`chance/${template.name}/${hashOf(instance)}`);
  let sum = 0;
  for (let game = 0; game < GAMES; game += 1) {
    const environment = template.start(instance);
    for (let steps = template.maxSteps(params); steps > 0; steps -= 1) {
      const { reward, done } = environment.step(template.randomAction(environment.observe(), rng, params));
      sum += reward;
      if (done) break;
    }
  }
  return sum / GAMES;
}

function requireObject(instance: unknown, name: string): object {
  if (typeof instance === 'object' && instance !== null) return instance;
  throw new Fault('tasks/bad-param', `${name}: an instance that is no object or list needs \`randomReturn\``);
}
