import { type CircuitBuilder, type Edge, FALSE, TRUE } from '#logic/circuit/graph';
import { runSymbolically } from './run-symbolically.ts';
import type { Structure } from './step-program.ts';

/** Whether the whole step can be written down: every ROUTE of the graph is plain and always picks the same. */
export function isFixed({ graph, stage }: Structure): boolean {
  return graph.nodes.every(
    (node) => node.kind !== 'route' || (stage !== undefined && node.class === undefined && node.shard === undefined),
  );
}

/**
 * Planes after a whole step, as edges: node by node, each for the lanes that get there. A lane passes nodes in ascending order, so one
 * pass tells all ways apart.
 */
export function runGraph(
  builder: CircuitBuilder,
  { graph, stage = [], experts }: Structure,
  before: readonly Edge[],
): Edge[] {
  const reached = new Array<Edge>(graph.nodes.length).fill(FALSE);
  reached[0] = TRUE;
  let now = [...before];
  const arrive = (at: number, lanes: Edge): void => {
    reached[at] = builder.or(reached[at]!, lanes);
  };
  for (const [number, node] of graph.nodes.entries()) {
    const here = reached[number]!;
    if (node.kind === 'end') continue;
    if (node.kind === 'branch') {
      arrive(node.whenTrue, builder.and(here, now[node.plane]!));
      arrive(node.whenFalse, builder.and(here, builder.not(now[node.plane]!)));
      continue;
    }
    const run = node.kind === 'route' ? stage : experts.filter(({ id }) => id === node.expert);
    const after = runSymbolically(builder, run, now);
    now = now.map((edge, plane) => builder.mux(here, after[plane]!, edge));
    arrive(node.next, here);
  }
  return now;
}
