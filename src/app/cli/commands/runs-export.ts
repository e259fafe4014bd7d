import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Run } from '#foundation/contracts';
import { Fault } from '#foundation/kernel';
import { csvReport, htmlReport, markdownReport, otlpSpans, tensorBoardFile } from '#app/server/report';
import { RunViews } from '#app/server/views';
import { fetchSameOrigin } from '#world/models';
import type { StoreReader } from '#world/store';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { packageVersion } from '../package-version.ts';
import { findRun, withRuns } from '../runs/open-runs.ts';

const formats = ['jsonl', 'html', 'md', 'json', 'csv', 'tensorboard', 'otlp'] as const;
type Format = (typeof formats)[number];
const endings = { jsonl: 'jsonl', html: 'html', md: 'md', json: 'json', csv: 'csv', otlp: 'otlp.json' } as const;

export const runsExport = defineCommand({
  name: 'runs export',
  args: [{ name: 'RUN', says: 'id, beginning of an id, or latest', required: true }],
  flags: z.object({
    format: z.enum(formats).default('jsonl').describe('form of the export'),
    output: z
      .string()
      .optional()
      .describe('file to write (a folder for tensorboard), or - for standard output; RUN.FORMAT without it'),
    endpoint: z
      .string()
      .optional()
      .describe('for otlp: where to send the spans, such as http://127.0.0.1:4318/v1/traces'),
  }),
  short: { output: 'o' },
  examples: [
    'pawl runs export latest -o - | head',
    'pawl runs export latest --format html -o run.html',
    'pawl runs export latest --format tensorboard -o logs',
    'pawl runs export latest --format otlp --endpoint http://127.0.0.1:4318/v1/traces',
  ],

  async run([asked = 'latest'], { format, output, endpoint }, shell) {
    if (endpoint !== undefined && format !== 'otlp') throw new Fault('cli/usage', '--endpoint is for --format otlp');
    await withRuns(shell, async (store) => {
      const run = findRun(store, asked);
      if (endpoint !== undefined) {
        await send(store, run, endpoint, shell);
        return;
      }
      if (format === 'jsonl' && output === '-') {
        for (const line of store.exportRun(run.id)) shell.print(line);
        return;
      }
      const content = await contentOf(format, store, run, shell);
      const path = format === 'tensorboard' ? tensorPath(run, output) : (output ?? `${run.id}.${endings[format]}`);
      if (path === '-') {
        if (typeof content === 'string') for (const line of content.trimEnd().split('\n')) shell.print(line);
        return;
      }
      shell.writeFile(path, typeof content === 'string' ? shell.mask(content) : content);
      if (shell.json) shell.print(JSON.stringify({ run: run.id, format, output: path }));
      else shell.note(`Wrote ${path}.`);
    });
    return ExitCode.ok;
  },
});

/** TensorBoard finds event files by this name, in a folder per run. */
function tensorPath(run: Run, output: string | undefined): string {
  if (output === '-') throw new Fault('cli/usage', '--format tensorboard needs --output: a folder of logs');
  return join(output ?? 'logs', run.id, `events.out.tfevents.${Math.floor(run.startedAt / 1000)}.pawl`);
}

async function contentOf(format: Format, store: StoreReader, run: Run, shell: Shell): Promise<string | Uint8Array> {
  const views = new RunViews(store, shell.workspace);
  const version = packageVersion();
  switch (format) {
    case 'jsonl':
      return `${[...store.exportRun(run.id)].join('\n')}\n`;
    case 'html': {
      // Only this form shows a machine; the others need not wait for everything that makes one.
      const { openServerPorts } = await import('../serve/server-ports.ts');
      const opened = openServerPorts(shell, store, {
        results: resolve(shell.folder, 'bench/results'),
        quota: shell.quota,
        threads: 0,
      });
      try {
        return await htmlReport({ store, ports: opened.ports, version, workspace: shell.workspace }, run.id);
      } finally {
        await opened.close();
      }
    }
    case 'md':
      return markdownReport(views.view(run));
    case 'json':
      return `${JSON.stringify({ ...views.view(run), certificateList: store.certificatesOf(run.id) }, null, 2)}\n`;
    case 'csv':
      return csvReport(views.view(run));
    case 'tensorboard':
      return tensorBoardFile(views.foldOf(run.id).curves(Infinity), run.startedAt);
    case 'otlp':
      return `${JSON.stringify(otlpSpans(store, run, version))}\n`;
  }
}

async function send(store: StoreReader, run: Run, endpoint: string, shell: Shell): Promise<void> {
  const body = shell.mask(JSON.stringify(otlpSpans(store, run, packageVersion())));
  const response = await fetchSameOrigin(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    signal: AbortSignal.timeout(30_000),
  }).catch((cause: unknown) => {
    if (cause instanceof Fault) throw cause;
    throw new Fault('server/not-sent', `${endpoint} does not answer`, { cause });
  });
  if (!response.ok) throw new Fault('server/not-sent', `${endpoint} answered ${response.status}`);
  if (shell.json) shell.print(JSON.stringify({ run: run.id, format: 'otlp', endpoint }));
  else shell.note(`Sent to ${endpoint}.`);
}
