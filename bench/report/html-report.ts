import { escapeHtml, figure, svgPlot, type Table } from '#app/report';
import type { SuiteResult } from '../suite.ts';

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid #8884; padding: 0.15rem 0.6rem; text-align: left; vertical-align: top; }
td.number { white-space: nowrap; }
td.number { text-align: right; }
.met { color: #00794f; } .missed { color: #c03a00; font-weight: 600; }
@media (prefers-color-scheme: dark) { .met { color: #3fd09b; } .missed { color: #ff8f5c; } }
figure { margin: 1rem 0; max-width: 40rem; }
svg { width: 100%; height: auto; background: #fff; border-radius: 4px; }
svg text { font-size: 12px; fill: #333; } svg .grid { stroke: #0002; fill: none; } svg .line { fill: none; stroke-width: 1.8; }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; font-size: 0.9em; }
.legend svg { width: 1.8em; height: 0.6em; margin-right: 0.4em; }
nav a { margin-right: 1rem; } pre { overflow-x: auto; background: #8881; padding: 0.6rem; }
`;

/** Results as one page that needs nothing else: no script, no network. */
export function htmlReport(title: string, results: readonly SuiteResult[]): string {
  const links = results.map(({ suite }) => `<a href="#${escapeHtml(suite)}">${escapeHtml(suite)}</a>`).join('');
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head><body>`,
    `<h1>${escapeHtml(title)}</h1>`,
    results.length > 1 ? `<nav>${links}</nav>` : '',
    ...results.map(section),
    '</body></html>',
    '',
  ].join('\n');
}

function section({
  suite,
  quick,
  seed,
  cpuSeconds,
  targets,
  tables,
  plots,
  notes,
  configuration,
}: SuiteResult): string {
  const rows = targets.map(
    ({ name, value, goal, status }) =>
      `<tr><td>${escapeHtml(name)}</td>${cell(value)}<td>${escapeHtml(goal)}</td><td class="${status.replace(' ', '-')}">${status}</td></tr>`,
  );
  return [
    `<section id="${escapeHtml(suite)}"><h2>${escapeHtml(suite)}</h2>`,
    `<p>${quick ? 'Quick sizes, seed' : 'Full sizes, seed'} ${seed}, ${cpuSeconds.toFixed(1)} s of CPU time.</p>`,
    `<table><tr><th>target</th><th>value</th><th>goal</th><th>status</th></tr>${rows.join('')}</table>`,
    ...plots.map((plot) => `<figure><figcaption>${escapeHtml(plot.title)}</figcaption>${svgPlot(plot)}</figure>`),
    ...tables.map(tableHtml),
    notes.length === 0 ? '' : `<ul>${notes.map((note) => `<li>${escapeHtml(note)}</li>`).join('')}</ul>`,
    `<details><summary>Configuration</summary><pre>${escapeHtml(JSON.stringify(configuration, null, 2))}</pre></details>`,
    '</section>',
  ].join('\n');
}

function tableHtml({ title, columns, rows }: Table): string {
  const head = columns.map((name) => `<th>${escapeHtml(name)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('');
  return `<h3>${escapeHtml(title)}</h3><table><tr>${head}</tr>${body}</table>`;
}

function cell(value: string | number | null): string {
  return `<td${typeof value === 'number' ? ' class="number"' : ''}>${escapeHtml(figure(value))}</td>`;
}
