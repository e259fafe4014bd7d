import { describe, expect, it } from 'vitest';
import type { Score } from '#foundation/contracts';
import type { SkillTask } from '#foundation/contracts/skills';
import { type JudgedLook, readJudge } from './judge-measure.ts';

const task = (id: string): SkillTask => ({ id, text: id, data: null });
const scored = (...hards: readonly number[]): readonly Score[] => hards.map((hard) => ({ hard, soft: hard }));

/** A judge's looks at one task: at its own reply, at a foreign one, at labelled ones. */
function looks(
  id: string,
  own: readonly number[],
  foreign: readonly number[],
  labels: readonly (readonly [number, number])[] = [],
): JudgedLook[] {
  return [
    { kind: 'own', task: task(id), reply: `${id} own`, scores: scored(...own) },
    { kind: 'foreign', task: task(id), reply: `${id} foreign`, scores: scored(...foreign) },
    ...labels.map(
      ([label, hard], i) =>
        ({ kind: 'label', task: task(id), reply: `${id} ${i}`, label, scores: scored(hard) }) as const,
    ),
  ];
}

describe('readJudge', () => {
  it('names the tasks that the judge cannot judge, and why', () => {
    const measure = readJudge([
      ...looks('fine', [1, 1, 1], [0, 0]),
      ...looks('wavering', [1, 0, 1], [0, 0]),
      ...looks('lenient', [1, 1, 1], [1, 1]),
      ...looks('strict', [0, 0, 0], [0, 0]),
    ]);
    expect(measure.unjudgeable).toEqual({
      wavering: 'of 3 looks at one reply 2 passed it',
      lenient: 'a reply to another task passes',
    });
    expect(measure).toMatchObject({ tasks: 4, looks: 20, distrust: undefined });
  });

  it('does not trust a judge that passes everything, one that flips coins, and one that contradicts the labels', () => {
    const ten = <T>(make: (i: number) => T): T[] => Array.from({ length: 10 }, (_, i) => make(i));
    expect(readJudge(ten((i) => looks(`t${i}`, [1, 1], [1, 1])).flat()).distrust).toContain('cannot judge 10 of 10');
    expect(readJudge(ten((i) => looks(`t${i}`, [1, 0], [0, 1])).flat()).distrust).toContain('cannot judge');
    expect(readJudge(ten((i) => looks(`t${i}`, [1, 1], [0, 0], [[0, 1]])).flat()).distrust).toBe(
      'it agrees with 0 of 10 labels',
    );
    expect(readJudge(ten((i) => looks(`t${i}`, [1, 1], [0, 0], [[1, 1]])).flat())).toMatchObject({
      distrust: undefined,
      labels: { count: 10, agreed: 10 },
    });
  });

  it('says nothing of a judge that said nothing', () => {
    expect(readJudge([])).toMatchObject({ tasks: 0, looks: 0, unjudgeable: {}, distrust: undefined });
  });
});
