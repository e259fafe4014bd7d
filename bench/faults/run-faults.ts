import { availableParallelism, loadavg } from 'node:os';
import { createRng } from '#foundation/kernel';
import { provenanceNow } from '../provenance/provenance.ts';
import { type FaultReport, type FaultRow, type MeasuredGroup, reportOf } from './fault-report.ts';
import type { Bench, FaultGroup, FaultOptions } from './fault-bench.ts';
import { providerFaults } from './provider-faults.ts';
import { postgresFaults, redisFaults } from './queue-faults.ts';
import { storeFaults } from './store-faults.ts';

const groups: Readonly<Record<FaultGroup, (bench: Bench) => AsyncGenerator<FaultRow>>> = {
  provider: providerFaults,
  store: storeFaults,
  redis: redisFaults,
  postgres: postgresFaults,
};

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
