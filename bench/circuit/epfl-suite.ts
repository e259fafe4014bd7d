import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { readAiger } from '#logic/circuit/aiger';
import { type Circuit, gateCount } from '#logic/circuit/graph';
import { Fault } from '#foundation/kernel';
import { checkProof, parseDimacs } from '#logic/sat';
import { simplifyAnytime } from '#logic/verify/rewrite';
import { cpuSecondsSince } from '../cpu-time.ts';
import { hardwareRecord } from '../hardware-record.ts';
import { provenanceNow } from '../provenance/provenance.ts';
import type { Suite, Table } from '../suite.ts';
import { atLeast, atMost, type Target } from '../target.ts';
import { findAbc } from './abc.ts';

/** CPU seconds and ANDs of a circuit at most. Of the time the passes, with the proofs between them, get three quarters, the last proof the rest. */
const FULL = { seconds: 120, ands: 50_000 };
const QUICK = { seconds: 10, ands: 1500 };
const STAGES = { passes: 0.75 };

const Row = z.object({
  name: z.string(),
  before: z.int(),
  after: z.int().nullable(),
  abc: z.int().nullable(),
  seconds: z.number(),
  isProved: z.boolean(),
});
type Row = z.infer<typeof Row>;

/**
 * Simplifies the AIGER files of a folder, meant for a local checkout of the EPFL suite, beside ABC's `resyn2; dc2; fraig`. A result counts as proved when the
 * checker, which shares no code with the solver, accepts its proof.
 *
 * @source Amarù, Gaillardon & De Micheli 2015, The EPFL combinational benchmark suite
 */
export const epflSuite: Suite = {
  // oxlint-disable-next-line typescript/require-await -- a suite is asynchronous; this one computes
  async run(options) {
    const { quick, seed, environment, folder } = options;
    if (folder === undefined) throw new Fault('bench/failed', 'no circuits: name a folder with --epfl');
    const limits = quick ? QUICK : FULL;
    const cpuSeconds = cpuSecondsSince();
    const abc = findAbc(environment);
    const all = aigerFiles(folder).map((file) => ({
      name: basename(file, '.aig'),
      circuit: readAiger(readFileSync(file)).circuit,
    }));
    const chosen = all.filter(({ circuit }) => gateCount(circuit) <= limits.ands);
    chosen.sort((a, b) => gateCount(a.circuit) - gateCount(b.circuit));
    const commit = provenanceNow()?.commit ?? '';
    const rows = chosen.map(({ name, circuit }) => {
      // A row belongs to the code that measured it.
      const file = `${name}-${commit}.json`;
      const known = options.keep?.read(file);
      if (known !== undefined) return Row.parse(JSON.parse(known));
      const row = measure(name, circuit, limits.seconds, abc?.ands(circuit) ?? null);
      options.keep?.write(file, JSON.stringify(row));
      options.note(
        `${name}: ${row.before} ANDs, ours ${row.after ?? 'none'} in ${row.seconds.toFixed(0)} s, ABC ${row.abc ?? 'not measured'}`,
      );
      return row;
    });
    return {
      suite: 'epfl',
      quick,
      seed,
      configuration: { hardware: hardwareRecord(), limits, stages: STAGES, cost: 'and-equivalent', effort: 3 },
      tables: tablesOf(rows),
      plots: [],
      targets: targetsOf(rows),
      notes: [
        `Peer: ${abc?.name ?? 'none found, so ratios are not measured'}.`,
        `Left out, because larger than ${limits.ands} ANDs: ${
          all
            .filter((one) => !chosen.includes(one))
            .map(({ name }) => name)
            .join(', ') || 'none'
        }.`,
        'Time is CPU time of this process, without the checker; where it runs out the best circuit proved so far counts.',
      ],
      cpuSeconds: cpuSeconds(),
    };
  },
};

function tablesOf(rows: readonly Row[]): Table[] {
  return [
    {
      title: 'ANDs of the EPFL circuits, ours beside ABC',
      columns: ['circuit', 'before', 'ours', 'ABC', 'ours / ABC', 'proved', 'CPU seconds'],
      rows: rows.map((row) => [
        row.name,
        row.before,
        row.after,
        row.abc,
        ratioOf(row),
        row.isProved ? 'yes' : 'no',
        row.seconds,
      ]),
    },
  ];
}

function targetsOf(rows: readonly Row[]): Target[] {
  return [
    atMost('ANDs beside ABC, geometric mean', geometricMean(rows), 0.95),
    atMost('circuits without proof', rows.filter(({ isProved }) => !isProved).length, 0),
    atMost(
      'largest result beside its input',
      Math.max(...rows.map(({ before, after }) => (after ?? before) / before)),
      1,
    ),
    atMost('CPU seconds of the slowest', Math.max(...rows.map(({ seconds }) => seconds)), FULL.seconds),
    atLeast(
      'circuits smaller than those of ABC',
      rows.filter((row) => (ratioOf(row) ?? 1) < 1).length,
      rows.length / 2,
    ),
  ];
}

function aigerFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.aig'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function measure(name: string, circuit: Circuit, limit: number, abc: number | null): Row {
  const seconds = cpuSecondsSince();
  const past = (share: number) => (): boolean => seconds() > limit * share;
  const result = simplifyAnytime(circuit, {
    cost: 'and-equivalent',
    effort: 3,
    shouldStop: past(STAGES.passes),
    shouldGiveUp: past(1),
  });
  const spent = seconds();
  const isProved =
    result.answer === 'proved' && checkProof(parseDimacs(result.proof.cnf), result.proof.proof, 'lrat').verified;
  return {
    name,
    before: result.before.andEquivalent,
    after: isProved ? result.after.andEquivalent : null,
    abc,
    seconds: spent,
    isProved,
  };
}

/** Without a proof the input is what counts. */
function ratioOf({ before, after, abc }: Row): number | null {
  return abc === null ? null : (after ?? before) / Math.max(1, abc);
}

function geometricMean(rows: readonly Row[]): number | null {
  const ratios = rows.map(ratioOf).filter((ratio) => ratio !== null);
  if (ratios.length === 0) return null;
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}
