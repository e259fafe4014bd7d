import { portsOfFace, portsOfShape, widthOfShape, type WordPort } from '#foundation/contracts/words';
import { describe, expect, it } from 'vitest';
import { templates } from '../registry/templates.ts';
import { settingOf } from '../settings/seed-path.ts';
import {
  codec,
  constant,
  flag,
  listOf,
  maybe,
  oneOf,
  padded,
  record,
  shapeOf,
  tagged,
  upTo,
  whole,
} from './bit-layout.ts';

type Move = { readonly kind: 'go'; readonly to: number } | { readonly kind: 'stop' };

/** Bits that the words of a side cover, each case counted by itself. */
function covered({ offset, width, repeats }: WordPort): number[] {
  const starts = repeats.reduce<number[]>(
    (at, { count, stride }) => at.flatMap((from) => Array.from({ length: count }, (_, i) => from + i * stride)),
    [offset],
  );
  return starts.flatMap((from) => Array.from({ length: width }, (_, i) => from + i));
}

describe('word ports', () => {
  it('tell where words lie, how they repeat and when they are there, and no name', () => {
    const move = tagged<Move>({
      stop: constant({ kind: 'stop' }),
      go: record<Extract<Move, { kind: 'go' }>>({ kind: constant('go'), to: whole(-3, 4) }),
    });
    const layout = record({ on: flag, list: upTo(5, record({ a: whole(0, 6), b: oneOf(['x', 'y']) })), move });
    expect(portsOfShape(shapeOf(layout))).toEqual([
      { role: 'word', offset: 0, width: 1, values: 2, low: 0, symbol: true, repeats: [], cases: [] },
      { role: 'length', offset: 1, width: 3, values: 6, low: 0, symbol: false, repeats: [], cases: [] },
      ...[
        { offset: 4, width: 3, values: 7, symbol: false },
        { offset: 7, width: 1, values: 2, symbol: true },
      ].map((port) => ({
        ...port,
        role: 'word',
        low: 0,
        repeats: [{ list: 0, count: 5, stride: 4, length: 1 }],
        cases: [],
      })),
      { role: 'tag', offset: 24, width: 1, values: 2, low: 0, symbol: true, repeats: [], cases: [] },
      {
        role: 'word',
        offset: 25,
        width: 3,
        values: 8,
        low: -3,
        symbol: false,
        repeats: [],
        cases: [{ tag: 4, value: 1 }],
      },
    ]);
  });

  it('tell marks past the end of a list, lists of lists and presence', () => {
    const layout = padded(3, listOf(2, maybe(whole(0, 3))));
    const [mark, presence, value] = portsOfShape(shapeOf(layout));
    expect(mark).toMatchObject({ role: 'mark', offset: 6, width: 1, repeats: [{ count: 3, stride: 7 }] });
    expect(presence).toMatchObject({ role: 'tag', offset: 0, repeats: [{ mark: 0 }, { count: 2, stride: 3 }] });
    expect(value).toMatchObject({ offset: 1, width: 2, cases: [{ tag: 1, value: 1 }] });
  });

  it('of every template and level cover every bit of its face', () => {
    for (const template of templates) {
      for (const [k] of template.levels.entries()) {
        const face = template.bits(settingOf(template, k + 1).params);
        const { observation, action } = portsOfFace(face);
        for (const [side, { width, shape }] of [
          [observation, face.observation],
          [action, face.action],
        ] as const) {
          const bits = new Set(side.ports.flatMap(covered));
          expect(`${template.name} ${bits.size} ${Math.max(-1, ...bits) < width}`).toBe(
            `${template.name} ${width} true`,
          );
          expect(shape === undefined ? width : widthOfShape(shape)).toBe(width);
        }
      }
    }
  });

  it('of a codec follow its layout', () => {
    const layout = upTo(4, whole(0, 9));
    expect(codec(layout).shape).toEqual(layout.shape);
  });
});
