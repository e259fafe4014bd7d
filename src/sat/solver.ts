import { createRng, Fault } from '#kernel';
import type { Cnf } from './cnf.ts';
import { failedCore } from './failed-core.ts';
import { createKernel } from './wasm/create-kernel.ts';
import { codeOf, literalOf } from './literal.ts';
import { Clause, firstClause, type Memory, Real, Word } from './memory.ts';
import { ProofLog } from './proof/log-proof.ts';
import { ProofTrace } from './proof/proof-trace.ts';
import { scheduleRestart } from './restart.ts';
import { backtrack } from './reference/backtrack.ts';
import { createReference, type Kernel } from './reference/reference-kernel.ts';
import { poolReserve, Propagated } from './reference/propagate.ts';
import { rewatchSize } from './reference/rewatch.ts';
import { Inprocessing } from './inprocess/inprocess.ts';
import { noSteps, type Steps } from './inprocess/steps.ts';
import { Stop } from './reference/search.ts';
import { watchClause } from './reference/watch.ts';

/** How a solver is made. */
export interface SolverOptions {
  /** Orders and phases to begin with: 0 is the plain order. Equal seeds give equal searches. */
  readonly seed?: number;
  /** Whether to keep a proof. */
  readonly proof?: boolean;
  /** The search as WebAssembly, or the slower reference in TypeScript; both take the same steps. */
  readonly kernel?: 'wasm' | 'reference';
  /**
   * Whether clauses are simplified: subsumption and variable elimination before the first call, if it has no assumptions, and
   * vivification later. After the elimination the solver takes no more clauses and no assumptions.
   */
  readonly inprocess?: boolean;
}

/** Limits of one call; without any it runs until it knows. */
export interface SolveOptions {
  /** DIMACS literals taken as true for this call only. */
  readonly assumptions?: readonly number[];
  readonly maxConflicts?: number;
  readonly maxPropagations?: number;
  /** Asked every few thousand propagations; `true` ends the call with `unknown`. */
  readonly shouldStop?: () => boolean;
}

/** What the call counted. */
export interface SolveStats {
  readonly conflicts: number;
  readonly decisions: number;
  readonly propagations: number;
  readonly restarts: number;
  readonly reductions: number;
}

/** The answer. `model[v]` is 1 when variable v is true; `core` holds assumptions that cannot hold together. */
export type SolveResult =
  | { readonly status: 'sat'; readonly model: Uint8Array; readonly stats: SolveStats }
  | { readonly status: 'unsat'; readonly core: readonly number[]; readonly stats: SolveStats }
  | { readonly status: 'unknown'; readonly why: 'conflicts' | 'propagations' | 'stopped'; readonly stats: SolveStats };

const restartInterval = 100;
const reduceGrowth = 1.05;
const stopInterval = 20_000;

/**
 * An incremental CDCL solver. Clauses and assumptions may change between calls; `reset` forgets everything but the memory,
 * so that many small formulas are solved without allocating.
 *
 * @source Marques-Silva & Sakallah 1999 (CDCL); Eén & Sörensson 2003 (MiniSat); Biere et al. (CaDiCaL)
 */
export class Solver {
  private readonly m: Memory;
  private readonly kernel: Kernel;
  private readonly log: ProofLog | undefined;
  private readonly seed: number;
  private readonly inprocessing: Inprocessing | undefined;
  private readonly steps: Steps;
  private isRefuted = false;
  /** Where the clauses begin that are not watched yet; 0 when all are. */
  private unwatched = 0;
  private restarts = 0;
  private reductions = 0;

  constructor(options: SolverOptions = {}) {
    this.kernel = options.kernel === 'reference' ? createReference() : createKernel();
    this.m = this.kernel.memory;
    this.seed = options.seed ?? 0;
    this.log = options.proof === true ? new ProofLog(new ProofTrace()) : undefined;
    this.steps = this.log?.stepsFor(this.m) ?? noSteps;
    this.inprocessing = options.inprocess === true ? new Inprocessing() : undefined;
    this.reset();
  }

  /** The proof so far; empty without `proof`. */
  get proof(): Int32Array {
    return this.log?.trace.records() ?? new Int32Array(0);
  }

  get variables(): number {
    return this.m.words[Word.variables]!;
  }

  /** Forgets all clauses, variables and the proof; keeps the memory. */
  reset(): void {
    const { m } = this;
    const { words, reals } = m;
    words.fill(0, 0, 32);
    reals.fill(0);
    words[Word.arenaTop] = firstClause;
    words[Word.arenaLimit] = m.capacity.arena;
    words[Word.poolLimit] = m.capacity.pool;
    words[Word.proving] = this.log === undefined ? 0 : 1;
    reals[Real.increment] = 1;
    reals[Real.decay] = 0.95;
    this.log?.clear();
    this.inprocessing?.clear();
    this.isRefuted = false;
    this.unwatched = 0;
    this.restarts = 0;
    this.reductions = 0;
    scheduleRestart(m, 1, restartInterval);
  }

  /** Makes sure that variables 1 … count exist. */
  addVariables(count: number): void {
    const { m } = this;
    const before = m.words[Word.variables]!;
    if (count <= before) return;
    m.reserve({ variables: count });
    m.words[Word.variables] = count;
    const rng = this.seed === 0 ? undefined : createRng(`sat/${this.seed}/${before}`);
    m.value.fill(0, 2 * before, 2 * count);
    m.seen.fill(0, before, count);
    m.watchSize.fill(0, 2 * before, 2 * count);
    m.watchLimit.fill(0, 2 * before, 2 * count);
    const heapSize = m.words[Word.heapSize]!;
    for (let v = before; v < count; v += 1) {
      m.activity[v] = 0;
      m.phase[v] = rng === undefined ? 1 : rng.bit();
      m.heap[heapSize + v - before] = v;
      m.heapAt[v] = heapSize + v - before;
    }
    if (rng !== undefined) this.shuffleNew(before, heapSize, rng.fork('order'));
    m.words[Word.heapSize] = heapSize + count - before;
  }

  /** Adds all clauses of a formula. */
  add(cnf: Cnf): void {
    const { m } = this;
    const { clauses } = cnf;
    const words = clauses.length;
    const count = checkClauses(clauses, Math.max(this.variables, cnf.variables));
    if (this.log?.hasStarted === true) {
      throw new Fault('sat/late-clause', 'a clause was added after the proof had begun');
    }
    this.checkWhole();
    backtrack(m, 0);
    this.addVariables(cnf.variables);
    m.reserve({ arena: m.words[Word.arenaTop]! + 2 * words + count * Clause.literals });
    const start = m.words[Word.arenaLimit]! - words;
    m.arena.set(clauses, start);
    if (this.unwatched === 0) this.unwatched = m.words[Word.arenaTop]!;
    this.kernel.load(start, this.log?.inputIds(count) ?? 0);
  }

  /** Adds one clause of DIMACS literals over known variables. */
  addClause(literals: readonly number[]): void {
    for (const literal of literals) checkLiteral(literal, this.variables);
    this.add({ variables: this.variables, clauses: Int32Array.of(...literals, 0) });
  }

  /** Looks for a model under the assumptions. */
  solve(options: SolveOptions = {}): SolveResult {
    const { m } = this;
    backtrack(m, 0);
    const begun = this.counts();
    const stats = (): SolveStats => this.since(begun);
    if (this.isRefuted) return { status: 'unsat', core: [], stats: stats() };
    this.assume(options.assumptions ?? []);
    if (m.words[Word.conflict] !== 0) return this.refute(m.words[Word.conflict]!, stats);
    if (this.unwatched !== 0) this.watchNew();
    if (this.inprocessing?.hasSimplified === false && m.words[Word.assumptions] === 0 && this.simplify()) {
      return { status: 'unsat', core: [], stats: stats() };
    }
    if (m.reals[Real.reduceLearnts] === 0) m.reals[Real.reduceLearnts] = firstReduction(m.words[Word.clauses]!);
    const { maxConflicts = Infinity, maxPropagations = Infinity, shouldStop } = options;
    const conflictLimit = begun.conflicts + maxConflicts;
    const propagationLimit = begun.propagations + maxPropagations;
    const pause = (): void => {
      m.reals[Real.pauseConflicts] = conflictLimit;
      const next = shouldStop === undefined ? Infinity : m.reals[Real.propagations]! + stopInterval;
      m.reals[Real.pausePropagations] = Math.min(propagationLimit, next);
    };
    pause();
    for (;;) {
      const stop = this.kernel.search();
      if (stop === Stop.satisfied) return { status: 'sat', model: this.model(), stats: stats() };
      if (stop === Stop.refuted) return this.refute(m.words[Word.conflict]!, stats);
      if (stop === Stop.failed) return this.fail(stats);
      if (stop === Stop.paused) {
        if (m.reals[Real.conflicts]! >= conflictLimit) return { status: 'unknown', why: 'conflicts', stats: stats() };
        if (m.reals[Real.propagations]! >= propagationLimit) {
          return { status: 'unknown', why: 'propagations', stats: stats() };
        }
        if (shouldStop?.() === true) return { status: 'unknown', why: 'stopped', stats: stats() };
        pause();
      } else {
        this.attend(stop);
        if (m.words[Word.conflict] !== 0) return this.refute(m.words[Word.conflict]!, stats);
      }
    }
  }

  /** Does what the search cannot do itself. */
  private attend(stop: number): void {
    const { m } = this;
    if (stop === Stop.learnt) this.log?.learnt(m);
    else if (stop === Stop.outOfSpace) this.makeRoom();
    else if (stop === Stop.restart) {
      this.restarts += 1;
      backtrack(m, 0);
      scheduleRestart(m, this.restarts + 1, restartInterval);
    } else if (stop === Stop.reduce) {
      this.reductions += 1;
      if (this.inprocessing !== undefined) this.returnToRoot();
      this.kernel.reduce();
      this.dropDoomed();
      if (this.inprocessing !== undefined) this.vivify(this.inprocessing);
      m.reals[Real.reduceLearnts]! *= reduceGrowth;
    }
  }

  private dropDoomed(): void {
    this.log?.forgetDoomed(this.m);
    this.inprocessing?.packing(this.m);
    this.kernel.pack();
    this.rewatch();
  }

  /** Goes to level 0 and propagates there; a conflict is left in the header. Reasons, which nobody needs there, go. */
  private returnToRoot(): void {
    const { m } = this;
    backtrack(m, 0);
    for (let conflict: number = Propagated.outOfSpace; conflict === Propagated.outOfSpace;) {
      conflict = this.kernel.propagate();
      if (conflict === Propagated.outOfSpace) this.makeRoom();
      else if (conflict !== Propagated.fully) m.words[Word.conflict] = conflict;
    }
    this.log?.settle(m);
    for (let i = 0; i < m.words[Word.trailSize]!; i += 1) m.reason[m.trail[i]! >> 1] = 0;
  }

  /** Simplifies before the search; true when that is a refutation. */
  private simplify(): boolean {
    const { m } = this;
    this.returnToRoot();
    if (m.words[Word.conflict] === 0) {
      this.isRefuted = this.inprocessing?.simplify(m, this.steps) === true;
      if (this.isRefuted) return true;
      this.rewatch();
    }
    if (m.words[Word.conflict] === 0) return false;
    this.isRefuted = true;
    this.log?.refuted(m, m.words[Word.conflict]!);
    return true;
  }

  private vivify(inprocessing: Inprocessing): void {
    const { m } = this;
    if (m.words[Word.conflict] !== 0) return;
    inprocessing.vivify(m, {
      steps: this.steps,
      propagate: () => this.kernel.propagate(),
      makeRoom: () => this.makeRoomIfLow(),
    });
    if (m.words[Word.conflict] !== 0) return;
    this.returnToRoot();
    this.dropDoomed();
  }

  private makeRoomIfLow(): void {
    const { m } = this;
    const arena = m.words[Word.arenaLimit]! - m.words[Word.arenaTop]!;
    const pool = m.words[Word.poolLimit]! - m.words[Word.poolTop]!;
    if (arena < m.words[Word.variables]! + Clause.literals || pool < 2 * poolReserve(m)) this.makeRoom();
  }

  /** Makes room for one more learnt clause of any size and for the watches of one more visit. */
  private makeRoom(): void {
    const { m } = this;
    m.reserve({ arena: m.words[Word.arenaTop]! + 2 * (m.words[Word.variables]! + Clause.literals) });
    if (m.words[Word.poolLimit]! - m.words[Word.poolTop]! < 2 * poolReserve(m)) this.rewatch();
  }

  /** Watches the clauses added since the last call: one by one when they are few and there is room. */
  private watchNew(): void {
    const { m, unwatched } = this;
    const top = m.words[Word.arenaTop]!;
    const hasRoom = m.words[Word.poolLimit]! - m.words[Word.poolTop]! >= 2 * poolReserve(m);
    if (!hasRoom || 4 * (top - unwatched) > top) {
      this.rewatch();
      return;
    }
    for (let ref = unwatched; ref < top; ref += Clause.literals + m.arena[ref]!) {
      if (m.arena[ref + Clause.size]! >= 2) watchClause(m, ref);
    }
    this.unwatched = 0;
  }

  private rewatch(): void {
    const { m } = this;
    m.reserve({ pool: rewatchSize(m) + 2 * poolReserve(m) });
    this.kernel.rewatch();
    this.unwatched = 0;
  }

  private assume(assumptions: readonly number[]): void {
    const { m } = this;
    if (assumptions.length > 0) this.checkWhole();
    m.reserve({ assumptions: assumptions.length });
    for (const [i, literal] of assumptions.entries()) {
      checkLiteral(literal, this.variables);
      m.assumptions[i] = codeOf(literal);
    }
    m.words[Word.assumptions] = assumptions.length;
  }

  /** Clauses and assumptions could name variables that are gone. */
  private checkWhole(): void {
    if (this.inprocessing?.hasSimplified !== true) return;
    throw new Fault('sat/late-clause', 'the formula was simplified: it takes no more clauses and no assumptions');
  }

  private refute(conflict: number, stats: () => SolveStats): SolveResult {
    this.isRefuted = true;
    this.log?.refuted(this.m, conflict);
    return { status: 'unsat', core: [], stats: stats() };
  }

  private fail(stats: () => SolveStats): SolveResult {
    const { assumptions, reasons, units } = failedCore(this.m);
    const core = assumptions.map(literalOf);
    const contradict = core.length === 2 && core[0] === -core[1]!;
    if (!contradict) {
      this.log?.failed(
        this.m,
        core.map((literal) => -literal),
        reasons,
        units,
      );
    }
    return { status: 'unsat', core, stats: stats() };
  }

  private model(): Uint8Array {
    const model = new Uint8Array(this.variables + 1);
    for (let v = 0; v < this.variables; v += 1) model[v + 1] = this.m.value[2 * v]! > 0 ? 1 : 0;
    this.inprocessing?.extend(model);
    return model;
  }

  private counts(): SolveStats {
    const { reals } = this.m;
    return {
      conflicts: reals[Real.conflicts]!,
      decisions: reals[Real.decisions]!,
      propagations: reals[Real.propagations]!,
      restarts: this.restarts,
      reductions: this.reductions,
    };
  }

  private since(begun: SolveStats): SolveStats {
    const now = this.counts();
    return {
      conflicts: now.conflicts - begun.conflicts,
      decisions: now.decisions - begun.decisions,
      propagations: now.propagations - begun.propagations,
      restarts: now.restarts - begun.restarts,
      reductions: now.reductions - begun.reductions,
    };
  }

  private shuffleNew(before: number, heapSize: number, rng: ReturnType<typeof createRng>): void {
    const { heap, heapAt } = this.m;
    const count = this.m.words[Word.variables]! - before;
    const order = rng.shuffle(Array.from({ length: count }, (_, i) => before + i));
    for (const [i, variable] of order.entries()) {
      heap[heapSize + i] = variable;
      heapAt[variable] = heapSize + i;
    }
  }
}

/** How many learnt clauses to gather at first: as many as a small formula has, and a quarter of what a large one has. */
function firstReduction(clauses: number): number {
  return Math.max(200, Math.min(clauses, 2000 + clauses / 4));
}

/** Counts the clauses; a literal past the variables or a clause without its zero is a fault. */
function checkClauses(clauses: Int32Array, variables: number): number {
  let count = 0;
  for (let i = 0; i < clauses.length; i += 1) {
    const literal = clauses[i]!;
    if (literal === 0) count += 1;
    else if (literal > variables || literal < -variables) checkLiteral(literal, variables);
  }
  if (clauses.length > 0 && clauses[clauses.length - 1] !== 0) {
    throw new Fault('sat/open-clause', `the last clause ends with ${clauses.at(-1)}, not with 0`);
  }
  return count;
}

function checkLiteral(literal: number, variables: number): void {
  if (Number.isInteger(literal) && literal !== 0 && Math.abs(literal) <= variables) return;
  throw new Fault('sat/bad-literal', `literal ${literal} is not one of ±1 … ±${variables}`, {
    details: { literal, variables },
  });
}

/** A solver of its own memory; reuse it with `reset`. */
export function createSolver(options: SolverOptions = {}): Solver {
  return new Solver(options);
}
