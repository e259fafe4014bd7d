import { type Circuit, evaluateOnce } from '#logic/circuit/graph';
import { tableValue, type TruthTable } from '#logic/circuit/tables';
import { Fault } from '#foundation/kernel';
import { cnfOf, countClauses, createSolver, solve, writeDimacs, writeProof } from '#logic/sat';
import type { Refutation } from '../certify/proof-material.ts';
import { cegis, type Proposal, type Verification } from './cegis.ts';
import { type ClauseSink, ExactEncoding, type Row } from './exact-encoding.ts';

export interface SynthesisOptions {
  /** Sizes tried: 0 … maxGates. */
  readonly maxGates?: number;
  /** Conflicts for all sizes together. */
  readonly maxConflicts?: number;
  /** Also proves that one gate less is not enough. */
  readonly prove?: boolean;
}

/** What is asked for: whole truth tables, rows of them, or whatever a verifier accepts. */
export type Specification =
  | { readonly tables: readonly TruthTable[] }
  | { readonly rows: readonly Row[] }
  | {
      readonly inputs: number;
      readonly outputs: number;
      readonly verify: (candidate: Circuit) => Verification<Row, unknown>;
    };

export type Synthesised = {
  /** Rows that the search needed; with them alone no smaller circuit is possible. */
  readonly rows: readonly Row[];
  readonly conflicts: number;
} & (
  | {
      readonly answer: 'found';
      readonly circuit: Circuit;
      readonly gates: number;
      /** That no circuit of one gate less agrees with the rows; only with `prove`, and only from one gate on. */
      readonly minimality?: Refutation;
    }
  /** No circuit of at most `maxGates` gates. */
  | { readonly answer: 'none' }
  | { readonly answer: 'unknown'; readonly why: string }
);

/**
 * The smallest circuit of ANDs and XORs, complements being free, that meets a specification: sizes from 0 on, each an
 * instance of CEGIS whose proposer is a SAT solver and whose examples are rows.
 *
 * @source Kojevnikov, Kulikov & Yaroslavtsev, SAT 2009; rows on demand: Haaswijk, Mishchenko, Soeken & De Micheli, TCAD 2020
 */
export function synthesise(specification: Specification, options: SynthesisOptions = {}): Synthesised {
  const { maxGates = 12, maxConflicts = Infinity, prove = false } = options;
  const { inputs, outputs, verify } = problemOf(specification);
  let rows: readonly Row[] = [];
  let conflicts = 0;
  for (let gates = 0; gates <= maxGates; gates += 1) {
    if (gates > 0 && inputs < 2) break;
    const shape = { inputs, outputs, gates };
    const proposer = new Proposer(shape, () => maxConflicts - conflicts);
    const result = cegis({
      examples: rows,
      propose: (all) => {
        const proposal = proposer.propose(all);
        conflicts += proposer.lastConflicts;
        return proposal;
      },
      verify,
      agrees,
    });
    const smaller = rows;
    rows = result.examples;
    if (result.answer === 'unknown') return { answer: 'unknown', why: result.why, rows, conflicts };
    if (result.answer === 'none') continue;
    const minimality = prove && gates > 0 ? proveTooFew({ ...shape, gates: gates - 1 }, smaller) : undefined;
    return {
      answer: 'found',
      circuit: result.candidate,
      gates,
      rows,
      conflicts,
      ...(minimality === undefined ? {} : { minimality }),
    };
  }
  return { answer: 'none', rows, conflicts };
}

interface Shape {
  readonly inputs: number;
  readonly outputs: number;
  readonly gates: number;
}

/** Circuits of one size that agree with the rows, from one solver that learns rows as they come. */
class Proposer {
  private readonly solver = createSolver();
  private readonly encoding: ExactEncoding;
  private readonly conflictsLeft: () => number;
  private known = 0;
  lastConflicts = 0;

  constructor(shape: Shape, conflictsLeft: () => number) {
    this.encoding = new ExactEncoding(this.solver, shape);
    this.conflictsLeft = conflictsLeft;
  }

  propose(rows: readonly Row[]): Proposal<Circuit> {
    for (; this.known < rows.length; this.known += 1) this.encoding.addRow(rows[this.known]!);
    const answer = this.solver.solve({ maxConflicts: Math.max(0, this.conflictsLeft()) });
    this.lastConflicts = answer.stats.conflicts;
    if (answer.status === 'sat') return { answer: 'candidate', candidate: this.encoding.circuitOf(answer.model) };
    if (answer.status === 'unsat') return { answer: 'none' };
    return { answer: 'unknown', why: `limit reached: ${answer.why}` };
  }
}

function agrees(circuit: Circuit, { inputs, outputs }: Row): boolean {
  const values = evaluateOnce(circuit, inputs);
  return outputs.every((wanted, h) => wanted === undefined || wanted === values[h]);
}

interface Problem {
  readonly inputs: number;
  readonly outputs: number;
  readonly verify: (candidate: Circuit) => Verification<Row, unknown>;
}

function problemOf(specification: Specification): Problem {
  if ('verify' in specification) return specification;
  const rows = 'rows' in specification ? specification.rows : rowsOf(specification.tables);
  const first = rows[0];
  if (first === undefined) throw new Fault('verify/bad-specification', 'a specification without rows');
  const [inputs, outputs] = [first.inputs.length, first.outputs.length];
  for (const [at, row] of rows.entries()) {
    if (row.inputs.length !== inputs || row.outputs.length !== outputs) {
      throw new Fault(
        'verify/bad-specification',
        `row ${at} has ${row.inputs.length} inputs and ${row.outputs.length} outputs`,
      );
    }
  }
  const verify = (candidate: Circuit): Verification<Row, undefined> => {
    const wrong = rows.find((row) => !agrees(candidate, row));
    if (wrong === undefined) return { answer: 'correct', evidence: undefined };
    return { answer: 'wrong', counterexample: wrong };
  };
  return { inputs, outputs, verify };
}

function rowsOf(tables: readonly TruthTable[]): Row[] {
  const inputs = tables[0]?.inputs ?? 0;
  if (tables.some((table) => table.inputs !== inputs)) {
    throw new Fault('verify/bad-specification', `tables of ${tables.map((table) => table.inputs).join(', ')} inputs`);
  }
  return Array.from({ length: tables.length === 0 ? 0 : 2 ** inputs }, (_, x) => ({
    inputs: Array.from({ length: inputs }, (_unused, i) => ((x >> i) & 1) === 1),
    outputs: tables.map((table) => tableValue(table, x)),
  }));
}

/** Clauses in a list. */
class ClauseList implements ClauseSink {
  variables = 0;
  readonly clauses: (readonly number[])[] = [];

  addVariables(count: number): void {
    this.variables = Math.max(this.variables, count);
  }

  addClause(literals: readonly number[]): void {
    this.clauses.push(literals);
  }
}

/** The refutation of "so many gates in the searched form suffice for these rows", found once more by a solver that writes a proof. */
function proveTooFew(shape: Shape, rows: readonly Row[]): Refutation | undefined {
  const list = new ClauseList();
  const encoding = new ExactEncoding(list, shape);
  for (const row of rows) encoding.addRow(row);
  const cnf = cnfOf(list.variables, list.clauses);
  const answer = solve(cnf, { proof: true });
  if (answer.status !== 'unsat') return undefined;
  return {
    cnf: new TextEncoder().encode(writeDimacs(cnf)),
    proof: writeProof(answer.proof, 'lrat'),
    variables: cnf.variables,
    clauses: countClauses(cnf),
  };
}
