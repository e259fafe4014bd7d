import { checkProof, type Cnf, createSolver, type Solver, writeProof } from '#logic/sat';
import { type SatCell, satCells, satFormulas } from './sat-cells.ts';
import { buildMiniSat, type MiniSat } from './minisat.ts';
import { geometricMean, median } from '#foundation/statistics';
import { cpuNs, cpuSecondsSince } from '../cpu-time.ts';
import { hardwareRecord } from '../hardware-record.ts';
import type { Suite, Table } from '../suite.ts';
import { atMost, type Target } from '../target.ts';

/** Mean CPU time of one cell, and the median over rounds of the ratio to MiniSat. */
interface SatCellResult {
  readonly name: string;
  readonly formulas: number;
  readonly satisfiable: number;
  readonly microseconds: number;
  readonly minisatMicroseconds: number | null;
  readonly ratio: number | null;
}

/** Costs of proofs, as fractions of the time to solve without a proof. */
interface ProofCosts {
  readonly logging: number;
  readonly writing: number;
  readonly checking: number;
  readonly checkingText: number;
}

/**
 * Costs on the unsatisfiable formulas of one cell: the median over rounds of the ratio, as for the peer. `least` compares the
 * fastest rounds instead, and decides nothing.
 */
interface SatProofResult extends ProofCosts {
  readonly name: string;
  readonly formulas: number;
  readonly least: ProofCosts;
}

/** Microseconds of CPU, over all threads, that the work takes. */
function cpuMicroseconds(work: () => void): number {
  return cpuNs(work, 1) / 1000;
}

function solveAll(solver: Solver, formulas: readonly Cnf[]): number {
  let satisfiable = 0;
  for (const cnf of formulas) {
    solver.reset();
    solver.add(cnf);
    if (solver.solve().status === 'sat') satisfiable += 1;
  }
  return satisfiable;
}

/** Lets the engine compile what is timed later: solver, logging, writing and checking. */
function warmUp(seed: number): void {
  const cell = { name: 'warm-up', variables: 48, clauses: 380, sizes: [3, 5] as const, core: 0, count: 100 };
  const formulas = satFormulas(cell, seed);
  timeProofs(cell, formulas, { most: 3, deadline: Infinity });
  const easy = satFormulas({ ...cell, name: 'warm-up-easy', clauses: 190, count: 3000 }, seed);
  solveAll(createSolver(), easy);
}

/** How often to repeat: `most` times, but only once more after the deadline has passed. */
interface Rounds {
  readonly most: number;
  readonly deadline: number;
}

function goesOn({ most, deadline }: Rounds, round: number): boolean {
  return round < most && (round === 0 || performance.now() < deadline);
}

/** A cell of which one formula takes tenths of a second. */
function isHeavy(cell: SatCell): boolean {
  return cell.variables === 128 && cell.clauses === 8 * cell.variables;
}

/** Times one cell, ours and theirs in turn. */
function timeCell(cell: SatCell, formulas: readonly Cnf[], peer: MiniSat | undefined, rounds: Rounds): SatCellResult {
  const solver = createSolver();
  if (!isHeavy(cell)) solveAll(solver, formulas);
  const ours: number[] = [];
  const theirs: number[] = [];
  let satisfiable = 0;
  for (let round = 0; goesOn(rounds, round); round += 1) {
    if (peer !== undefined) {
      const { nanoseconds, answers } = peer.run(formulas);
      theirs.push(nanoseconds.reduce((a, b) => a + b, 0) / 1000);
      satisfiable = answers.filter((answer) => answer === 10).length;
    }
    ours.push(
      cpuMicroseconds(() => {
        const found = solveAll(solver, formulas);
        if (peer !== undefined && found !== satisfiable) throw new Error(`${cell.name}: MiniSat answers otherwise`);
        satisfiable = found;
      }),
    );
  }
  const count = formulas.length;
  return {
    name: cell.name,
    formulas: count,
    satisfiable,
    microseconds: median(ours) / count,
    minisatMicroseconds: peer === undefined ? null : median(theirs) / count,
    ratio: peer === undefined ? null : median(ours.map((time, i) => time / theirs[i]!)),
  };
}

/** Times logging, writing and checking LRAT on unsatisfiable formulas. */
function timeProofs(cell: SatCell, formulas: readonly Cnf[], rounds: Rounds): SatProofResult {
  const plain = createSolver();
  const proving = createSolver({ proof: true });
  const refuted = formulas.filter((cnf) => solveAll(plain, [cnf]) === 0);
  const prove = (cnf: Cnf): Int32Array => {
    solveAll(proving, [cnf]);
    return proving.proof;
  };
  const records = refuted.map((cnf) => prove(cnf).slice());
  const texts = records.map((proof) => writeProof(proof, 'lrat'));
  const checkAll = (proofs: readonly (Int32Array | Uint8Array)[]): void => {
    for (const [i, cnf] of refuted.entries()) {
      if (!checkProof(cnf, proofs[i]!, 'lrat').verified) throw new Error(`${cell.name}: a proof was refused`);
    }
  };
  checkAll(records);
  checkAll(texts);
  const times: Record<keyof ProofWork, number[]> = { base: [], logged: [], written: [], checked: [], checkedText: [] };
  const work: ProofWork = {
    base: () => void solveAll(plain, refuted),
    logged: () => void solveAll(proving, refuted),
    written: () => refuted.forEach((cnf) => void writeProof(prove(cnf), 'lrat')),
    checked: () => checkAll(records),
    checkedText: () => checkAll(texts),
  };
  for (let round = 0; goesOn(rounds, round); round += 1) {
    times.base.push(cpuMicroseconds(work.base));
    times.logged.push(cpuMicroseconds(work.logged));
    times.written.push(cpuMicroseconds(work.written));
    times.checked.push(cpuMicroseconds(work.checked));
    times.checkedText.push(cpuMicroseconds(work.checkedText));
  }
  const share = (key: keyof ProofWork): number => median(times[key].map((time, i) => time / times.base[i]!));
  const least = (key: keyof ProofWork): number => Math.min(...times[key]) / Math.min(...times.base);
  const costs = (of: (key: keyof ProofWork) => number): ProofCosts => ({
    logging: of('logged') - 1,
    writing: of('written') - 1,
    checking: of('checked'),
    checkingText: of('checkedText'),
  });
  return { name: cell.name, formulas: refuted.length, ...costs(share), least: costs(least) };
}

/** What is timed, in the order it runs within a round. */
type ProofWork = Readonly<Record<'base' | 'logged' | 'written' | 'checked' | 'checkedText', () => void>>;

/** Times the solver beside MiniSat on the specification's grid and on threshold 3-SAT, and the cost of LRAT proofs. */
export const satSuite: Suite = {
  // oxlint-disable-next-line typescript/require-await -- a suite is asynchronous; this one computes
  async run(options) {
    const { quick, seed, environment } = options;
    const cpuSeconds = cpuSecondsSince();
    const built = buildMiniSat(environment);
    const peer = 'run' in built ? built : undefined;
    // A quick run ends within a minute on a busy machine too, with fewer rounds.
    const deadline = quick ? performance.now() + 25_000 : Infinity;
    const most = quick ? 5 : 9;
    warmUp(seed);
    const cells: SatCellResult[] = [];
    const proofs: SatProofResult[] = [];
    try {
      for (const cell of satCells(quick)) {
        options.note(cell.name);
        const formulas = satFormulas(cell, seed);
        const rounds = { most: isHeavy(cell) && quick ? 1 : most, deadline };
        cells.push(timeCell(cell, formulas, peer, rounds));
        if (cell.core === 0 && !isHeavy(cell))
          proofs.push(timeProofs(cell, formulas, { most: 2 * most, deadline: Infinity }));
      }
    } finally {
      peer?.dispose();
    }
    return {
      suite: 'sat',
      quick,
      seed,
      configuration: { hardware: hardwareRecord(), rounds: most, cells: cells.map(({ name }) => name) },
      tables: satTables(cells, proofs),
      plots: [],
      targets: satTargets(cells, proofs),
      notes: [
        'run' in built ? 'Peer: MiniSat 2.2.1, built from the Debian sources.' : `Peer not measured: ${built.why}.`,
      ],
      cpuSeconds: cpuSeconds(),
    };
  },
};

function satTables(cells: readonly SatCellResult[], proofs: readonly SatProofResult[]): Table[] {
  return [
    {
      title: 'Time per formula, CPU, beside MiniSat',
      columns: ['cell', 'formulas', 'satisfiable', 'µs', 'MiniSat µs', 'ratio'],
      rows: cells.map((cell) => [
        cell.name,
        cell.formulas,
        cell.satisfiable,
        cell.microseconds,
        cell.minisatMicroseconds,
        cell.ratio,
      ]),
    },
    {
      title: 'LRAT proofs, as fractions of the time to solve without one',
      columns: ['cell', 'proofs', 'logging', 'logging and text', 'checking', 'checking from text'],
      rows: proofs.map((proof) => [
        proof.name,
        proof.formulas,
        proof.logging,
        proof.writing,
        proof.checking,
        proof.checkingText,
      ]),
    },
  ];
}

function satTargets(cells: readonly SatCellResult[], proofs: readonly SatProofResult[]): Target[] {
  const ratio = (isSmall: boolean): number | null => {
    const ratios = cells.filter((c) => !c.name.includes('n128') === isSmall).flatMap((c) => c.ratio ?? []);
    return ratios.length === 0 ? null : geometricMean(ratios);
  };
  const overhead = (pick: (proof: SatProofResult) => number): number =>
    geometricMean(proofs.map((proof) => 1 + pick(proof))) - 1;
  const checking = geometricMean(proofs.map((proof) => proof.checking));
  const checkingText = geometricMean(proofs.map((proof) => proof.checkingText));
  const logging = overhead((proof) => proof.logging);
  const writing = overhead((proof) => proof.writing);
  return [
    atMost('time ratio to MiniSat, n ≤ 64 (geometric mean over cells)', ratio(true), 1),
    atMost('time ratio to MiniSat, n = 128 (geometric mean over cells)', ratio(false), 1.3),
    atMost('LRAT logging, fraction of solve time', logging, 0.15),
    atMost('LRAT logging and text, fraction of solve time', writing, 0.15),
    atMost('LRAT checking, fraction of solve time', checking, 0.25),
    atMost('LRAT checking from text, fraction of solve time', checkingText, 0.25),
  ];
}
