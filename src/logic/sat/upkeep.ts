import type { Inprocessing } from './inprocess/inprocess.ts';
import { noSteps, type Steps } from './inprocess/steps.ts';
import { Clause, type Memory, Word } from './memory.ts';
import type { ProofLog } from './proof/log-proof.ts';
import { backtrack } from './state/backtrack.ts';
import { Propagated } from './kernel.ts';
import { poolReserve, rewatchSize } from './state/pool-room.ts';
import type { Kernel } from './kernel.ts';
import { watchClause } from './state/watch.ts';

/**
 * What a solver does between stretches of search: room for clauses and watches, forgetting, and simplification once the search
 * has had its first conflicts. A refutation is left in the header as a conflict, or told by `isRefuted`.
 *
 * @source Eén & Sörensson 2003 (MiniSat); Järvisalo, Heule & Biere 2012, Inprocessing rules
 */
export class Upkeep {
  private readonly m: Memory;
  private readonly kernel: Kernel;
  private readonly log: ProofLog | undefined;
  private readonly steps: Steps;
  private readonly inprocessing: Inprocessing | undefined;
  /** Where the clauses begin that are not watched yet; 0 when all are. */
  private unwatched = 0;
  /** Whether simplification derived the empty clause; its proof is logged. */
  isRefuted = false;

  constructor(kernel: Kernel, log: ProofLog | undefined, inprocessing: Inprocessing | undefined) {
    this.m = kernel.memory;
    this.kernel = kernel;
    this.log = log;
    this.steps = log?.stepsFor(this.m) ?? noSteps;
    this.inprocessing = inprocessing;
  }

  clear(): void {
    this.inprocessing?.clear();
    this.unwatched = 0;
    this.isRefuted = false;
  }

  /** Says that clauses will be loaded at the top of the arena. */
  willLoad(): void {
    if (this.unwatched === 0) this.unwatched = this.m.words[Word.arenaTop]!;
  }

  /** Watches the clauses loaded since the last call: one by one when they are few and there is room. */
  watchNew(): void {
    const { m, unwatched } = this;
    if (unwatched === 0) return;
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

  /** Makes room for one more learnt clause of any size and for the watches of one more visit. */
  makeRoom(): void {
    const { m } = this;
    m.reserve({ arena: m.words[Word.arenaTop]! + 2 * (m.words[Word.variables]! + Clause.literals) });
    if (m.words[Word.poolLimit]! - m.words[Word.poolTop]! < 2 * poolReserve(m)) this.rewatch();
  }

  /** Forgets the learnt clauses of least use; vivifies those that stay, once that is due. */
  reduce(): void {
    const { m, inprocessing } = this;
    const due = inprocessing?.isDue(m) === true ? inprocessing : undefined;
    if (due !== undefined) this.returnToRoot();
    this.kernel.reduce();
    this.dropDoomed();
    if (due !== undefined && m.words[Word.conflict] === 0) this.vivify(due);
  }

  /** Simplifies the original clauses when that is due: once, and never under assumptions. */
  simplifyIfDue(): void {
    const { m, inprocessing } = this;
    if (inprocessing === undefined || inprocessing.hasSimplified || !inprocessing.isDue(m)) return;
    if (m.words[Word.assumptions] !== 0) return;
    this.returnToRoot();
    if (m.words[Word.conflict] !== 0) return;
    this.isRefuted = inprocessing.simplify(m, this.steps);
    if (!this.isRefuted) this.rewatch();
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

  private vivify(inprocessing: Inprocessing): void {
    const { m } = this;
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

  private rewatch(): void {
    const { m } = this;
    m.reserve({ pool: rewatchSize(m) + 2 * poolReserve(m) });
    this.kernel.rewatch();
    this.unwatched = 0;
  }
}
