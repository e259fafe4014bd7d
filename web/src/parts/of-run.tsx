import type { ComponentChildren, JSX } from 'preact';
import type { Curve } from '../../../src/server/views/curve.ts';
import { useRunData } from '../hooks.ts';
import { Card, Empty, Shown } from './bits.tsx';
import { Chart } from './chart.tsx';

/** What the server says of a run under a name, followed while it runs. */
export function OfRun<T>({
  run,
  name,
  everyMs,
  children,
}: {
  readonly run: { readonly id: string; readonly state: string };
  readonly name: string;
  readonly everyMs?: number;
  readonly children: (data: T) => ComponentChildren;
}): JSX.Element {
  const { data, error } = useRunData<T>(run, name, everyMs);
  return (
    <Shown data={data} error={error}>
      {children}
    </Shown>
  );
}

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
