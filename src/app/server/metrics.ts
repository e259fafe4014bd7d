import type { Run } from '#foundation/contracts';
import type { Sources } from './sources.ts';

type Metric = (
  name: string,
  type: 'gauge' | 'counter',
  says: string,
  rows: readonly (readonly [string, number])[],
) => void;

/** What a scraper reads (Prometheus text format 0.0.4). */
export function metricsText(sources: Sources, listeners: number): string {
  const { store, views, ports, version } = sources;
  const lines: string[] = [];
  const metric: Metric = (name, type, says, rows) => {
    lines.push(`# HELP ${name} ${says}`, `# TYPE ${name} ${type}`);
    for (const [labels, value] of rows) lines.push(`${name}${labels} ${value}`);
  };
  const runs = store.listRuns();
  const states = new Map<string, number>();
  for (const run of runs) {
    const labels = labelsOf({ loop: run.loop, state: views.stateOf(run) });
    states.set(labels, (states.get(labels) ?? 0) + 1);
  }
  metric('pawl_info', 'gauge', 'Which version answers.', [[labelsOf({ version }), 1]]);
  metric('pawl_runs', 'gauge', 'Runs of the workspace.', [...states]);
  const { bytes, quota } = ports.house();
  metric('pawl_workspace_bytes', 'gauge', 'Bytes that the workspace takes on disk.', [['', bytes]]);
  if (quota !== null) metric('pawl_workspace_quota_bytes', 'gauge', 'Bytes that it may take.', [['', quota]]);
  metric('pawl_listeners', 'gauge', 'Clients that follow a run.', [['', listeners]]);
  runMetrics(sources, runs, metric);
  return `${lines.join('\n')}\n`;
}

/** Of open runs, and of the latest. */
function runMetrics({ views }: Sources, runs: readonly Run[], metric: Metric): void {
  const shown = runs.filter((run) => run.status === 'open' || run === runs.at(-1));
  const each = shown.map((run) => ({ labels: labelsOf({ run: run.id, loop: run.loop }), row: views.row(run) }));
  metric(
    'pawl_run_events',
    'counter',
    'Events of open runs and of the latest.',
    each.map(({ labels, row }) => [labels, row.events]),
  );
  metric(
    'pawl_run_score',
    'gauge',
    'Score as it stands.',
    each.flatMap(({ labels, row }) => (row.score === null ? [] : [[labels, row.score] as const])),
  );
  metric(
    'pawl_run_accepted',
    'counter',
    'Changes that were accepted.',
    each.map(({ labels, row }) => [labels, row.accepted]),
  );
  metric(
    'pawl_run_rejected',
    'counter',
    'Changes that were rejected.',
    each.map(({ labels, row }) => [labels, row.rejected]),
  );
  metric(
    'pawl_run_tokens',
    'counter',
    'Tokens that models used.',
    each.map(({ labels, row }) => [labels, row.used.promptTokens + row.used.completionTokens]),
  );
  metric(
    'pawl_run_dollars',
    'counter',
    'Money that models cost.',
    each.map(({ labels, row }) => [labels, row.used.dollars]),
  );
}

function labelsOf(labels: Readonly<Record<string, string>>): string {
  const escaped = (text: string): string =>
    text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')}}`;
}
