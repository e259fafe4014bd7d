import { Fault } from '#foundation/kernel';
import type { MachineKnobs } from '../machine/knobs.ts';
import { planeMapOf, planeName } from '../machine/plane-map.ts';

/** ROUTE, the policy and the experts it picks. A class or shard that is not given is that of the step. */
export interface RouteNode {
  readonly kind: 'route';
  readonly class?: number;
  readonly shard?: number;
  readonly next: number;
}

/** One expert, whatever its class, in the lanes where its guard holds. */
export interface ExpertNode {
  readonly kind: 'expert';
  readonly expert: string;
  readonly next: number;
}

/** Each lane goes on by its own bit of a plane. */
export interface BranchNode {
  readonly kind: 'branch';
  readonly plane: number;
  readonly whenTrue: number;
  readonly whenFalse: number;
}

export type GraphNode = RouteNode | ExpertNode | BranchNode | { readonly kind: 'end' };

/**
 * The control flow of one step. Lanes begin at node 0; an edge leads to a node of a higher number, so there is no way back
 * within a step, and every node is passed at most once.
 */
export interface StepGraph {
  readonly nodes: readonly GraphNode[];
}

/** What a machine does unless told otherwise. */
export const routeThenEnd: StepGraph = { nodes: [{ kind: 'route', next: 1 }, { kind: 'end' }] };

/** Whether a graph is `routeThenEnd`, which a machine runs without walking it. */
export function isRouteThenEnd({ nodes }: StepGraph): boolean {
  const [first, last] = nodes;
  const isPlain = first?.kind === 'route' && first.class === undefined && first.shard === undefined;
  return nodes.length === 2 && isPlain && last?.kind === 'end';
}

/** A copy that nobody else can change, with what is not given left out. */
export function copyOfGraph({ nodes }: StepGraph): StepGraph {
  return { nodes: nodes.map(copyOfNode) };
}

function copyOfNode(node: GraphNode): GraphNode {
  if (node.kind !== 'route') return { ...node };
  const { kind, next, class: among, shard } = node;
  return { kind, ...(among === undefined ? {} : { class: among }), ...(shard === undefined ? {} : { shard }), next };
}

/** Where a lane can go from a node, by the name of the field that says so. */
function exitsOf(node: GraphNode): readonly (readonly [field: string, to: number])[] {
  switch (node.kind) {
    case 'route':
    case 'expert':
      return [['next', node.next]];
    case 'branch':
      return [
        ['whenTrue', node.whenTrue],
        ['whenFalse', node.whenFalse],
      ];
    case 'end':
      return [];
  }
}

/** Throws unless the graph fits the machine; the fault names the node and the field. */
export function requireGraph({ nodes }: StepGraph, knobs: MachineKnobs, hasExpert: (id: string) => boolean): void {
  if (nodes.length === 0 || nodes.length > knobs.graphNodes) {
    throw badGraph(nodes.length, 'nodes', `${nodes.length} nodes where 1 to ${knobs.graphNodes} belong`);
  }
  const isReached = new Uint8Array(nodes.length);
  isReached[0] = 1;
  for (const [number, node] of nodes.entries()) {
    requireNode(number, node, knobs, hasExpert);
    if (isReached[number] === 0) throw badGraph(number, 'kind', 'no edge leads to it');
    for (const [field, to] of exitsOf(node)) {
      if (!(Number.isInteger(to) && to < nodes.length)) throw badGraph(number, field, `there is no node ${to}`);
      if (to <= number) throw badGraph(number, field, `node ${to} is not after it, and a step has no way back`);
      isReached[to] = 1;
    }
  }
}

function requireNode(number: number, node: GraphNode, knobs: MachineKnobs, hasExpert: (id: string) => boolean): void {
  switch (node.kind) {
    case 'route':
      for (const field of ['class', 'shard'] as const) {
        const value = node[field] ?? 0;
        if (!(Number.isInteger(value) && value >= 0 && value < 65536)) {
          throw badGraph(number, field, `${value} is not a whole number from 0 to 65535`);
        }
      }
      return;
    case 'expert':
      if (!hasExpert(node.expert)) throw badGraph(number, 'expert', `there is no expert ${node.expert}`);
      return;
    case 'branch':
      if (planeName(planeMapOf(knobs), node.plane) === undefined) {
        throw badGraph(number, 'plane', `plane ${node.plane} does not exist`);
      }
      return;
    case 'end':
      return;
    default:
      throw badGraph(number, 'kind', 'it is not route, expert, branch or end');
  }
}

function badGraph(node: number, field: string, message: string): Fault {
  return new Fault('bem/bad-graph', `node ${node}, ${field}: ${message}`, { details: { node, field } });
}
