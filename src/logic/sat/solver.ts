import { Fault } from '#foundation/kernel';
import { checkClauses, checkLiteral } from './check-clauses.ts';
import type { Cnf } from './cnf.ts';
import { failedCore } from './failed-core.ts';
import { createKernel } from './wasm/create-kernel.ts';
import { codeOf, literalOf } from './literal.ts';
import { Clause, firstClause, type Memory, Real, Word } from './memory.ts';
import { openVariables } from './open-variables.ts';
import { ProofLog } from './proof/log-proof.ts';
import { ProofTrace } from './proof/proof-trace.ts';
import { scheduleRestart } from './restart.ts';
import { backtrack } from './state/backtrack.ts';
import type { Kernel } from './kernel.ts';
import { Inprocessing } from './inprocess/inprocess.ts';
import { Stop } from './kernel.ts';
import { Upkeep } from './upkeep.ts';

/** How a solver is made. */
export interface SolverOptions {
  /** Orders and phases to begin with: 0 is the plain order. Equal seeds give equal searches. */
  readonly seed?: number;
  /** Whether to keep a proof. */
  readonly proof?: boolean;
  /** What runs the search in place of the kernel in WebAssembly. */
  readonly kernel?: Kernel;
  /**
   * Whether clauses are simplified: subsumption and variable elimination once, in a call without assumptions, and
   * vivification from then on. After the elimination the solver takes no more clauses and no assumptions.
   */
  readonly inprocess?: boolean;
  /** Conflicts before the first simplification: most formulas are solved sooner than they are simplified. */
  readonly inprocessAfter?: number;
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
  private readonly upkeep: Upkeep;
  private isRefuted = false;
  private restarts = 0;
  private reductions = 0;

  constructor(options: SolverOptions = {}) {
    this.kernel = options.kernel ?? createKernel();
    this.m = this.kernel.memory;
    this.seed = options.seed ?? 0;
    this.log = options.proof === true ? new ProofLog(new ProofTrace()) : undefined;
    this.inprocessing = options.inprocess === true ? new Inprocessing(options.inprocessAfter) : undefined;
    this.upkeep = new Upkeep(this.kernel, this.log, this.inprocessing);
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
    this.upkeep.clear();
    this.isRefuted = false;
    this.restarts = 0;
    this.reductions = 0;
    scheduleRestart(m, 1, restartInterval);
  }

  /** Makes sure that variables 1 … count exist. */
  addVariables(count: number): void {
    openVariables(this.m, count, this.seed);
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
    this.upkeep.willLoad();
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
    this.upkeep.watchNew();
    this.upkeep.simplifyIfDue();
    if (this.upkeep.isRefuted || m.words[Word.conflict] !== 0) return this.refute(m.words[Word.conflict]!, stats);
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
        if (this.upkeep.isRefuted || m.words[Word.conflict] !== 0) return this.refute(m.words[Word.conflict]!, stats);
      }
    }
  }

  /** Does what the search cannot do itself. */
  private attend(stop: number): void {
    const { m } = this;
    if (stop === Stop.learnt) this.log?.learnt(m);
    else if (stop === Stop.outOfSpace) this.upkeep.makeRoom();
    else if (stop === Stop.restart) {
      this.restarts += 1;
      backtrack(m, 0);
      scheduleRestart(m, this.restarts + 1, restartInterval);
      this.upkeep.simplifyIfDue();
    } else if (stop === Stop.reduce) {
      this.reductions += 1;
      this.upkeep.reduce();
      m.reals[Real.reduceLearnts]! *= reduceGrowth;
    }
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
    if (!this.upkeep.isRefuted) this.log?.refuted(this.m, conflict);
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
}

/** How many learnt clauses to gather at first: as many as a small formula has, and a quarter of what a large one has. */
function firstReduction(clauses: number): number {
  return Math.max(200, Math.min(clauses, 2000 + clauses / 4));
}

/** A solver of its own memory; reuse it with `reset`. */
export function createSolver(options: SolverOptions = {}): Solver {
  return new Solver(options);
}
