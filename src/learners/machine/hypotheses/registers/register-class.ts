import { hashOf } from '#foundation/kernel';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { proveOperations } from '../prove-operations.ts';
import { hasAnswers, isFaultless } from '../reward-labels.ts';
import { microOperations, microText } from './micro-operation.ts';
import { type RegisterBinding, registerBindings, type RegisterHypothesis } from './register-hypothesis.ts';
import { registerPlan } from './register-plan.ts';
import { explainsRun, registerExamples, stateOf } from './run-registers.ts';
import { searchOpcodes } from './search-opcodes.ts';

const BATCH = 200;
/** Episodes before the first search, then twice as many each time. */
const FIRST_SEARCH = 1500;

/** A register machine whose instructions are learnt, and whose parts are found among the words of the face. */
export const registerClass: HypothesisClass<RegisterHypothesis> = {
  name: 'register machine',
  says: 'a table of instructions over registers and a memory runs a program',
  admits: (face) => registerBindings(face).length > 0,

  *propose({ face, practice, evidence, meter, carried }: Search) {
    if (!hasAnswers(evidence.episodes)) return;
    const before = carried.filter(isRegister);
    let bindings = registerBindings(face);
    if (before.length > 0)
      bindings = bindings.filter((binding) => before.some((other) => isAlike(other.binding, binding)));
    const known = before.at(-1)?.table ?? [];
    let wanted = before.length > 0 ? BATCH : FIRST_SEARCH;
    let last = '';
    for (;;) {
      while (evidence.episodes.length < wanted) {
        practice.play('chance', BATCH);
        yield undefined;
      }
      for (const binding of bindings) {
        const examples = registerExamples(evidence.episodes, binding, face);
        meter.spend(examples.length);
        const { table, complete } = yield* searchOpcodes(known, examples, stateOf(binding, face), meter);
        const state = stateOf(binding, face);
        if (!complete || !examples.every((example) => explainsRun(table, example, state))) continue;
        const hypothesis = { binding, table };
        if (hashOf(hypothesis) === last) continue;
        last = hashOf(hypothesis);
        const from = evidence.episodes.length;
        yield hypothesis;
        const port = face.action.ports[binding.answer]!;
        if (isFaultless(evidence.episodes, evidence.episodes.length - from, port, face.action.ports)) return 'settled';
      }
      wanted = 2 * evidence.episodes.length;
      yield undefined;
    }
  },

  refute({ binding, table }, { episodes }, face) {
    const state = stateOf(binding, face);
    const examples = registerExamples(episodes, binding, face);
    const wrong = examples.findIndex((example) => !explainsRun(table, example, state));
    return wrong < 0 ? undefined : episodes.filter(({ steps }) => steps.length === 1)[wrong]?.steps[0];
  },

  carry({ binding, table }, from, to) {
    if (from.observation.ports.length !== to.observation.ports.length) return undefined;
    const next = registerBindings(to).find((other) => isAlike(binding, other));
    return next === undefined ? undefined : { binding: next, table };
  },

  toMachine: (hypothesis, face) => registerPlan(hypothesis, face),

  prove: ({ table, binding }, face) =>
    proveOperations(
      table.flatMap((micro) => (micro?.kind === 'apply' ? [micro.operation] : [])),
      { width: face.observation.ports[binding.memory]!.width, signed: false },
    ),

  describe: ({ table }) =>
    `instructions: ${table.flatMap((micro, code) => (micro === null ? [] : [`${code}: ${microText(micro)}`])).join('; ')}`,

  cost: ({ table }) => table.filter((micro) => micro !== null).length * Math.log2(microOperations.length),
};

function isRegister(value: unknown): value is RegisterHypothesis {
  return typeof value === 'object' && value !== null && 'table' in value && 'binding' in value;
}

/** The same words, whether a claim is asked for or the value itself. */
function isAlike(a: RegisterBinding, b: RegisterBinding): boolean {
  const claims = a.claim === null || b.claim === null || (a.claim === b.claim && a.holds === b.holds);
  return (
    claims && a.code === b.code && a.x === b.x && a.y === b.y && a.memory === b.memory && a.register === b.register
  );
}
