import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Curve } from '../../../src/app/server/views/curve.ts';
import { number } from '../show.ts';
import { csvOf, saveFile, savePicture } from './save-file.ts';
import { smoothed } from './smooth.ts';

const colours = 8;

function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export interface ChartProps {
  readonly curves: readonly Curve[];
  readonly height?: number;
  readonly scale?: { readonly x?: 'log' | 'linear'; readonly y?: 'log' | 'linear' };
  /** Fixed range of y, such as [0, 1] for scores. */
  readonly range?: readonly [number, number];
  /** Fills between lines that are already summed up. */
  readonly stacked?: boolean;
  readonly says: string;
  readonly along?: string;
  readonly points?: boolean;
}

/** Steps between ticks along things that are counted. */
const wholeSteps = [1, 2, 5]
  .flatMap((one) => [one, 10 * one, 100 * one, 1e3 * one, 1e4 * one, 1e5 * one, 1e6 * one])
  .toSorted((a, b) => a - b);

function isWhole(curves: readonly Curve[]): boolean {
  return curves.every(({ x }) => x.every(Number.isInteger));
}

/** All values of x in order, and each curve at them. */
function aligned(curves: readonly Curve[]): { readonly x: number[]; readonly at: Map<number, number>[] } {
  const x = [...new Set(curves.flatMap((curve) => curve.x))].toSorted((a, b) => a - b);
  return { x, at: curves.map((curve) => new Map(curve.x.map((value, i) => [value, i]))) };
}

function dataOf(curves: readonly Curve[], stacked: boolean): uPlot.AlignedData {
  const { x, at } = aligned(curves);
  const sums = x.map(() => 0);
  const columns = curves.flatMap((curve, c) => {
    const pick = (values: readonly (number | null)[]): (number | null)[] =>
      x.map((value) => {
        const i = at[c]!.get(value);
        return i === undefined ? null : (values[i] ?? null);
      });
    // Curves that were thinned out have points of their own: between them a stacked one stays as it was.
    let last = 0;
    const y = pick(curve.y).map((value, i) => {
      if (!stacked) return value;
      last = value ?? last;
      sums[i]! += last;
      return sums[i]!;
    });
    return [y, pick(curve.low), pick(curve.high)];
  });
  return [x, ...columns];
}

/** Lines with their confidence bands. */
export function Chart(given: ChartProps): JSX.Element {
  const { height = 220, says, stacked = false } = given;
  const [weight, setWeight] = useState(0);
  const [isLog, setLog] = useState(given.scale?.y === 'log');
  const [isZoomed, setZoomed] = useState(false);
  const curves = given.curves.map((curve) => smoothed(curve, weight));
  const props = { ...given, curves, ...(isLog ? { scale: { ...given.scale, y: 'log' as const } } : {}) };
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const [at, setAt] = useState<number>();
  const shape = curves.map(({ name }) => name).join('|');
  useEffect(() => {
    const element = place.current;
    if (element === null || curves.length === 0) return;
    const draw = (): void => {
      plot.current?.destroy();
      plot.current = new uPlot(
        optionsOf(props, { width: element.clientWidth, height, setAt, setZoomed }),
        dataOf(curves, stacked),
        element,
      );
    };
    draw();
    const watcher = new ResizeObserver(() => {
      if (element.clientWidth > 0) plot.current?.setSize({ width: element.clientWidth, height });
    });
    watcher.observe(element);
    addEventListener('theme-changed', draw);
    return () => {
      removeEventListener('theme-changed', draw);
      watcher.disconnect();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [shape, height, isLog]);
  useEffect(() => plot.current?.setData(dataOf(curves, stacked), !isZoomed), [given.curves, weight]);
  return (
    <figure style={{ margin: 0 }}>
      <div
        class="chart"
        ref={place}
        role="img"
        aria-label={`${says}. ${describe(curves)}`}
        style={{ minHeight: `${height}px` }}
      />
      <Legend curves={curves} along={props.along ?? curves[0]?.along ?? ''} at={at} />
      {curves.length > 0 && (
        <div class="tools" role="group" aria-label={`Tools of ${says}`}>
          {curves.every(({ y, low }) => [...y, ...low].every((value) => value === null || value > 0)) && (
            <button type="button" aria-pressed={isLog} onClick={() => setLog(!isLog)}>
              log axis
            </button>
          )}
          {!stacked && (
            <label class="note">
              smooth{' '}
              <select value={String(weight)} onChange={({ currentTarget }) => setWeight(Number(currentTarget.value))}>
                <option value="0">not</option>
                <option value="0.6">a little</option>
                <option value="0.9">much</option>
              </select>
            </label>
          )}
          <button type="button" onClick={() => saveFile(`${says}.csv`, csvOf(given.curves))}>
            data (CSV)
          </button>
          <button
            type="button"
            onClick={() => {
              const drawing = place.current?.querySelector('canvas');
              if (drawing !== null && drawing !== undefined) savePicture(says, drawing, curves);
            }}
          >
            picture (PNG)
          </button>
          {isZoomed ? (
            <button type="button" onClick={() => plot.current?.setData(dataOf(curves, stacked))}>
              whole range
            </button>
          ) : (
            <span class="note">drag to zoom</span>
          )}
        </div>
      )}
    </figure>
  );
}

function describe(curves: readonly Curve[]): string {
  return curves
    .slice(0, 8)
    .map(({ name, y }) => `${name}: from ${number(y[0])} to ${number(y.at(-1))}`)
    .join('; ');
}

/** What each line is; under the pointer, also what it is there. */
function Legend({
  curves,
  along,
  at,
}: {
  readonly curves: readonly Curve[];
  readonly along: string;
  readonly at: number | undefined;
}): JSX.Element {
  return (
    <div class="legend">
      {curves.length > 1 &&
        curves.map((curve, i) => (
          <span key={curve.name}>
            <i class={`k${(i % colours) + 1}`} />
            {curve.name} {at !== undefined && <b>{valueAt(curve, at)}</b>}
          </span>
        ))}
      {curves.length === 1 && at !== undefined && <b>{valueAt(curves[0]!, at)}</b>}
      {at !== undefined && (
        <span>
          at {along} {number(at)}
        </span>
      )}
    </div>
  );
}

/** A curve at a place, with its band there. */
function valueAt({ x, y, low, high }: Curve, at: number): string {
  const i = x.indexOf(at);
  if (i === -1) return '';
  const [least, most] = [low[i] ?? null, high[i] ?? null];
  return `${number(y[i])}${least === null || most === null ? '' : ` [${number(least)}, ${number(most)}]`}`;
}

function optionsOf(
  { curves, scale, range, stacked, along, points }: ChartProps,
  {
    width,
    height,
    setAt,
    setZoomed,
  }: {
    readonly width: number;
    readonly height: number;
    readonly setAt: (x?: number) => void;
    readonly setZoomed: (isZoomed: boolean) => void;
  },
): uPlot.Options {
  const ink = colour('--ink-faint');
  const axis: uPlot.Axis = {
    stroke: ink,
    font: '11px Inter, system-ui, sans-serif',
    labelFont: '11px Inter, system-ui, sans-serif',
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1, size: 4 },
  };
  const series: uPlot.Series[] = [{}];
  const bands: uPlot.Band[] = [];
  for (const [i, curve] of curves.entries()) {
    const stroke = colour(`--c${(i % colours) + 1}`);
    series.push({
      label: curve.name,
      stroke,
      width: 1.6,
      spanGaps: true,
      points: { show: points === true || (stacked !== true && curve.x.length < 40), size: 4, fill: stroke },
      ...(stacked === true && i === 0 ? { fill: `${stroke}66` } : {}),
    });
    series.push(
      { stroke: 'transparent', points: { show: false }, spanGaps: true },
      { stroke: 'transparent', points: { show: false }, spanGaps: true },
    );
    const at = 1 + 3 * i;
    // A stacked line is filled down to the one below it.
    if (stacked === true && i > 0) bands.push({ series: [at, at - 3], fill: `${stroke}66` });
    if (curve.low.some((low) => low !== null)) bands.push({ series: [at + 2, at + 1], fill: `${stroke}26` });
  }
  // A log axis has no 0, and so no fixed range from it.
  const [least, most] = (scale?.y === 'log' ? undefined : range) ?? [];
  return {
    width: Math.max(200, width),
    height,
    series,
    bands,
    // Room for half of the last label along x.
    padding: [10, 18, 0, 0],
    legend: { show: false },
    hooks: {
      setScale: [
        ({ scales, data }, key) => {
          const x = data[0];
          const isInner = (scales['x']?.min ?? 0) > (x[0] ?? 0) || (scales['x']?.max ?? 0) < (x.at(-1) ?? 0);
          if (key === 'x' && x.length > 1) setZoomed(isInner);
        },
      ],
      setCursor: [({ cursor, data }) => setAt(typeof cursor.idx === 'number' ? data[0][cursor.idx] : undefined)],
    },
    cursor: { drag: { x: true, y: false, dist: 5 }, points: { show: false } },
    scales: {
      x: { time: false, ...(scale?.x === 'log' ? { distr: 3 } : {}) },
      y: {
        ...(scale?.y === 'log' ? { distr: 3 } : {}),
        ...(least === undefined || most === undefined
          ? {}
          : {
              range: (_plot, low, high) =>
                [Math.min(least, low ?? least), Math.max(most, high ?? most)] as [number, number],
            }),
      },
    },
    axes: [
      {
        ...axis,
        label: along ?? curves[0]?.along ?? '',
        labelSize: 16,
        size: 30,
        ...(isWhole(curves) && scale?.x !== 'log' ? { incrs: wholeSteps } : {}),
        values: (_plot, ticks) => ticks.map((tick) => (tick === null ? '' : number(tick))),
      },
      { ...axis, size: 48, values: (_plot, ticks) => ticks.map((tick) => (tick === null ? '' : number(tick))) },
    ],
  };
}

/** A line without axes, for lists. */
export function Sparkline({
  values,
  width = 110,
  height = 22,
}: {
  readonly values: readonly number[];
  readonly width?: number;
  readonly height?: number;
}): JSX.Element {
  if (values.length < 2) return <span class="note">–</span>;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least || 1;
  const points = values.map(
    (value, i) =>
      `${((i / (values.length - 1)) * (width - 4) + 2).toFixed(1)} ${(height - 3 - ((value - least) / span) * (height - 6)).toFixed(1)}`,
  );
  return (
    <svg
      class="spark"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`from ${number(values[0])} to ${number(values.at(-1))}`}
    >
      <path d={`M${points.join(' L')}`} />
    </svg>
  );
}
