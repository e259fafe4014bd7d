import { mapCircuits, type Statement, type StoredStatement } from '#foundation/contracts/certificates';
import type { Blobs } from '#foundation/contracts/ports';
import { BadStatement, Formula, type Signal } from './formula.ts';
import { readCircuit, type StoredCircuit, wire } from './stored-circuit.ts';
import { pick, Unfolding } from './unfold-program.ts';

/** Inputs over all steps. */
const MOST_INPUTS = 2 ** 20;

/** The formula that a stored statement stands for, in DIMACS, made from the statement and its circuits alone. */
export function encodeStatement(stored: StoredStatement, blobs: Blobs, ask?: () => void): Uint8Array {
  const read = new Map<string, StoredCircuit>();
  const statement = mapCircuits(stored, (hash) => {
    const circuit = read.get(hash) ?? readCircuit(hash, blobs);
    read.set(hash, circuit);
    return circuit;
  });
  const inputs = inputsOf(statement);
  if (inputs > MOST_INPUTS) throw new BadStatement(`it has ${inputs} inputs, and an audit encodes ${MOST_INPUTS}`);
  const formula = new Formula(inputs, ask);
  return formula.dimacs(violation(formula, statement));
}

function inputsOf(statement: Statement<StoredCircuit>): number {
  switch (statement.property) {
    case 'never':
      return statement.circuit.inputs;
    case 'equal':
      return statement.left.inputs;
    case 'triple':
    case 'same-step':
      return statement.planes.state + statement.planes.input;
    case 'reach':
    case 'induction':
      return statement.planes.state + statement.steps * statement.planes.input;
  }
}

function violation(formula: Formula, statement: Statement<StoredCircuit>): Signal {
  switch (statement.property) {
    case 'never':
      return one(wire(formula, statement.circuit, range(1, statement.circuit.inputs)));
    case 'equal':
      return unequal(formula, statement);
    case 'triple': {
      const [before, after] = states(formula, statement, 1);
      const unfolding = new Unfolding(formula, statement.planes.state);
      const isBefore = unfolding.testAll(statement.pre, before!);
      return formula.both(isBefore, -unfolding.testAll(statement.post, after!));
    }
    case 'reach': {
      const run = states(formula, statement, statement.steps);
      const unfolding = new Unfolding(formula, statement.planes.state);
      const begins = unfolding.testAll(statement.init, run[0]!);
      return formula.both(begins, -unfolding.testAll(statement.invariant, run.at(-1)!));
    }
    case 'induction': {
      const run = states(formula, statement, statement.steps);
      const unfolding = new Unfolding(formula, statement.planes.state);
      const kept = run.map((state) => unfolding.testAll(statement.invariant, state));
      const last = kept.pop()!;
      const apart: Signal[] = [];
      run.forEach((state, i) => {
        for (let j = i + 1; j < run.length; j += 1) apart.push(differ(formula, state, run[j]!));
      });
      return formula.all([...kept, ...apart, -last]);
    }
    case 'same-step':
      return otherStep(formula, statement);
  }
}

function unequal(
  formula: Formula,
  { left, right, care }: Extract<Statement<StoredCircuit>, { property: 'equal' }>,
): Signal {
  const x = range(1, left.inputs);
  const [a, b] = [wire(formula, left, x), wire(formula, right, x)];
  if (a.length !== b.length) throw new BadStatement(`circuits of ${a.length} and ${b.length} outputs cannot be equal`);
  const isOther = differ(formula, a, b);
  return care === undefined ? isOther : formula.both(one(wire(formula, care, x)), isOther);
}

function otherStep(formula: Formula, statement: Extract<Statement<StoredCircuit>, { property: 'same-step' }>): Signal {
  const { planes, pre, left, right, observed, narrow = [] } = statement;
  const unfolding = new Unfolding(formula, planes.state);
  const before = range(1, planes.state + planes.input);
  const conditions = pre.map((predicate) => unfolding.test(predicate, before));
  const [a, b] = [unfolding.run(left, before), unfolding.run(right, before)];
  for (const plane of narrow) conditions.push(-pick(before, [plane])[0]!, -pick(b, [plane])[0]!);
  return formula.all([...conditions, differ(formula, pick(a, observed), pick(b, observed))]);
}

/** The states of a run: each step reads inputs of its own. */
function states(
  formula: Formula,
  { planes, program }: Extract<Statement<StoredCircuit>, { property: 'triple' | 'reach' | 'induction' }>,
  steps: number,
): (readonly Signal[])[] {
  const unfolding = new Unfolding(formula, planes.state);
  const run: (readonly Signal[])[] = [range(1, planes.state)];
  for (let step = 0; step < steps; step += 1) {
    formula.spend(planes.state + planes.input);
    const inputs = range(planes.state + step * planes.input + 1, planes.input);
    run.push(unfolding.run(program, [...run[step]!, ...inputs]).slice(0, planes.state));
  }
  return run;
}

function differ(formula: Formula, a: readonly Signal[], b: readonly Signal[]): Signal {
  const pairs: Signal[] = [];
  for (let i = 0; i < a.length; i += 1) pairs.push(formula.unequal(a[i]!, b[i]!));
  return formula.some(pairs);
}

function one(signals: readonly Signal[]): Signal {
  if (signals.length !== 1) throw new BadStatement(`a predicate has one output, not ${signals.length}`);
  return signals[0]!;
}

function range(from: number, count: number): Signal[] {
  return Array.from({ length: count }, (_, i) => from + i);
}
