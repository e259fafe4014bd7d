import { type Circuit, type Edge, FALSE, TRUE } from '#logic/circuit/graph';
import type { ExpertText, GraphNodeText, ProgramText } from '#foundation/contracts/certificates';
import { Fault } from '#foundation/kernel';
import { holdOne, requirePlanes } from './hold-one.ts';
import type { Netlist } from './netlist.ts';

/**
 * The planes after a program, as edges over the planes before: the strongest post-condition. Branches are joined by
 * multiplexers, on the planes that a branch writes, in ascending order.
 *
 * @source King 1976, Symbolic execution and program testing
 */
export function runOver(
  netlist: Netlist,
  program: ProgramText<Circuit>,
  values: readonly Edge[],
  state: number,
): Edge[] {
  switch (program.kind) {
    case 'expert':
      return runExpert(netlist, program, { now: values, guarded: values, state });
    case 'sequence':
      return program.steps.reduce<Edge[]>((now, step) => runOver(netlist, step, now, state), [...values]);
    case 'stage':
      return program.experts.reduce<Edge[]>(
        (now, expert) => runExpert(netlist, expert, { now, guarded: values, state }),
        [...values],
      );
    case 'choice': {
      const condition = holdOne(netlist, program.when, values);
      const yes = runOver(netlist, program.whenTrue, values, state);
      const no = runOver(netlist, program.whenFalse, values, state);
      const after = [...values];
      for (const plane of writtenBy(program)) after[plane] = netlist.mux(condition, yes[plane]!, no[plane]!);
      return after;
    }
    case 'graph':
      return runGraph(netlist, program.nodes, values, state);
  }
}

interface Moment {
  readonly now: readonly Edge[];
  /** What guards are read of. */
  readonly guarded: readonly Edge[];
  readonly state: number;
}

function runExpert(netlist: Netlist, expert: ExpertText<Circuit>, { now, guarded, state }: Moment): Edge[] {
  const { reads, writes, body, guard } = expert;
  requirePlanes('an expert', reads, now.length);
  requirePlanes('an expert', writes, state);
  if (writes.length !== body.outputs.length || new Set(writes).size !== writes.length) {
    throw new Fault(
      'verify/bad-program',
      `an expert writes planes ${writes.join(', ')} with ${body.outputs.length} outputs`,
    );
  }
  const isGuarded: Edge | undefined = guard && holdOne(netlist, guard, guarded);
  const written = netlist.apply(
    body,
    reads.map((plane) => now[plane]!),
    'the body of an expert',
  );
  const after = [...now];
  for (const [i, plane] of writes.entries()) {
    after[plane] = isGuarded === undefined ? written[i]! : netlist.mux(isGuarded, written[i]!, now[plane]!);
  }
  return after;
}

/** Node by node, each for the lanes that get there: a lane passes nodes in ascending order, so one pass tells all ways apart. */
function runGraph(
  netlist: Netlist,
  nodes: readonly GraphNodeText<Circuit>[],
  values: readonly Edge[],
  state: number,
): Edge[] {
  const reached = nodes.map((_, i): Edge => (i === 0 ? TRUE : FALSE));
  let now = [...values];
  const arrive = (from: number, at: number, lanes: Edge): void => {
    if (!(at > from && at < nodes.length)) throw new Fault('verify/bad-program', `node ${from} leads to node ${at}`);
    reached[at] = netlist.or(reached[at]!, lanes);
  };
  for (const [number, node] of nodes.entries()) {
    const here = reached[number]!;
    if (node.kind === 'end') continue;
    if (node.kind === 'branch') {
      requirePlanes('a branch', [node.plane], now.length);
      arrive(number, node.whenTrue, netlist.and(here, now[node.plane]!));
      arrive(number, node.whenFalse, netlist.and(here, now[node.plane]! ^ 1));
      continue;
    }
    const after = runOver(netlist, node.program, now, state);
    const joined = [...now];
    for (const plane of writtenBy(node.program)) joined[plane] = netlist.mux(here, after[plane]!, now[plane]!);
    now = joined;
    arrive(number, node.next, here);
  }
  return now;
}

/** The planes that a program may write, ascending. */
function writtenBy(program: ProgramText<Circuit>): number[] {
  const found = new Set<number>();
  const visit = (text: ProgramText<Circuit>): void => {
    switch (text.kind) {
      case 'expert':
        for (const plane of text.writes) found.add(plane);
        return;
      case 'sequence':
        text.steps.forEach(visit);
        return;
      case 'stage':
        text.experts.forEach(visit);
        return;
      case 'choice':
        visit(text.whenTrue);
        visit(text.whenFalse);
        return;
      case 'graph':
        for (const node of text.nodes) if (node.kind === 'run') visit(node.program);
    }
  };
  visit(program);
  return [...found].sort((a, b) => a - b);
}
