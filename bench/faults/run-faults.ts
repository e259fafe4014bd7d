import { availableParallelism, loadavg } from 'node:os';
import { createRng, type Rng } from '#foundation/kernel';
import { provenanceNow } from '../provenance/provenance.ts';
import { type FaultReport, type FaultRow, type MeasuredGroup, reportOf } from './fault-report.ts';
import { providerFaults } from './provider-faults.ts';
import { postgresFaults, redisFaults } from './queue-faults.ts';
import type { Program } from './start-pawl.ts';
import { storeFaults } from './store-faults.ts';

const groups = { provider: providerFaults, store: storeFaults, redis: redisFaults, postgres: postgresFaults } as const;
export type FaultGroup = keyof typeof groups;

/** What a matrix of faults is run with. */
export interface FaultOptions {
  readonly quick: boolean;
  readonly seed: number;
  /** Which of how many equal parts of the whole matrix, from 1; chance differs between them. */
  readonly part: { readonly index: number; readonly of: number };
  /** Only this group; all unless told. */
  readonly only?: FaultGroup | undefined;
  readonly program: Program;
  /** An empty folder of its own. */
  readonly folder: string;
  /** Where a program of the system is. */
  has(program: string): boolean;
  note(line: string): void;
}

/** What one group of faults gets. */
export interface Bench extends FaultOptions {
  readonly rng: Rng;
  /** How often a fault is made here: so often in the whole matrix, or so often for a first impression. */
  readonly times: (whole: number, quick: number) => number;
}

/**
 * Makes faults on purpose, each beside an undisturbed run of the same seed: processes are killed, files damaged, links cut, and a provider
 * answers in every wrong way. Nothing that was acknowledged may be lost.
 */
export async function runFaults(options: FaultOptions): Promise<FaultReport> {
  const rows: FaultRow[] = [];
  const measured: MeasuredGroup[] = [];
  // Asked for before anything is measured: the checkout may move on meanwhile.
  const commit = provenanceNow()?.commit;
  for (const [name, group] of Object.entries(groups)) {
    if (options.only !== undefined && options.only !== name) continue;
    options.note(`faults: ${name}`);
    const began = performance.now();
    const { index, of } = options.part;
    const bench: Bench = {
      ...options,
      rng: createRng(`faults/${options.seed}/${name}/${index}`),
      times: (whole, quick) =>
        options.quick ? quick : Math.floor((whole * index) / of) - Math.floor((whole * (index - 1)) / of),
    };
    for await (const row of group(bench)) {
      options.note(
        `  ${row.fault}: ${row.survived} of ${row.injected}, lost ${row.lost}${row.note === undefined ? '' : ` (${row.note})`}`,
      );
      rows.push(row);
    }
    measured.push({
      group: name,
      part: `${index}/${of}`,
      quick: options.quick,
      seed: options.seed,
      ...(commit === undefined ? {} : { commit }),
      program: options.program.name,
      minutes: Math.round((performance.now() - began) / 6000) / 10,
      load: Math.round(10 * loadavg()[0]!) / 10,
      cores: availableParallelism(),
    });
  }
  return reportOf(rows, measured, options);
}
