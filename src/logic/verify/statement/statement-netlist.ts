import type { Circuit, Edge } from '#logic/circuit/graph';
import type { PlanePredicate, ProgramText, Statement } from '#foundation/contracts/certificates';
import { Fault } from '#foundation/kernel';
import { holdOne, requireOne, requirePlanes } from './hold-one.ts';
import { Netlist } from './netlist.ts';
import { runOver } from './run-over.ts';

/**
 * The circuit that a statement says is never true: over its inputs, or over the state planes and then the input planes of each step.
 *
 *     equal      care(x) ∧ ⋁ᵢ leftᵢ(x) ⊕ rightᵢ(x)
 *     triple     pre(s) ∧ ¬post(program(s, i))
 *     reach      init(s₀) ∧ ¬I(s_k),                       s_{j+1} = program(s_j, i_j)
 *     induction  ⋀_{j<k} I(s_j) ∧ ⋀ s_i ≠ s_j ∧ ¬I(s_k)
 *     same-step  pre(s) ∧ ⋀ ¬s_p ∧ ¬right(s)_p ∧ ⋁ left(s)_p ⊕ right(s)_p
 *
 * Order of the gates: circuits and programs as they are written here, then XORs, then conjunctions from left to right.
 *
 * @source Hoare 1969; Biere et al. 1999 (reach); Sheeran, Singh & Stålmarck 2000 (induction)
 */
export function statementNetlist(statement: Statement<Circuit>): Circuit {
  switch (statement.property) {
    case 'never':
      return neverNetlist(statement.circuit);
    case 'equal':
      return equalNetlist(statement);
    case 'triple': {
      const { netlist, states } = unroll(statement, 1);
      const pre = holdAll(netlist, statement.pre, states[0]!);
      const post = holdAll(netlist, statement.post, states[1]!);
      return netlist.build(netlist.and(pre, post ^ 1));
    }
    case 'reach': {
      const { netlist, states } = unroll(statement, statement.steps);
      const init = holdAll(netlist, statement.init, states[0]!);
      const kept = holdAll(netlist, statement.invariant, states[statement.steps]!);
      return netlist.build(netlist.and(init, kept ^ 1));
    }
    case 'induction':
      return inductionNetlist(statement);
    case 'same-step':
      return sameStepNetlist(statement);
  }
}

function neverNetlist(circuit: Circuit): Circuit {
  requireOne(circuit, 'the circuit');
  const netlist = new Netlist(circuit.inputCount);
  return netlist.build(netlist.apply(circuit, inputsOf(netlist, circuit.inputCount), 'the circuit')[0]!);
}

function equalNetlist({ left, right, care }: Extract<Statement<Circuit>, { property: 'equal' }>): Circuit {
  if (left.inputCount !== right.inputCount || left.outputs.length !== right.outputs.length) {
    throw new Fault(
      'verify/shapes-differ',
      `cannot compare ${left.inputCount} inputs, ${left.outputs.length} outputs with ${right.inputCount} inputs, ${right.outputs.length} outputs`,
    );
  }
  const netlist = new Netlist(left.inputCount);
  const x = inputsOf(netlist, left.inputCount);
  const a = netlist.apply(left, x, 'the left circuit');
  const b = netlist.apply(right, x, 'the right circuit');
  const differ = netlist.differ(a.map((edge, i) => [edge, b[i]!]));
  if (care === undefined) return netlist.build(differ);
  if (care.inputCount !== left.inputCount || care.outputs.length !== 1) {
    throw new Fault(
      'verify/shapes-differ',
      `a care set over ${left.inputCount} inputs has ${care.inputCount} inputs and ${care.outputs.length} outputs`,
    );
  }
  return netlist.build(netlist.and(netlist.apply(care, x, 'the care set')[0]!, differ));
}

function inductionNetlist(statement: Extract<Statement<Circuit>, { property: 'induction' }>): Circuit {
  const { steps, invariant } = statement;
  const { netlist, states } = unroll(statement, steps);
  const kept = states.map((state) => holdAll(netlist, invariant, state));
  const distinct = states.flatMap((a, i) =>
    states.slice(i + 1).map((b) => netlist.differ(a.slice(0, statement.planes.state).map((edge, p) => [edge, b[p]!]))),
  );
  return netlist.build(netlist.andAll([...kept.slice(0, steps), ...distinct, kept[steps]! ^ 1]));
}

function sameStepNetlist(statement: Extract<Statement<Circuit>, { property: 'same-step' }>): Circuit {
  const { planes, pre, left, right, observed, narrow = [] } = statement;
  requirePlanes('observed', observed, planes.state);
  requirePlanes('narrow', narrow, planes.state);
  const netlist = new Netlist(planes.state + planes.input);
  const s = inputsOf(netlist, planes.state + planes.input);
  const assumed = pre.map((each) => holdOne(netlist, each, s));
  const a = runOver(netlist, left, s, planes.state);
  const b = runOver(netlist, right, s, planes.state);
  const isNarrow = narrow.flatMap((plane) => [s[plane]! ^ 1, b[plane]! ^ 1]);
  const differ = netlist.differ(observed.map((plane) => [a[plane]!, b[plane]!]));
  return netlist.build(netlist.andAll([...assumed, ...isNarrow, differ]));
}

/** States s₀ … s_steps as edges; each state is followed by the inputs of the step that leaves it, where there is one. */
function unroll(
  { planes, program }: { readonly planes: { state: number; input: number }; readonly program: ProgramText<Circuit> },
  steps: number,
): { readonly netlist: Netlist; readonly states: readonly (readonly Edge[])[] } {
  const netlist = new Netlist(planes.state + steps * planes.input);
  const all = inputsOf(netlist, planes.state + steps * planes.input);
  const states: Edge[][] = [all.slice(0, planes.state)];
  for (let step = 0; step < steps; step += 1) {
    const from = planes.state + step * planes.input;
    const now = [...states[step]!, ...all.slice(from, from + planes.input)];
    states.push(runOver(netlist, program, now, planes.state).slice(0, planes.state));
  }
  return { netlist, states };
}

function inputsOf(netlist: Netlist, count: number): Edge[] {
  return Array.from({ length: count }, (_, i) => netlist.input(i));
}

function holdAll(netlist: Netlist, predicates: readonly PlanePredicate<Circuit>[], values: readonly Edge[]): Edge {
  return netlist.andAll(predicates.map((each) => holdOne(netlist, each, values)));
}
