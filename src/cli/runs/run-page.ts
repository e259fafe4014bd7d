import type { Certificate, OldCertificate } from '#contracts';
import type { RunReport } from './run-report.ts';
import { showNumber } from './run-text.ts';
import { scorePlot } from './score-plot.ts';
import { showDuration, showMoment } from './show-time.ts';

const style = `
:root { color-scheme: light dark; --line: #2563c9; --rule: #8884; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--rule); }
code, pre { font: .85em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; }
svg { width: 100%; height: auto; } svg text { font-size: 12px; fill: currentColor; }
.rule { stroke: var(--rule); } .curve { fill: none; stroke: var(--line); stroke-width: 2; stroke-linejoin: round; }
.band { fill: var(--line); opacity: .18; }
`;

/** Text for HTML, in elements and in quoted attributes. */
function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter);
}

/** What a certificate rests on, in a few words. */
function basisOf(certificate: Certificate | OldCertificate): string {
  if (certificate.v === 1) return 'an earlier version made it';
  switch (certificate.kind) {
    case 'proof':
      return `${certificate.format.toUpperCase()} proof ${certificate.proof.slice(0, 12)} of CNF ${certificate.cnf.slice(0, 12)}`;
    case 'exhaustive':
      return `all 2^${certificate.inputs} inputs`;
    case 'statistical':
      return `${certificate.test}, p = ${certificate.pValue.toPrecision(3)} at alpha ${showNumber(certificate.alpha)}, ${certificate.outcomes.length} pairs`;
  }
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[], tag: string): string =>
    `<tr>${row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  const header = head.length === 0 ? '' : `<thead>${cells(head, 'th')}</thead>`;
  return `<table>${header}<tbody>${rows.map((row) => cells(row, 'td')).join('\n')}</tbody></table>`;
}

/** A run as one HTML page that needs nothing else: no scripts, no network. */
export function runPage({ run, events, curve, certificates }: RunReport): string {
  const took = run.endedAt === undefined ? '' : `, took ${showDuration(run.endedAt - run.startedAt)}`;
  const facts = [
    ['loop', run.loop],
    ['seed', String(run.seed)],
    ['status', `${run.status}, started ${showMoment(run.startedAt)} UTC${took}`],
    ['hash', run.hash ?? '-'],
    ['events', events.map(([type, count]) => `${count} ${type}`).join(', ')],
  ];
  const issued = certificates.map(({ hash, certificate }) => [
    hash.slice(0, 12),
    certificate.kind,
    certificate.claim,
    basisOf(certificate),
  ]);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(run.id)} · Pawl</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(run.id)}</h1>
${table([], facts)}
<h2>${escapeHtml(curve.field)}</h2>
${scorePlot(curve)}
<h2>Certificates (${certificates.length})</h2>
${issued.length === 0 ? '<p>None.</p>' : table(['hash', 'kind', 'claim', 'rests on'], issued)}
<h2>Summary</h2>
<pre>${escapeHtml(JSON.stringify(run.summary ?? null, null, 2))}</pre>
<h2>Config</h2>
<pre>${escapeHtml(JSON.stringify(run.config, null, 2))}</pre>
</main>
</body>
</html>
`;
}
