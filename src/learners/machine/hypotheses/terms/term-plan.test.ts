import { createRng } from '#foundation/kernel';
import { turnLessonKnobs } from '../../search-knobs.ts';
import { describe, expect, it } from 'vitest';
import { drawObservation, faceOf, nameOf, wordOf } from '../fixtures/word-face.ts';
import { describeTerm } from '../../terms/describe-term.ts';
import { evaluateTerm } from '../../terms/evaluate-term.ts';
import { Meter as SearchMeter } from '../../terms/meter.ts';
import { termOf } from '../../terms/entry.ts';
import type { Term } from '../../terms/term.ts';
import { call, word } from '../../terms/trial.ts';
import { InstalledThinker } from '../installed-thinker.ts';
import { readScalar } from '../word-view.ts';
import { columnsOfFace } from './face-columns.ts';
import { faceGrammar } from './face-grammar.ts';
import { environmentOfFace, type FaceRow } from './face-rows.ts';
import { spaceOn } from './find-term.ts';
import { allColumns, hasPlan, termPlan } from './term-plan.ts';

/** The value that can be said. */
function sayable(value: number, { low, values }: { readonly low: number; readonly values: number }): number {
  return value >= low && value < low + values ? value : low;
}

describe('the machine of a term', () => {
  it('says what the term is worth: words, records, every two, lists with ends', () => {
    const face = faceOf(
      {
        kind: 'fields',
        fields: [
          wordOf(-3, 4),
          nameOf(3),
          {
            kind: 'list',
            count: 4,
            ends: 'length',
            item: { kind: 'fields', fields: [wordOf(1, 6), nameOf(3), wordOf(0, 1)] },
          },
          { kind: 'list', count: 3, ends: 'mark', item: wordOf(0, 3) },
        ],
      },
      wordOf(-20, 40),
    );
    const rng = createRng('term-plan');
    const port = face.action.ports[0]!;
    const rows = Array.from({ length: 96 }, (): FaceRow => ({
      track: { seen: [drawObservation(face, rng)], said: [] },
      at: 0,
    }));
    const columns = columnsOfFace(face, 0, { looksBack: 'nothing', isSaid: false });
    const space = spaceOn(
      rows.slice(0, 16),
      { face, columns, grammar: faceGrammar(3), knobs: turnLessonKnobs(), word: 0 },
      new SearchMeter(4e6),
    );
    for (let level = 1; level < 14; level += 1) space.growTo(level);
    const env = environmentOfFace(rows, face, columns, 0);
    const all = (['word', 'flag', 'symbol'] as const).flatMap((type) => space.entries(type));
    const terms: Term[] = [];
    for (let i = 0; i < all.length; i += 1 + rng.below(Math.ceil(all.length / 40))) terms.push(termOf(all[i]!));
    expect(terms.length).toBeGreaterThan(40);
    for (const term of terms) {
      const machine = new InstalledThinker(termPlan({ says: [term] }, face), 128);
      const said = machine.act(rows.map(({ track }) => track.seen[0]));
      const wanted = Array.from(evaluateTerm(term, env), (value) => sayable(value, port));
      const told = rows.map((_, i) => readScalar(said[i]!, port) + port.low);
      expect(told, describeTerm(term)).toEqual(wanted);
    }
  });

  it.each(['seen', 'past'] as const)('keeps measures of what came along step by step (%s)', (of) => {
    const face = faceOf({ kind: 'fields', fields: [wordOf(-3, 4), nameOf(3)] }, wordOf(-40, 60));
    const rng = createRng(`term-plan/${of}`);
    const port = face.action.ports[0]!;
    const root: Term = { is: 'column', name: of };
    const field = (name: string): Term => call('nth', { is: 'column', name: `${of} ${name}` }, { is: 'item' });
    const isOne: Term = call('same', field('word 1'), { is: 'symbol', code: 1, name: '1' });
    const wasHigh: Term = of === 'past' ? call('less', word(3), field('said 0')) : isOne;
    const lists: Term[] = [
      root,
      { is: 'each', name: 'filter', list: root, body: isOne },
      { is: 'each', name: 'after', list: root, body: wasHigh },
      { is: 'each', name: 'from', list: { is: 'each', name: 'filter', list: root, body: isOne }, body: wasHigh },
    ];
    const terms = lists.flatMap((list) => {
      const mapped: Term = { is: 'each', name: 'map', list, body: field('word 0') };
      const measured = ['sum', 'most', 'least', 'head', 'last'].map((name) => call(name, mapped));
      return [...measured, call('count', mapped, word(2)), call('length', list)];
    });
    for (const term of terms) {
      // What is said depends on what is kept and on what is seen, so that the past matters.
      const says = call('add', term, { is: 'column', name: 'word 0' });
      const machine = new InstalledThinker(termPlan({ says: [says] }, face), 128);
      for (let episode = 0; episode < 4; episode += 1) {
        machine.begin();
        const seen = Array.from({ length: 12 }, () => drawObservation(face, rng));
        const said = seen.map((observation) => [readScalar(machine.act([observation])[0]!, port) + port.low]);
        const rows = seen.map((_, at): FaceRow => ({ track: { seen, said }, at }));
        const env = environmentOfFace(rows, face, [...allColumns(face, 0).values()], 0);
        const wanted = Array.from(evaluateTerm(says, env), (value) => [sayable(value, port)]);
        expect(said, describeTerm(says)).toEqual(wanted);
      }
    }
  });

  it('is refused where a measure cannot be kept, or is too large', () => {
    const face = faceOf(wordOf(0, 7), wordOf(0, 7));
    const steps: Term = { is: 'column', name: 'seen word 0' };
    expect(hasPlan({ says: [call('sum', steps)] }, face)).toBe(true);
    expect(hasPlan({ says: [call('nth', steps, word(1))] }, face)).toBe(false);
    expect(hasPlan({ says: [call('last', { is: 'column', name: 'seen' })] }, face)).toBe(false);
    expect(hasPlan({ says: [call('sum', steps)] }, face, 3)).toBe(false);
  });
});
