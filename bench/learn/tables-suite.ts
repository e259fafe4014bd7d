import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createRng, type Rng } from '#foundation/kernel';
import { applyRuleToRows, type Cell, learnRule } from '#learners/machine/terms';
import { cpuSecondsSince } from '../cpu-time.ts';
import { hardwareRecord } from '../hardware-record.ts';
import type { Suite } from '../suite.ts';
import { atLeast, atMost } from '../target.ts';
import { type TableData, tableData } from './table-data.ts';

const EFFORT = 200_000_000;
const NOISE = [0, 0.05] as const;
const SEEDS = { full: 5, quick: 1 };

const Peers = z.object({
  tree: z.object({ accuracy: z.number(), leaves: z.number() }),
  forest: z.object({ accuracy: z.number(), leaves: z.number() }),
});

interface Row {
  readonly name: string;
  readonly noise: number;
  readonly accuracy: number;
  readonly bits: number;
  readonly seconds: number;
  readonly says: string;
  readonly peers: z.infer<typeof Peers> | undefined;
}

/** Tables that a rule defines over a whole grid, with and without wrong labels, beside scikit-learn's tree and forest at equal rows. */
export const tablesSuite: Suite = {
  // oxlint-disable-next-line typescript/require-await -- a suite is asynchronous; this one computes
  async run({ quick, seed, environment, ...asked }) {
    const cpuSeconds = cpuSecondsSince();
    const python = pythonOf(environment);
    const rows: Row[] = [];
    for (let k = 0; k < (quick ? SEEDS.quick : SEEDS.full); k += 1) {
      for (const table of tableData()) {
        for (const noise of NOISE) {
          const row = measure(table, noise, { rng: createRng(`tables/${seed + k}/${table.name}`), python });
          rows.push(row);
          asked.note(
            `${row.name} ${noise}: ${row.accuracy.toFixed(4)}, forest ${row.peers?.forest.accuracy.toFixed(4)}: ${row.says}`,
          );
        }
      }
    }
    return {
      suite: 'tables',
      quick,
      seed,
      configuration: {
        hardware: hardwareRecord().record,
        effort: EFFORT,
        seeds: rows.length / (2 * tableData().length),
      },
      tables: NOISE.map((noise) => ({
        title: noise === 0 ? 'Right labels' : `${100 * noise} % of labels wrong`,
        columns: [
          'table',
          'ours',
          'tree',
          'forest',
          'true rule found',
          'seeds',
          'bits',
          'leaves of the tree',
          'seconds',
        ],
        rows: summary(rows, noise).map((row) => Object.values(row)),
      })),
      plots: [],
      targets: NOISE.flatMap((noise) => targetsOf(summary(rows, noise), noise)),
      notes: [
        'Car and nursery have the hierarchies of their sources; the tables of their concepts were written here.',
        'The true rule is found when every row of the rest is right. Figures are means over the seeds.',
        python === undefined
          ? 'No python3 with scikit-learn was found (PAWL_PYTHON names one).'
          : 'Peers: scikit-learn with its defaults, symbols one-hot.',
      ],
      cpuSeconds: cpuSeconds(),
    };
  },
};

function pythonOf(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const names = [environment['PAWL_PYTHON'], 'python3', '/usr/bin/python3'].filter((name) => name !== undefined);
  return names.find((name) => spawnSync(name, ['-c', 'import sklearn']).status === 0);
}

function measure(table: TableData, noise: number, { rng, python }: { rng: Rng; python: string | undefined }): Row {
  const order = rng.shuffle(table.rows.map((_, i) => i));
  const train = order.slice(0, table.train);
  const rest = order.slice(table.train);
  const labels = [...new Set(table.answer)];
  const told = table.answer.map((label) => (rng.float() < noise ? otherLabel(labels, label, rng) : label));
  const began = performance.now();
  const learnt = learnRule({
    columns: table.columns,
    rows: train.map((i) => table.rows[i]!),
    answer: train.map((i) => told[i]!),
    effort: EFFORT,
    rng: rng.fork('learn'),
  });
  const seconds = (performance.now() - began) / 1000;
  const said = applyRuleToRows(
    learnt.rule,
    rest.map((i) => table.rows[i]!),
  );
  const right = said.filter((label, k) => label === table.answer[rest[k]!]).length;
  const asked = { rows: table.rows, answer: told, truth: table.answer, train, rest };
  return {
    name: table.name,
    noise,
    accuracy: right / rest.length,
    bits: learnt.bits,
    seconds,
    says: learnt.describe.slice(0, 200),
    peers: python === undefined ? undefined : peersOn(asked, python),
  };
}

function otherLabel(labels: readonly Cell[], label: Cell, rng: Rng): Cell {
  return rng.pick(labels.filter((other) => other !== label));
}

function peersOn(asked: object, python: string): z.infer<typeof Peers> {
  const script = fileURLToPath(new URL('forest.py', import.meta.url));
  const { stdout } = spawnSync(python, [script], { input: JSON.stringify(asked), encoding: 'utf8' });
  return Peers.parse(JSON.parse(stdout));
}

interface Summary {
  readonly name: string;
  readonly ours: number;
  readonly tree: number | null;
  readonly forest: number | null;
  readonly found: number;
  readonly seeds: number;
  readonly bits: number;
  readonly leaves: number | null;
  readonly seconds: number;
}

function summary(rows: readonly Row[], noise: number): Summary[] {
  return tableData().map(({ name }) => {
    const mine = rows.filter((row) => row.name === name && row.noise === noise);
    const mean = (of: (row: Row) => number | undefined): number | null => {
      const values = mine.map(of).filter((value) => value !== undefined);
      return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    return {
      name,
      ours: mean((row) => row.accuracy) ?? 0,
      tree: mean((row) => row.peers?.tree.accuracy),
      forest: mean((row) => row.peers?.forest.accuracy),
      found: mine.filter((row) => row.accuracy === 1).length,
      seeds: mine.length,
      bits: mean((row) => row.bits) ?? 0,
      leaves: mean((row) => row.peers?.tree.leaves),
      seconds: mean((row) => row.seconds) ?? 0,
    };
  });
}

/** The three MONK's problems count as one of five. */
function targetsOf(rows: readonly Summary[], noise: number): ReturnType<typeof atLeast>[] {
  const label = noise === 0 ? 'right labels' : 'wrong labels';
  const behind = rows.map(({ ours, forest }) => (forest === null ? 0 : forest - ours));
  const families = new Map<string, boolean>();
  for (const { name, found, seeds } of rows) {
    const family = name.replace(/ \d$/, '');
    families.set(family, (families.get(family) ?? true) && 2 * found > seeds);
  }
  const hasPeer = rows.every(({ forest }) => forest !== null);
  return [
    atMost(`${label}: most behind the forest`, hasPeer ? Math.max(...behind) : null, 0.01),
    atLeast(
      `${label}: true rules found in most seeds, of 5`,
      [...families.values()].filter(Boolean).length,
      noise === 0 ? 4 : 3,
    ),
  ];
}
