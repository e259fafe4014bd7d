import { type FacePorts, portsOfShape, type WordShape, widthOfShape } from '#foundation/contracts/words';
import { createRng } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import type { HypothesisClass } from '../hypothesis-class.ts';
import { InstalledThinker } from '../installed-thinker.ts';
import { Meter } from '../meter.ts';
import { proveThinkPlan } from '../prove-think-plan.ts';
import { PlanMaker } from '../think-plan.ts';
import { placesOf, readPort, writeWord } from '../word-view.ts';
import { saidNumber, situationOf, wordsSaying } from './situation.ts';
import { fitsOf } from './skill-fit.ts';
import { searchTerms } from './term-search.ts';
import { type ListTerm, type Term } from './term.ts';
import { termValue } from './term-value.ts';
import { SkillBench } from './word-actor.ts';
import { wordClass } from './word-class.ts';
import type { WordHypothesis } from './word-hypothesis.ts';
import { wordPlan } from './word-plan.ts';

const word = (values: number): WordShape => ({ kind: 'word', width: Math.ceil(Math.log2(values)), values, low: 0 });
const list = (count: number, item: WordShape): WordShape => ({ kind: 'list', count, item });
const fields = (...parts: WordShape[]): WordShape => ({ kind: 'fields', fields: parts });
const tag = { kind: 'word', width: 1, values: 2, low: 0 } as const;
const sideOf = (shape: WordShape) => ({ width: widthOfShape(shape), ports: portsOfShape(shape) });

/** Ports: 0 tag; 1 scalar, 2 list, 3 list of lists, 4 digits in case 0; 5 a list in case 1. */
const face: FacePorts = {
  observation: sideOf({
    kind: 'cases',
    tag,
    cases: [fields(word(4), list(4, word(5)), list(4, list(2, word(3))), list(2, word(3))), list(3, word(2))],
  }),
  action: sideOf({ kind: 'cases', tag, cases: [word(6), list(2, word(3))] }),
};
const rng = createRng('word programs');

function observe(): Uint8Array {
  const { ports, width } = face.observation;
  const bits = new Uint8Array(width);
  const form = rng.below(2);
  bits[0] = form;
  for (const port of ports) {
    if (port.cases[0]?.value !== form) continue;
    for (const place of placesOf(port)) writeWord(bits, place, port.width, rng.below(port.values));
  }
  return bits;
}

const records: ListTerm = { kind: 'records', port: 3, highest: 'first' };
const column: ListTerm = { kind: 'column', port: 2 };
const scalar: Term = { kind: 'word', port: 1 };
const digits: Term = { kind: 'number', port: 4, highest: 'last' };
const terms: readonly Term[] = [
  { kind: 'constant', value: 5 },
  scalar,
  digits,
  { kind: 'at', list: column, index: scalar },
  { kind: 'at', list: { kind: 'rank', of: records, by: 'below' }, index: scalar },
  { kind: 'find', list: { kind: 'rank', of: column, by: 'above' }, what: scalar },
  { kind: 'find', list: { kind: 'rank', of: column, by: 'same' }, what: digits },
  { kind: 'add', a: digits, b: scalar },
  { kind: 'less', a: scalar, b: digits },
];

/** A skill of three bits that says whether all of them are 1. */
const allOnes: HypothesisClass<null> = {
  name: 'state machine',
  says: '',
  admits: () => true,
  *propose() {},
  refute: () => undefined,
  carry: (_hypothesis, _from, to) => (to.observation.ports[0]!.values === 2 ? null : undefined),
  toMachine(_hypothesis, { observation, action }) {
    const plan = new PlanMaker({ inputs: observation.width, outputs: action.width });
    const [seen] = plan.word(1, 1);
    const bits = placesOf(observation.ports[0]!).map((place) => plan.input(place, 1));
    // The conjunction takes a second step, and would be lost in a third.
    plan.part('and', [bits.flat(), [seen!]], [plan.output(0, action.width)], (builder, [given, first]) => [
      [
        builder.and(builder.andAll(given!), builder.not(first![0]!)),
        ...given!.slice(0, action.width - 1).map((edge) => builder.and(edge, builder.not(edge))),
      ],
    ]);
    plan.part('count', [[seen!]], [[seen!]], (builder, [first]) => [[builder.not(first![0]!)]]);
    return plan.build(2);
  },
  describe: () => '',
  cost: () => 1,
};
const learnt = {
  class: 'state machine' as const,
  hypothesis: null,
  face: { observation: sideOf(list(3, word(2))), action: sideOf(word(2)) },
};

describe('terms', () => {
  it.each(terms.map((term) => [JSON.stringify(term), term] as const))(
    '%s as circuit is its value, or 0 past what can be said',
    (_, term) => {
      const hypothesis: WordHypothesis = {
        skills: [],
        choices: [
          {
            when: [{ tag: 0, value: 0 }],
            form: [{ tag: 0, value: 0 }],
            says: [{ said: { port: 1, values: 6 }, term }],
          },
          {
            when: [{ tag: 0, value: 1 }],
            form: [{ tag: 0, value: 1 }],
            says: [{ said: { port: 2, highest: 'last', values: 9 }, term: { kind: 'constant', value: 7 } }],
          },
        ],
      };
      const machine = new InstalledThinker(wordPlan(hypothesis, face, []), 128);
      const seen = Array.from({ length: 128 }, observe);
      for (const [lane, action] of machine.act(seen).entries()) {
        const { ports } = face.observation;
        const value = termValue(term, { observation: seen[lane]!, ports, skills: [] });
        const wanted = seen[lane]![0] === 1 ? [1, 7] : [0, value < 6 ? value : 0];
        const said =
          action![0] === 1
            ? saidNumber(action!, { port: 2, highest: 'last', values: 9 }, face.action.ports)
            : readPort(action!, face.action.ports[1]!)[0];
        expect([action![0], said]).toEqual(wanted);
      }
    },
  );

  it('that agree with what was earned are found', () => {
    const wanted: Term = { kind: 'find', list: { kind: 'rank', of: records, by: 'below' }, what: scalar };
    const { ports } = face.observation;
    const samples = Array.from({ length: 600 }, observe)
      .filter((bits) => bits[0] === 0)
      .map((observation) => {
        const said = rng.below(4);
        return { observation, said, reward: said === termValue(wanted, { observation, ports, skills: [] }) ? 1 : 0 };
      });
    const search = searchTerms(samples, { ports, there: [1, 2, 3, 4], values: 4 }, new Meter());
    let step = search.next();
    while (step.done !== true) step = search.next();
    expect(step.value).toMatchObject({ mean: 1, term: wanted });
  });

  it('are said within the ranges for every input', () => {
    const when = [{ tag: 0, value: 0 }];
    const says = [{ said: { port: 2, highest: 'first', values: 9 } as const, term: scalar }];
    const plan = wordPlan({ skills: [], choices: [{ when, form: [{ tag: 0, value: 1 }], says }] }, face, []);
    expect(proveThinkPlan(plan, face).open).toEqual([]);
  });

  it('are said in digits from either end', () => {
    for (const highest of ['first', 'last'] as const) {
      for (let value = 0; value < 9; value += 1) {
        const bits = new Uint8Array(face.action.width);
        for (const one of wordsSaying(value, { port: 2, highest, values: 9 }, face.action.ports))
          writeWord(bits, one.place, 2, one.value);
        expect(saidNumber(bits, { port: 2, highest, values: 9 }, face.action.ports)).toBe(value);
      }
    }
  });
});

describe('skills in programs', () => {
  const when = [{ tag: 0, value: 1 }];
  const fits = fitsOf(learnt, { face, situation: when, answer: { side: 'action', port: 1 } }, [allOnes]);
  const program: WordHypothesis = {
    skills: fits,
    choices: [
      {
        when,
        form: [{ tag: 0, value: 0 }],
        says: [{ said: { port: 1, values: 6 }, term: { kind: 'skill', skill: 0, values: 6 } }],
      },
    ],
  };

  it('fit where the part of a face has their ports, and nowhere else', () => {
    expect(fits.map(({ ports }) => ports)).toEqual([[5]]);
    expect(
      fitsOf(learnt, { face, situation: [{ tag: 0, value: 0 }], answer: { side: 'action', port: 1 } }, [allOnes]),
    ).toEqual([]);
  });

  it('run inside the machine as they do alone, for as many steps as they ask', () => {
    const machine = new InstalledThinker({ ...wordPlan(program, face, [allOnes]), thinkSteps: 5 }, 128);
    const apart = new SkillBench(face, [allOnes]).actorOf(program);
    const seen = Array.from({ length: 128 }, observe);
    apart.begin();
    const wanted = apart.act(seen).map((bits) => [...bits!]);
    expect(machine.act(seen).map((bits) => [...bits!])).toEqual(wanted);
    const truth = seen.map((bits) =>
      situationOf(bits, face.observation)[0]!.value === 1 &&
      readPort(bits, face.observation.ports[5]!).every((bit) => bit === 1)
        ? 1
        : 0,
    );
    expect(wanted.map((bits) => readPort(Uint8Array.from(bits), face.action.ports[1]!)[0])).toEqual(truth);
  });

  it('are carried with the program', () => {
    expect(wordClass([allOnes]).carry(program, face, face)).toEqual(program);
  });
});
