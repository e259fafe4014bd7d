import { type CircuitBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import type { FacePorts } from '#foundation/contracts/words';
import { invariant } from '#foundation/kernel';
import { planesFor } from '../../representation/macros/planes-for.ts';
import { embedPlan } from '../embed-plan.ts';
import type { HypothesisClass } from '../hypothesis-class.ts';
import { resize } from '../list-reader.ts';
import { PlanMaker, type ThinkPlan } from '../think-plan.ts';
import { placesOf } from '../word-view.ts';
import type { Said, Situation } from './situation.ts';
import { answerWord, planOfFit } from './skill-fit.ts';
import { termCircuit } from './term-circuit.ts';
import { boundOf, type Term } from './term.ts';
import type { Choice, WordHypothesis } from './word-hypothesis.ts';

/** A program as a machine: its skills think side by side, each term is a part, and the form of the observation picks what is said. */
export function wordPlan(
  { choices, skills }: WordHypothesis,
  face: FacePorts,
  classes: readonly HypothesisClass[],
): ThinkPlan {
  const plan = new PlanMaker({ inputs: face.observation.width, outputs: face.action.width });
  const inner = skills.map((fit) => {
    const made = planOfFit(fit, face, classes);
    invariant(made !== undefined, `there is a class ${fit.class}`);
    return made;
  });
  const answers = inner.map((each, i) => {
    const { offset, width } = answerWord(skills[i]!, face);
    return embedPlan(plan, each).slice(offset, offset + width);
  });
  const { ports } = face.observation;
  const said = choices.map(({ says }, c) =>
    says.map(({ said: how, term }, k) => {
      const word = plan.word(Math.max(planesFor(how.values), planesFor(boundOf(term, ports))));
      const used = inputsOf(term, face);
      const input = used.map((at) => plan.input(at, 1)[0]!);
      plan.part(`term-${c}-${k}`, [input, ...answers], [word], (builder, [bits, ...given]) => {
        const whole = new Array<Edge>(face.observation.width).fill(FALSE);
        for (const [i, at] of used.entries()) whole[at] = bits![i]!;
        return [resize(termCircuit(term, { builder, ports, input: whole, skills: given }), word.length)];
      });
      return word;
    }),
  );
  const tags = ports.flatMap((port, tag) => (port.role === 'tag' && port.repeats.length === 0 ? [tag] : []));
  const tagBits = tags.map((tag) => plan.input(ports[tag]!.offset, ports[tag]!.width));
  plan.part('say', [...tagBits, ...said.flat()], [plan.output(0, face.action.width)], (builder, given) => {
    const told = new Map(tags.map((tag, i) => [tag, given[i]!]));
    let at = tags.length;
    let bits: Word = words.constant(face.action.width, 0);
    for (const choice of choices) {
      const numbers = given.slice(at, at + choice.says.length);
      at += choice.says.length;
      bits = words.mux(builder, holds(builder, choice.when, told), saidBits(builder, choice, numbers, face), bits);
    }
    return [bits];
  });
  return plan.build(inner.reduce((most, { thinkSteps }) => Math.max(most, thinkSteps), 1));
}

/** A number that can be said: itself, or 0 past the highest, whatever the state holds. */
function sayable(builder: CircuitBuilder, value: Word, { values }: Said): Edge[] {
  const width = planesFor(values);
  const most = Math.max(value.length, planesFor(values + 1));
  const isIn = words.lessThan(builder, resize(value, most), words.constant(most, values));
  return resize(value, width).map((edge) => builder.and(edge, isIn));
}

function holds(builder: CircuitBuilder, when: Situation, told: ReadonlyMap<number, Word>): Edge {
  return builder.andAll(
    when.map(({ tag, value }) => words.equal(builder, told.get(tag)!, words.constant(told.get(tag)!.length, value))),
  );
}

/** All bits of an action: its tags, and the digits of its numbers. */
function saidBits(
  builder: CircuitBuilder,
  { form, says }: Choice,
  numbers: readonly Word[],
  { action }: FacePorts,
): Edge[] {
  const bits = new Array<Edge>(action.width).fill(FALSE);
  const put = (place: number, word: Word): void => {
    for (const [i, edge] of word.entries()) bits[place + i] = edge;
  };
  for (const { tag, value } of form) put(action.ports[tag]!.offset, words.constant(action.ports[tag]!.width, value));
  for (const [k, { said }] of says.entries()) {
    const number = sayable(builder, numbers[k]!, said);
    const port = action.ports[said.port]!;
    const places = placesOf(port);
    if (places.length === 1) put(places[0]!, resize(number, port.width));
    else {
      const digits = digitsOf(builder, number, port.values, places.length);
      const ordered = said.highest === 'last' ? digits : digits.toReversed();
      for (const [i, place] of places.entries()) put(place, resize(ordered[i]!, port.width));
    }
  }
  return bits;
}

/** Digits of a number, the lowest first: each is the rest by the base, found by comparison with its multiples. */
function digitsOf(builder: CircuitBuilder, number: Word, base: number, count: number): Word[] {
  const width = number.length;
  const digits: Word[] = [];
  let left: Word = number;
  for (let power = count - 1; power >= 0; power -= 1) {
    const unit = base ** power;
    let digit: Word = words.constant(planesFor(base), 0);
    let rest: Word = left;
    for (let k = 1; k < base; k += 1) {
      if (k * unit >= 2 ** width) break;
      const multiple = words.constant(width, k * unit);
      const isPast = builder.not(words.lessThan(builder, left, multiple));
      digit = words.mux(builder, isPast, words.constant(planesFor(base), k), digit);
      rest = words.mux(builder, isPast, words.subtract(builder, left, multiple), rest);
    }
    digits.unshift(digit);
    left = rest;
  }
  return digits;
}

/** Places of the observation that a term reads. */
function inputsOf(term: Term, face: FacePorts): number[] {
  const used = new Set<number>();
  const ports = new Set<number>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'port' && typeof inner === 'number') ports.add(inner);
      else walk(inner);
    }
  };
  walk(term);
  for (const index of ports) {
    const port = face.observation.ports[index]!;
    for (const place of placesOf(port)) for (let i = 0; i < port.width; i += 1) used.add(place + i);
  }
  return [...used].sort((a, b) => a - b);
}
