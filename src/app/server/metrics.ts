import type { Run } from '#foundation/contracts';
import type { Sources } from './sources.ts';

type RunRow = ReturnType<Sources['views']['row']>;

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

/** What is told of a run. */
const ofRuns: readonly (readonly [string, 'gauge' | 'counter', string, (row: RunRow) => number | null])[] = [
  ['pawl_run_events', 'counter', 'Events of open runs and of the latest.', (row) => row.events],
  ['pawl_run_score', 'gauge', 'Score as it stands.', (row) => row.score],
  ['pawl_run_accepted', 'counter', 'Changes that were accepted.', (row) => row.accepted],
  ['pawl_run_rejected', 'counter', 'Changes that were rejected.', (row) => row.rejected],
  ['pawl_run_tokens', 'counter', 'Tokens that models used.', ({ used }) => used.promptTokens + used.completionTokens],
  ['pawl_run_dollars', 'counter', 'Money that models cost.', ({ used }) => used.dollars],
];

/** Of open runs, and of the latest. */
function runMetrics({ views }: Sources, runs: readonly Run[], metric: Metric): void {
  const shown = runs.filter((run) => run.status === 'open' || run === runs.at(-1));
  const each = shown.map((run) => ({ labels: labelsOf({ run: run.id, loop: run.loop }), row: views.row(run) }));
  for (const [name, type, says, of] of ofRuns) {
    const values = each.map(({ labels, row }) => [labels, of(row)] as const);
    metric(
      name,
      type,
      says,
      values.flatMap(([labels, value]) => (value === null ? [] : [[labels, value] as const])),
    );
  }
}

function labelsOf(labels: Readonly<Record<string, string>>): string {
  const escaped = (text: string): string =>
    text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')}}`;
}
