import type { GraphNode } from '../step/step-graph.ts';
import type { Structure } from './step-program.ts';
import type { StructuralPatch } from './structural-patch.ts';

/** Names in the graph what ROUTE always picks, one node after the other, so that no lane needs a key. */
export function proposeUnroute({ graph, stage }: Structure): StructuralPatch | undefined {
  if (stage === undefined || !graph.nodes.some(({ kind }) => kind === 'route')) return undefined;
  const nodes: GraphNode[] = stage.map(({ id }, i) => ({ kind: 'expert', expert: id, next: i + 1 }));
  return { kind: 'cfg-edit', removes: [], puts: [], graph: { nodes: [...nodes, { kind: 'end' }] } };
}

/** Leaves out a node whose work nobody needs, or everybody has done already; the proof says whether that is so. */
export function proposeSkip({ graph }: Structure, skipped: number): StructuralPatch | undefined {
  const gone = graph.nodes[skipped];
  if (gone?.kind !== 'expert') return undefined;
  const renumber = (to: number): number =>
    (to === skipped ? gone.next : to) - ((to === skipped ? gone.next : to) > skipped ? 1 : 0);
  const nodes = graph.nodes
    .filter((_, number) => number !== skipped)
    .map((node): GraphNode => {
      if (node.kind === 'end') return node;
      if (node.kind === 'branch')
        return { ...node, whenTrue: renumber(node.whenTrue), whenFalse: renumber(node.whenFalse) };
      return { ...node, next: renumber(node.next) };
    });
  return { kind: 'cfg-edit', removes: [], puts: [], graph: { nodes } };
}
