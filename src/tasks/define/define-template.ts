import type { Params, Template } from '#foundation/contracts/tasks';
import { estimateChance } from './estimate-chance.ts';

/**
 * Declares a family of tasks: one file under `templates/`, one line in a file of `registry/`.
 *
 * How to write one (`parity.ts` is the model of one answer, `grid-nav.ts` of many steps):
 *
 * 1. `params` is a table of ranges (`int`, `number`, `choice` of `param-range.ts`) with the specification's own names; every variant
 *    and every reward option of the seed is a parameter. `type P = ParamsOf<typeof params>` is their type. `levels` has at
 *    least five rows (one's own may have fewer), `difficulty` strictly increasing over them.
 * 2. `generate(params, rng)` draws only from `rng` and returns plain data (numbers, strings, arrays, `Uint8Array`,
 *    plain objects): it is hashed for the golden file. Keep `params` in the instance when later steps need it. Chance that
 *    the environment needs later (noise, rewards) comes from `createRng(instance.noise)` in `start`, where
 *    `noise: \`${rng.path}/noise\`` was stored: starting twice gives the same episode. One `createRng` costs about 0.6 µs, one
 *    draw 10 ns, so do not fork per item.
 * 3. `start` must be cheap and `step(undefined)` is an illegal action: a penalty, never an exception. After `done` a step
 *    returns `{ reward: 0, done: true }`.
 * 4. `oracle` returns a fresh policy per episode and may know the instance. `optimum` says how its worth is known.
 * 5. `verify` recomputes the return of a sequence of actions and whether it solves the task, by other code than
 *    `generate` and `start`: the laws compare the two. `ok` means solved (right answer, goal reached, constraint kept).
 * 6. `text.rules(params)` states rules, rewards, costs and the answer format; `observation` shows what is seen now; `parse`
 *    uses `reply.ts` (`parseWord`, `parseInteger`, …). `bits` is built with the layouts of `bit-layout.ts`.
 * 7. `label` and `sizes` where classes must be balanced and unpredictable from size; `sequence` where symbols can be hidden
 *    (MASK); `vary` where rewards or dynamics can change (ENV_NONSTATIONARY).
 *
 * A family with one answer is declared with `defineAnswer`, which supplies the environment.
 * `conformance.test.ts` applies every law of `laws/` to every template of the registry; golden hashes are written with
 * `PAWL_GOLDEN=write`.
 */
export function defineTemplate<P extends Params, I, O, A>(template: ChanceOptional<P, I, O, A>): Template<P, I, O, A> {
  const { randomReturn } = template;
  return { ...template, ...(randomReturn === undefined ? estimateChance(template) : { randomReturn }) };
}

/** A template that may leave what chance earns to be estimated by play. */
export type ChanceOptional<P extends Params, I, O, A> = Omit<Template<P, I, O, A>, 'randomReturn'> &
  Partial<Pick<Template<P, I, O, A>, 'randomReturn'>>;
