import type { JSX } from 'preact';
import type { Curve } from '../../../src/app/server/views/curve.ts';
import { Card, Empty } from './bits.tsx';
import { Chart } from './chart.tsx';

/** Curves under a title, a third of the page wide. */
export function CurveCard({
  title,
  note,
  curves,
  range,
}: {
  readonly title: string;
  readonly note: string;
  readonly curves: readonly Curve[];
  readonly range?: readonly [number, number];
}): JSX.Element {
  return (
    <Card title={title} note={note} width="w4">
      {curves.length === 0 ? (
        <Empty>Nothing measured yet: it appears with the first iteration that tells it.</Empty>
      ) : (
        <Chart curves={curves} height={190} says={title} {...(range === undefined ? {} : { range })} />
      )}
    </Card>
  );
}
