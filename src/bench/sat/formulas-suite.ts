import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Fault } from '#kernel';
import { checkProof, type Cnf, parseDimacs, satisfies, solve, type Solved, writeDimacs, writeProof } from '#sat';
import { median } from '#statistics';
import { cpuSecondsSince } from '../cpu-time.ts';
import { hardwareRecord } from '../hardware-record.ts';
import type { Suite, Table } from '../suite.ts';
import { atMost, type Target } from '../target.ts';

/** Times each formula is solved by each program, in turn. */
const ROUNDS = { full: 5, quick: 1 };

interface Row {
  readonly name: string;
  readonly answer: string;
  readonly conflicts: number;
  /** CPU seconds of whole processes, medians over the rounds. */
  readonly minisat: number;
  readonly ours: number;
  /** Median over the rounds of ours − start-up − MiniSat. */
  readonly excess: number;
  readonly agrees: boolean;
  readonly shown: string;
  readonly dratTrim: string;
}

/**
 * Solves the DIMACS files of a folder with `pawl sat` and with MiniSat, process beside process. The start-up of ours is that of a formula of one
 * clause, measured in every round. Answers must agree, models fit, and proofs pass our checker and drat-trim, where it is found.
 */
export const formulasSuite: Suite = {
  // oxlint-disable-next-line typescript/require-await -- a suite is asynchronous; this one computes
  async run(options) {
    const { quick, seed, folder, environment } = options;
    if (folder === undefined) throw new Fault('bench/failed', 'no formulas: name a folder with --formulas');
    const cpuSeconds = cpuSecondsSince();
    const rounds = quick ? ROUNDS.quick : ROUNDS.full;
    const bench = new Processes(environment);
    try {
      const starts = Array.from({ length: 2 * rounds + 1 }, () => bench.start());
      const rows = dimacsFiles(folder).map((file) => {
        const row = measure(file, bench, rounds, starts);
        options.note(`${row.name}: ${row.answer}, ${row.excess.toFixed(3)} s beyond MiniSat and the start`);
        return row;
      });
      const spread = spreadOf(starts);
      return {
        suite: 'formulas',
        quick,
        seed,
        configuration: { hardware: hardwareRecord(), rounds, startSeconds: median(starts), startSpread: spread },
        tables: tablesOf(rows),
        plots: [],
        targets: targetsOf(rows, spread),
        notes: [
          `A formula of one clause takes ${median(starts).toFixed(3)} s of CPU in a process of its own; nine of ten such starts lie within ${spread.toFixed(3)} s of one another, and less than that cannot be told apart.`,
          'MiniSat is the installed program, which simplifies before it searches. Times are CPU seconds of whole processes.',
          bench.dratTrim === undefined
            ? 'drat-trim was not found (PAWL_DRAT_TRIM names it).'
            : 'drat-trim read every DRAT proof.',
        ],
        cpuSeconds: cpuSeconds(),
      };
    } finally {
      bench.dispose();
    }
  },
};

function measure(file: string, bench: Processes, rounds: number, starts: number[]): Row {
  const cnf = parseDimacs(readFileSync(file));
  const theirs: Timed[] = [];
  const ours: Timed[] = [];
  const excess: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const minisat = bench.minisat(file);
    const pawl = bench.pawl(file);
    const start = bench.start();
    starts.push(start);
    theirs.push(minisat);
    ours.push(pawl);
    excess.push(pawl.seconds - start - minisat.seconds);
  }
  const solved = solve(cnf, { inprocess: true, proof: true });
  return {
    name: basename(file, '.cnf'),
    answer: solved.status,
    conflicts: solved.stats.conflicts,
    minisat: median(theirs.map(({ seconds }) => seconds)),
    ours: median(ours.map(({ seconds }) => seconds)),
    excess: median(excess),
    agrees: [...theirs, ...ours].every(({ code }) => code === (solved.status === 'sat' ? 10 : 20)),
    shown: isShown(cnf, solved) ? 'yes' : 'NO',
    dratTrim: solved.status === 'unsat' ? bench.trim(cnf, solved) : '',
  };
}

function isShown(cnf: Cnf, solved: Solved): boolean {
  if (solved.status === 'sat') return satisfies(cnf, solved.model);
  return (['lrat', 'drat'] as const).every(
    (format) => checkProof(cnf, writeProof(solved.proof, format), format).verified,
  );
}

interface Timed {
  readonly code: number | null;
  readonly seconds: number;
}

/** The programs, each run in a process of its own. */
class Processes {
  readonly dratTrim: string | undefined;
  private readonly folder = mkdtempSync(join(tmpdir(), 'pawl-formulas-'));
  private readonly minisatProgram: string;
  private readonly one: string;

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.minisatProgram = environment['PAWL_MINISAT'] ?? 'minisat';
    this.dratTrim = [environment['PAWL_DRAT_TRIM'], 'drat-trim'].find((program) => isProgram(program));
    if (!isProgram(this.minisatProgram)) {
      throw new Fault('bench/failed', 'MiniSat was not found: install it, or name it with PAWL_MINISAT');
    }
    this.one = join(this.folder, 'one.cnf');
    writeFileSync(this.one, 'p cnf 1 1\n1 0\n');
  }

  minisat(file: string): Timed {
    return this.time([this.minisatProgram, file]);
  }

  pawl(file: string): Timed {
    return this.time([process.execPath, process.argv[1]!, 'sat', file]);
  }

  start(): number {
    return this.pawl(this.one).seconds;
  }

  trim(cnf: Cnf, { proof }: Solved): string {
    if (this.dratTrim === undefined) return 'not run';
    const [formula, text] = [join(this.folder, 'formula.cnf'), join(this.folder, 'proof.drat')];
    writeFileSync(formula, writeDimacs(cnf));
    writeFileSync(text, writeProof(proof, 'drat'));
    const { stdout } = spawnSync(this.dratTrim, [formula, text, '-t', '1000'], { encoding: 'utf8' });
    return /^s (VERIFIED|DERIVATION)/m.test(stdout) || /trivial UNSAT/.test(stdout) ? 'accepted' : 'REFUSED';
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Bash knows the CPU time of what it waited for, to a thousandth of a second; Node does not. */
  private time(command: readonly string[]): Timed {
    const script = 'TIMEFORMAT="%3U %3S"; time "$@" >/dev/null 2>/dev/null';
    const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', ...command], { encoding: 'utf8' });
    const [user = NaN, system = NaN] = stderr.trim().split(' ').map(Number);
    return { code: status, seconds: user + system };
  }
}

function isProgram(program: string | undefined): program is string {
  return program !== undefined && spawnSync('which', [program]).status === 0;
}

function dimacsFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.cnf'))
    .toSorted()
    .map((name) => join(folder, name));
}

/** Nine tenths of the starts lie within so much of one another. */
function spreadOf(starts: readonly number[]): number {
  const sorted = starts.toSorted((a, b) => a - b);
  return sorted[Math.floor(0.95 * (sorted.length - 1))]! - sorted[Math.ceil(0.05 * (sorted.length - 1))]!;
}

function tablesOf(rows: readonly Row[]): Table[] {
  return [
    {
      title: 'Formulas of a folder, beside MiniSat',
      columns: [
        'formula',
        'answer',
        'conflicts',
        'MiniSat s',
        'ours s',
        'beyond MiniSat and start-up, s',
        'answers agree',
        'model fits or proof holds',
        'drat-trim',
      ],
      rows: rows.map((row) => [
        row.name,
        row.answer,
        row.conflicts,
        row.minisat,
        row.ours,
        row.excess,
        row.agrees ? 'yes' : 'NO',
        row.shown,
        row.dratTrim,
      ]),
    },
  ];
}

function targetsOf(rows: readonly Row[], spread: number): Target[] {
  const count = (is: (row: Row) => boolean): number => rows.filter(is).length;
  return [
    atMost(
      'formulas with another answer than MiniSat',
      count(({ agrees }) => !agrees),
      0,
    ),
    atMost(
      'models that do not fit and proofs refused',
      count(({ shown, dratTrim }) => shown === 'NO' || dratTrim === 'REFUSED'),
      0,
    ),
    atMost(
      'formulas slower than MiniSat and start-up, beyond the spread of starts',
      count(({ excess }) => excess > spread),
      0,
    ),
    atMost('most seconds beyond MiniSat and start-up', Math.max(...rows.map(({ excess }) => excess)), 0),
  ];
}
