import { resolve } from 'node:path';
import { z } from 'zod';
import { type FaultReport, joinReports } from '../faults/fault-report.ts';
import { loadFaults } from '../faults/load-faults.ts';
import { recorded } from '../provenance/provenance.ts';
import type { WorkersReport } from '../faults/measure-workers.ts';
import { defineCommand, ExitCode, findProgram, type Shell } from '#app/cli';

export const benchFaultsCommand = defineCommand({
  name: 'bench faults',
  flags: z.object({
    quick: z.boolean().default(false).describe('each fault a few times, for a first impression'),
    seed: z.coerce.number().int().min(0).default(1).describe('decides when and where faults happen'),
    workers: z.boolean().default(false).describe('measure instead how many jobs 1, 2, 4 and 8 workers do'),
    only: z.enum(['provider', 'store', 'redis', 'postgres']).optional().describe('only this group of faults'),
    part: z
      .string()
      .regex(/^[1-9]\d*\/[1-9]\d*$/)
      .default('1/1')
      .describe('one of so many parts of the matrix, such as 2/10; --join puts them together'),
    join: z
      .string()
      .transform((text) => text.split(','))
      .optional()
      .describe('files of parts, by comma: put them together instead'),
    program: z
      .string()
      .optional()
      .describe('an installed bin/pawl.mjs that is killed and resumed; this one unless told'),
    out: z.string().optional().describe('write the result as JSON to this file'),
  }),
  examples: ['pawl bench faults --quick', 'pawl bench faults --json', 'pawl bench faults --workers --out workers.json'],

  async run(_args, { quick, seed, workers, only, part, join: parts, program, out }, shell) {
    const [index = 1, of = 1] = part.split('/').map(Number);
    if (parts !== undefined) return joinParts(parts, out, shell);
    const { measureWorkers, ownFolder, runFaults } = await loadFaults();
    const folder = ownFolder();
    const command = [process.execPath, resolve(program ?? process.argv[1] ?? 'pawl')];
    const options = {
      quick,
      seed,
      only,
      part: { index, of },
      folder: folder.path,
      // What is tried here lies in files.
      program: {
        name: program === undefined ? 'checkout' : 'package',
        command,
        environment: { ...shell.env, PAWL_STORE: undefined, TMPDIR: folder.path },
      },
      has: (name: string) => findProgram(name, shell.env['PATH'] ?? '') !== undefined,
      note: (line: string) => shell.note(line),
    };
    try {
      if (workers) return tellWorkers(await measureWorkers(options), out, shell);
      return finish(recorded(await runFaults(options)), out, shell);
    } finally {
      folder.clear();
    }
  },
});

type RecordedReport = ReturnType<typeof recorded<FaultReport>>;

/** What a whole was measured with is what its parts were measured with, not what runs now. */
async function joinParts(paths: readonly string[], out: string | undefined, shell: Shell): Promise<number> {
  const texts = await Promise.all(paths.map((path) => shell.readInput(path)));
  const parts: RecordedReport[] = texts.map((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
  const provenance = parts[0]?.provenance;
  return finish({ ...joinReports(parts), ...(provenance === undefined ? {} : { provenance }) }, out, shell);
}

function finish(report: RecordedReport, out: string | undefined, shell: Shell): number {
  if (out !== undefined) shell.writeFile(out, `${JSON.stringify(report, null, 2)}\n`);
  if (shell.json) shell.print(JSON.stringify(report));
  else tell(report, shell);
  return report.total.lost === 0 ? ExitCode.ok : ExitCode.answerIsNo;
}

function tell({ rows, total }: FaultReport, shell: Shell): void {
  const width = Math.max(...rows.map(({ fault }) => fault.length), 5);
  shell.print(`${'fault'.padEnd(width)}  injected  survived  lost  repeated  recovery`);
  for (const row of [...rows, { ...total, fault: 'total' }]) {
    const counts = [row.injected, row.survived].map((n) => String(n).padStart(8)).join('  ');
    const recovery = row.recoveryMs === null ? '-' : `${(row.recoveryMs / 1000).toFixed(1)} s`;
    shell.print(
      `${row.fault.padEnd(width)}  ${counts}  ${String(row.lost).padStart(4)}  ${String(row.repeated).padStart(8)}  ${recovery}`,
    );
    if ('note' in row && row.note !== undefined) shell.print(`${' '.repeat(width)}  ${row.note}`);
  }
}

function tellWorkers(report: WorkersReport, out: string | undefined, shell: Shell): number {
  const result = recorded({ suite: 'workers', ...report });
  if (out !== undefined) shell.writeFile(out, `${JSON.stringify(result, null, 2)}\n`);
  if (shell.json) {
    shell.print(JSON.stringify(result));
    return ExitCode.ok;
  }
  for (const { workers, jobsPerSecond, speedup, simulated, error } of report.rows) {
    shell.print(
      `${workers} workers: ${jobsPerSecond.toFixed(1)} jobs/s, ${speedup.toFixed(2)} times one (simulated ${simulated.toFixed(1)}, ${(100 * error).toFixed(1)} % off)`,
    );
  }
  const { most, large } = report;
  shell.print(`jobs that take no time: ${most.toFixed(0)} jobs/s`);
  shell.print(
    `simulated: ${large.workers} workers do ${large.jobs} jobs in ${large.hours.toFixed(1)} h, ${large.jobsPerSecond.toFixed(0)} jobs/s`,
  );
  return ExitCode.ok;
}
