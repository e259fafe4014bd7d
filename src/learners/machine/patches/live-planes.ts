import type { Expert } from '../representation/machine/expert.ts';
import type { Structure } from './step-program.ts';

/**
 * Planes whose value before a step can matter to it: read, guarded on or branched on along some way through the graph before
 * they are surely written. Nodes are numbered in the order they run, so one pass from the last to the first is enough.
 */
export function liveBefore({ graph, stage = [], experts }: Structure): Set<number> {
  const live: Set<number>[] = [];
  for (let number = graph.nodes.length - 1; number >= 0; number -= 1) {
    const node = graph.nodes[number]!;
    switch (node.kind) {
      case 'end':
        live[number] = new Set();
        break;
      case 'branch':
        live[number] = new Set([node.plane, ...live[node.whenTrue]!, ...live[node.whenFalse]!]);
        break;
      case 'expert':
        live[number] = through(
          live[node.next]!,
          experts.filter(({ id }) => id === node.expert),
        );
        break;
      case 'route':
        live[number] = through(live[node.next]!, stage);
        break;
    }
  }
  return live[0]!;
}

/** What is live before some experts, given what is after them. Guards are looked at first; a guarded write may not happen. */
function through(after: ReadonlySet<number>, run: readonly Expert[]): Set<number> {
  const live = new Set(after);
  for (const { reads, writes, guard = [] } of run.toReversed()) {
    if (guard.length === 0) for (const plane of writes) live.delete(plane);
    for (const plane of reads) live.add(plane);
  }
  for (const { guard = [] } of run) for (const { plane } of guard) live.add(plane);
  return live;
}
