import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Fault } from '#foundation/kernel';
import { checkProof, type Cnf, parseDimacs, satisfies, solve, type Solved, writeDimacs, writeProof } from '#logic/sat';
import { median } from '#foundation/statistics';
import { cpuSecondsSince } from '../cpu-time.ts';
import { hardwareRecord } from '../hardware-record.ts';
import type { Suite, Table } from '../suite.ts';
import { atMost, type Target } from '../target.ts';

/** Times each formula is solved by each program, in turn. */
const ROUNDS = { full: 3, quick: 1 };
/** A start is measured with every so many formulas. */
const FORMULAS_PER_START = 5;

interface Solving {
  readonly name: string;
  readonly answer: string;
  readonly conflicts: number;
  /** CPU seconds, medians over the rounds: of a whole process of MiniSat, of ours once its modules are loaded. */
  readonly minisat: number;
  readonly ours: number;
  readonly agrees: boolean;
  readonly shown: string;
  readonly dratTrim: string;
}

interface Row extends Solving {
  /** Ours − start-up − MiniSat, of the medians. */
  readonly excess: number;
}

/**
 * Solves the DIMACS files of a folder with `pawl sat` and with MiniSat, process beside process. Loading modules takes the same for every formula and
 * swings by tenths of a second, so ours is counted from there on; the rest of its start-up is what a formula of one clause takes, measured again and again in between. Answers must agree, models fit, and proofs pass our checker and drat-trim, where it is found.
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
      const starts: number[] = [];
      const solved = dimacsFiles(folder).map((file, i) => {
        if (i % FORMULAS_PER_START === 0) for (let k = 0; k < rounds; k += 1) starts.push(bench.start());
        const row = measure(file, bench, rounds);
        options.note(`${row.name}: ${row.answer}, ours ${row.ours.toFixed(3)} s, MiniSat ${row.minisat.toFixed(3)} s`);
        return row;
      });
      const start = median(starts);
      const rows = solved.map((row) => ({ ...row, excess: row.ours - start - row.minisat }));
      const spread = spreadOf(starts);
      return {
        suite: 'formulas',
        quick,
        seed,
        configuration: { hardware: hardwareRecord(), rounds, startSeconds: start, startSpread: spread },
        tables: tablesOf(rows),
        plots: [],
        targets: targetsOf(rows, spread),
        notes: [
          `A formula of one clause takes ${start.toFixed(3)} s of CPU in a process of its own once modules are loaded; nine of ten such starts lie within ${spread.toFixed(3)} s of one another, and less than that cannot be told apart.`,
          'MiniSat is the installed program, which simplifies before it searches. Times are CPU seconds: of whole processes of MiniSat, of ours after its modules are loaded.',
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

function measure(file: string, bench: Processes, rounds: number): Solving {
  const cnf = parseDimacs(readFileSync(file));
  const theirs: Timed[] = [];
  const ours: Timed[] = [];
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(bench.minisat(file));
    ours.push(bench.pawl(file));
  }
  const solved = solve(cnf, { inprocess: true, proof: true });
  return {
    name: basename(file, '.cnf'),
    answer: solved.status,
    conflicts: solved.stats.conflicts,
    minisat: median(theirs.map(({ seconds }) => seconds)),
    ours: median(ours.map(({ seconds }) => seconds)),
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

  /** Bash knows the CPU time of what it waited for, to a thousandth of a second; Node does not. */
  minisat(file: string): Timed {
    const script = 'TIMEFORMAT="%3U %3S"; time "$@" >/dev/null 2>/dev/null';
    const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', this.minisatProgram, file], {
      encoding: 'utf8',
    });
    const [user = NaN, system = NaN] = stderr.trim().split(' ').map(Number);
    return { code: status, seconds: user + system };
  }

  pawl(file: string): Timed {
    const { status, stdout } = spawnSync(process.execPath, [process.argv[1]!, 'sat', file, '--stats'], {
      encoding: 'utf8',
    });
    return { code: status, seconds: Number(/^c cpu-seconds ([\d.]+)$/m.exec(stdout)?.[1]) };
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
  return sorted[Math.ceil(0.95 * (sorted.length - 1))]! - sorted[Math.floor(0.05 * (sorted.length - 1))]!;
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
