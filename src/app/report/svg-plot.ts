import { type Axis, createAxis } from './axis.ts';
import { escapeHtml } from './escape-html.ts';
import type { Plot, Series } from './plot.ts';

const size = { width: 640, height: 360, left: 72, right: 28, top: 16, bottom: 48 } as const;

/** Colours that readers with any colour vision can tell apart. @source Okabe and Ito 2008, "Color Universal Design" */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#999999', '#000000'] as const;
const dashes = ['', '6 3', '2 3'] as const;

/** A plot as SVG. Points that a logarithmic axis cannot show are left out. */
export function svgPlot({ title, x, y, series }: Plot): string {
  const points = series.flatMap((one) => one.points);
  const across = createAxis(
    points.map(([value]) => value),
    x.scale,
  );
  const up = createAxis(
    points.map(([, value]) => value),
    y.scale,
  );
  const shows = ([px, py]: readonly [number, number]): boolean =>
    Number.isFinite(px) && Number.isFinite(py) && (x.scale === 'linear' || px > 0) && (y.scale === 'linear' || py > 0);
  return [
    `<svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${escapeHtml(title)}">`,
    ...axisLines(across, up),
    label(size.left + plotWidth / 2, size.height - 8, x.label, 'middle'),
    `<g transform="translate(14 ${size.top + plotHeight / 2}) rotate(-90)">${label(0, 0, y.label, 'middle')}</g>`,
    ...series.flatMap((one, i) => line({ ...one, points: one.points.filter(shows) }, i, across, up)),
    '</svg>',
    legend(series),
  ].join('\n');
}

const plotWidth = size.width - size.left - size.right;
const plotHeight = size.height - size.top - size.bottom;

function axisLines(across: Axis, up: Axis): readonly string[] {
  const bottom = size.top + plotHeight;
  return [
    ...across.ticks.map((tick) => {
      const at = size.left + across.place(tick) * plotWidth;
      return `<path class="grid" d="M${at} ${size.top}V${bottom}"/>${label(at, bottom + 16, tickText(tick), 'middle')}`;
    }),
    ...up.ticks.map((tick) => {
      const at = bottom - up.place(tick) * plotHeight;
      return `<path class="grid" d="M${size.left} ${at}H${size.left + plotWidth}"/>${label(size.left - 6, at + 4, tickText(tick), 'end')}`;
    }),
  ];
}

function line({ name, points }: Series, index: number, across: Axis, up: Axis): readonly string[] {
  const placed = points.map(([px, py]) => [
    (size.left + across.place(px) * plotWidth).toFixed(1),
    (size.top + plotHeight - up.place(py) * plotHeight).toFixed(1),
  ]);
  const path = `<path class="line" ${strokeOf(index)} d="M${placed.map((pair) => pair.join(' ')).join('L')}"><title>${escapeHtml(name)}</title></path>`;
  const dots = placed.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="2.5" fill="${colourOf(index)}"/>`);
  return placed.length === 0 ? [] : [path, ...(placed.length > 40 ? [] : dots)];
}

function legend(series: readonly Series[]): string {
  const entries = series.map(
    ({ name }, i) =>
      `<li><svg viewBox="0 0 24 8" aria-hidden="true"><path class="line" ${strokeOf(i)} d="M0 4H24"/></svg>${escapeHtml(name)}</li>`,
  );
  return `<ul class="legend">${entries.join('')}</ul>`;
}

const colourOf = (index: number): string => colours[index % colours.length]!;

/** Past the last colour they come again, dashed. */
function strokeOf(index: number): string {
  return `stroke="${colourOf(index)}" stroke-dasharray="${dashes[Math.floor(index / colours.length) % dashes.length]}"`;
}

function label(x: number, y: number, text: string, anchor: 'middle' | 'end'): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escapeHtml(text)}</text>`;
}

function tickText(value: number): string {
  const size_ = Math.abs(value);
  return size_ !== 0 && (size_ >= 1e5 || size_ < 1e-3) ? value.toExponential(0) : String(Number(value.toPrecision(6)));
}
