import { invariant } from '#foundation/kernel';
import { mean } from '#foundation/statistics';
import { checkProof, type Cnf, createSolver, type Solver } from '#logic/sat';
import { cpuMicros } from '../cpu-time.ts';
import { buildMiniSat, type MiniSat } from '../sat/minisat.ts';
import {
  askedInstances,
  generation,
  type Labelled,
  labelledFormulas,
  type SatCheckCell,
  type SatCheckOptions,
} from './formulas.ts';

/** Costs of the formulas of one kind. @source spec/benchmark-suite §2.4.3 */
export interface CheckCosts {
  readonly instances: number;
  readonly cyclesPerSatCheck: number;
  readonly satChecksPerSecond: number;
  /** MiniSat's time over ours; null where it could not be built. */
  readonly timeOfMiniSat: number | null;
  /** PROOF_CHECK of the LRAT proofs of the unsatisfiable ones. */
  readonly cyclesPerProofCheck: number | null;
  readonly proofChecksPerSecond: number | null;
  readonly meanProofSteps: number | null;
}

/** The formulas of one answer; those without solution have a planted core or are so by nature. */
interface LabelCosts extends CheckCosts {
  readonly label: 'sat' | 'unsat';
  readonly isPlanted: boolean;
}

/** One size, over all its formulas and by label. */
export interface SatCheckRow extends CheckCosts {
  readonly variables: number;
  readonly clauses: number;
  /** What the specification asks for; fewer instances than that are a subset. */
  readonly askedInstances: number;
  readonly fractionSat: number;
  readonly byLabel: readonly LabelCosts[];
}

/** The section of the report on SAT_CHECK and PROOF_CHECK. */
export interface SatCheckSection {
  readonly generation: string;
  readonly pattern: string;
  readonly peer: string;
  readonly rows: readonly SatCheckRow[];
}

/** Times of one group of formulas, in microseconds: sums over chunks of the least round. */
interface Tally {
  readonly label: 'sat' | 'unsat';
  readonly isPlanted: boolean;
  instances: number;
  solving: number;
  minisat: number;
  checking: number;
  readonly steps: number[];
}

/** Formulas that are held in memory at a time, with their proofs. */
const CHUNK = 500;

/** Measures the solver and the checker of its proofs; cycles follow once the clock of the time is known. */
export function benchSatChecks(
  options: SatCheckOptions,
  world: { readonly environment: Readonly<Record<string, string | undefined>>; note(line: string): void },
): (ghz: number) => SatCheckSection {
  const built = buildMiniSat(world.environment);
  const peer = 'run' in built ? built : undefined;
  try {
    warmUp(options.seed);
    const tallies = options.cells.map((cell) => {
      world.note(`SAT_CHECK, n = ${cell.variables}, m = ${cell.clauses}`);
      return measureCell(cell, options.seed, peer);
    });
    return (ghz) => ({
      generation,
      pattern: `reset, add and solve per formula with one solver that is kept; proofs are the solver's LRAT records in memory, checked from the start each time; CPU time, least of ${rounds(options)} rounds`,
      peer: 'run' in built ? 'MiniSat 2.2.1, built from the Debian sources' : `not measured: ${built.why}`,
      rows: options.cells.map((cell, i) => rowOf(cell, tallies[i]!, ghz)),
    });
  } finally {
    peer?.dispose();
  }
}

function rounds({ cells }: SatCheckOptions): string {
  return [...new Set(cells.map((cell) => cell.rounds))].join(' or ');
}

/** Lets the engine compile what is timed later. */
function warmUp(seed: number): void {
  measureCell({ variables: 48, clauses: 380, instances: 100, rounds: 2 }, seed, undefined);
}

function measureCell(cell: SatCheckCell, seed: number, peer: MiniSat | undefined): Tally[] {
  const tallies = new Map<string, Tally>();
  const solvers = { plain: createSolver(), proving: createSolver({ proof: true }) };
  for (let from = 0; from < cell.instances; from += CHUNK) {
    const to = Math.min(from + CHUNK, cell.instances);
    const formulas = labelledFormulas(cell, seed, [from, to], solvers.plain);
    for (const group of groupsOf(formulas)) {
      const { label, isPlanted } = group[0]!;
      const name = `${label}/${isPlanted}`;
      const fresh = { label, isPlanted, instances: 0, solving: 0, minisat: 0, checking: 0, steps: [] };
      const tally = tallies.get(name) ?? fresh;
      tallies.set(name, tally);
      measureGroup(group, tally, solvers, { rounds: cell.rounds, peer });
    }
  }
  return [...tallies.values()];
}

function groupsOf(formulas: readonly Labelled[]): Labelled[][] {
  const groups = [
    formulas.filter(({ label }) => label === 'sat'),
    formulas.filter(({ label, isPlanted }) => label === 'unsat' && !isPlanted),
    formulas.filter(({ label, isPlanted }) => label === 'unsat' && isPlanted),
  ];
  return groups.filter((group) => group.length > 0);
}

function measureGroup(
  group: readonly Labelled[],
  tally: Tally,
  { plain, proving }: { readonly plain: Solver; readonly proving: Solver },
  { rounds, peer }: { readonly rounds: number; readonly peer: MiniSat | undefined },
): void {
  const formulas = group.map(({ cnf }) => cnf);
  const proofs = tally.label === 'sat' ? [] : formulas.map((cnf) => proofOf(cnf, proving));
  const least = { solving: Infinity, minisat: Infinity, checking: Infinity };
  for (let round = 0; round < rounds; round += 1) {
    const solving = timed(() => formulas.forEach((cnf) => solveOne(cnf, plain)));
    least.solving = Math.min(least.solving, solving);
    if (peer !== undefined) {
      const theirs = peer.run(formulas).nanoseconds.reduce((sum, ns) => sum + ns, 0) / 1000;
      least.minisat = Math.min(least.minisat, theirs);
    }
    const checking = timed(() => proofs.forEach((proof, i) => void checkOne(formulas[i]!, proof)));
    least.checking = Math.min(least.checking, checking);
  }
  tally.instances += formulas.length;
  tally.solving += least.solving;
  tally.minisat += least.minisat;
  tally.checking += least.checking;
  for (const [i, proof] of proofs.entries()) tally.steps.push(checkOne(formulas[i]!, proof));
}

function solveOne(cnf: Cnf, solver: Solver): void {
  solver.reset();
  solver.add(cnf);
  solver.solve();
}

function proofOf(cnf: Cnf, proving: Solver): Int32Array {
  solveOne(cnf, proving);
  return proving.proof.slice();
}

/** Steps of the proof. */
function checkOne(cnf: Cnf, proof: Int32Array): number {
  const result = checkProof(cnf, proof, 'lrat');
  invariant(result.verified, 'the solver refutes only what it can prove');
  return result.steps;
}

function timed(work: () => void): number {
  const start = cpuMicros();
  work();
  return cpuMicros() - start;
}

function rowOf({ variables, clauses }: SatCheckCell, tallies: readonly Tally[], ghz: number): SatCheckRow {
  const satisfiable = tallies.find(({ label }) => label === 'sat')?.instances ?? 0;
  const whole = costsOf(tallies, ghz);
  return {
    variables,
    clauses,
    askedInstances,
    fractionSat: satisfiable / whole.instances,
    ...whole,
    byLabel: tallies.map((tally) => ({
      label: tally.label,
      isPlanted: tally.isPlanted,
      ...costsOf([tally], ghz),
    })),
  };
}

function costsOf(tallies: readonly Tally[], ghz: number): CheckCosts {
  const sum = (pick: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + pick(tally), 0);
  const instances = sum((tally) => tally.instances);
  const micros = sum((tally) => tally.solving) / instances;
  const minisat = sum((tally) => tally.minisat) / instances;
  const steps = tallies.flatMap((tally) => tally.steps);
  const checking =
    steps.length === 0 ? null : sum((tally) => (tally.label === 'sat' ? 0 : tally.checking)) / steps.length;
  return {
    instances,
    cyclesPerSatCheck: micros * 1000 * ghz,
    satChecksPerSecond: 1e6 / micros,
    timeOfMiniSat: Number.isFinite(minisat) ? minisat / micros : null,
    cyclesPerProofCheck: checking === null ? null : checking * 1000 * ghz,
    proofChecksPerSecond: checking === null ? null : 1e6 / checking,
    meanProofSteps: steps.length === 0 ? null : mean(steps),
  };
}
