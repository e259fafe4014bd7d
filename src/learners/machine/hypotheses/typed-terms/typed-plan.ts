import { type CircuitBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import type { Word } from '#logic/circuit/words';
import type { FacePorts, WordPort } from '#foundation/contracts/words';
import { PlanMaker, type ThinkPlan } from '../think-plan.ts';
import { placesOf } from '../word-view.ts';
import { REGISTER_BITS } from './operations.ts';
import {
  choose,
  constantOf,
  fit,
  isTrue,
  operateOn,
  portValue,
  registerValue,
  type Signed,
  TypedCircuits,
} from './typed-circuit.ts';
import { type AfterAnswer, type NumberTerm, portsOf, type Register, type TypedProgram } from './typed-term.ts';

/** A program as a machine: what is kept is brought up to date, then each word is said and remembered. */
export function typedPlan({ registers, says }: TypedProgram, face: FacePorts): ThinkPlan {
  const { ports, width } = face.observation;
  const plan = new PlanMaker({ inputs: width, outputs: face.action.width });
  const kept = registers.map(() => plan.keptWord(REGISTER_BITS));
  const said = face.action.ports.map((port) => plan.keptWord(port.width));
  const used = bitsUsed([...says, ...registers.flatMap(({ of, when }) => [of, when])], ports);
  const input = used.map((at) => plan.input(at, 1)[0]!);
  const whole = (bits: Word): Edge[] => {
    const all = new Array<Edge>(width).fill(FALSE);
    for (const [i, at] of used.entries()) all[at] = bits[i]!;
    return all;
  };
  const keep = (name: string, isAfter: boolean): void => {
    const own = registers.flatMap((register, r) => ((register.after !== undefined) === isAfter ? [r] : []));
    if (own.length === 0) return;
    const words = own.map((r) => kept[r]!);
    const answers = own.map((r) => said[registers[r]!.after?.word ?? 0]!);
    plan.part(name, [input, ...words, ...(isAfter ? answers : [])], words, (builder, [bits, ...given]) => {
      const nothing = { answers: 0, said: constantOf(0), kept: [] };
      const terms = new TypedCircuits({ builder, ports, input: whole(bits!), ...nothing });
      return own.map((r, i) => {
        const register = registers[r]!;
        const before = registerValue(given[i]!);
        if (register.after === undefined) return fit(updated(builder, terms, register, before), REGISTER_BITS);
        const answer = portValue(builder, given[own.length + i]!, face.action.ports[register.after.word]!);
        return fit(afterAnswer(builder, terms, { register, after: register.after }, { before, answer }), REGISTER_BITS);
      });
    });
  };
  keep('keep', false);
  for (const [k, term] of says.entries()) {
    const port = face.action.ports[k]!;
    plan.part(
      `say-${k}`,
      [input, said[k]!, ...kept],
      [said[k]!, plan.output(port.offset, port.width)],
      (builder, [bits, last, ...held]) => {
        const value = new TypedCircuits({
          builder,
          ports,
          input: whole(bits!),
          answers: port.values,
          said: portValue(builder, last!, port),
          kept: held.map((one) => registerValue(one)),
        }).number(term);
        const code = operateOn(builder, 'subtract', value, constantOf(port.low));
        const isIn = builder.and(
          isTrue(builder, operateOn(builder, 'atLeast', code, constantOf(0))),
          isTrue(builder, operateOn(builder, 'below', code, constantOf(port.values))),
        );
        const word = fit(code, port.width).map((edge) => builder.and(edge, isIn));
        return [word, word];
      },
    );
  }
  keep('keep-after', true);
  return plan.build(1);
}

/** What a register holds after a step that counts. */
function updated(builder: CircuitBuilder, terms: TypedCircuits, { by, of, when }: Register, before: Signed): Signed {
  const value = terms.number(of);
  const after = by === 'last' ? value : operateOn(builder, by === 'sum' ? 'add' : 'most', before, value);
  return choose(builder, isTrue(builder, terms.number(when)), after, before);
}

/** What a register holds after an answer. */
function afterAnswer(
  builder: CircuitBuilder,
  terms: TypedCircuits,
  { register, after: { value, does } }: { readonly register: Register; readonly after: AfterAnswer },
  { before, answer }: { readonly before: Signed; readonly answer: Signed },
): Signed {
  const counted = updated(builder, terms, register, before);
  const isSaid = isTrue(builder, operateOn(builder, 'same', answer, constantOf(value)));
  if (does === 'counts') return choose(builder, isSaid, counted, before);
  const afresh = does === 'clears' ? constantOf(0) : updated(builder, terms, register, constantOf(0));
  return choose(builder, isSaid, afresh, counted);
}

/** Bits of the observation that terms read, lengths and marks of lists among them. */
function bitsUsed(terms: readonly NumberTerm[], ports: readonly WordPort[]): number[] {
  const found = new Set<number>();
  for (const term of terms) portsOf(term, found);
  for (const index of Array.from(found)) {
    for (const { length, mark } of ports[index]!.repeats) {
      if (length !== undefined) found.add(length);
      if (mark !== undefined) found.add(mark);
    }
  }
  const bits = [...found].flatMap((index) =>
    placesOf(ports[index]!).flatMap((at) => Array.from({ length: ports[index]!.width }, (_, i) => at + i)),
  );
  return [...new Set(bits)].sort((a, b) => a - b);
}
