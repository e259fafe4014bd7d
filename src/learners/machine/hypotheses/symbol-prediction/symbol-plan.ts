import type { CircuitBuilder, Edge } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import type { FacePorts } from '#foundation/contracts/words';
import { planesFor } from '../../representation/macros/planes-for.ts';
import type { Bit } from '../../plans/programs/program-plan.ts';
import { cut, linesOf, pick } from '../list-reader.ts';
import { PlanMaker, type ThinkPlan } from '../think-plan.ts';
import { placesOf } from '../word-view.ts';
import type { ContextNode } from './context-tree.ts';
import type { SymbolBinding } from './symbol-binding.ts';

/** Contexts of symbols, and the weights after each. */
export interface SymbolHypothesis {
  readonly binding: SymbolBinding;
  readonly nodes: readonly ContextNode[];
}

/** Contexts that one part matches at most. */
const NODES_PER_PART = 256;

/** Contexts as a machine: the newest symbols are read, the longest context that matches is marked, and its weights are written. */
export function symbolPlan({ binding, nodes }: SymbolHypothesis, face: FacePorts): ThinkPlan {
  const plan = new PlanMaker({ inputs: face.observation.width, outputs: face.action.width });
  const depth = nodes.reduce((deepest, { context }) => Math.max(deepest, context.length), 0);
  const newest = newestSymbols(plan, binding, face, depth);
  const marks = plan.word(nodes.length);
  const tree = treeOf(nodes);
  const { values } = face.observation.ports[binding.tokens]!;
  for (let first = 0; first < nodes.length; first += NODES_PER_PART) {
    const some = marks.slice(first, first + NODES_PER_PART);
    plan.part(`match-${first}`, newest, [some], (builder, given) => {
      const isAt = new ContextMatcher(builder, given, nodes, values + 1);
      return [
        some.map((_, i) => {
          const longer = tree.get(first + i)!.map((child) => isAt.matches(child));
          return builder.and(isAt.matches(first + i), builder.not(builder.orAll(longer)));
        }),
      ];
    });
  }
  const port = face.action.ports[binding.weights]!;
  for (const [symbol, place] of placesOf(port).entries()) {
    const speaking = nodes.flatMap(({ weights }, i) => (weights[symbol]! > 0 ? [i] : []));
    plan.part(
      `weigh-${symbol}`,
      [speaking.map((i) => marks[i]!)],
      [plan.output(place, port.width)],
      (builder, [given]) => [
        Array.from({ length: port.width }, (_, bit) =>
          builder.orAll(given!.filter((_mark, k) => ((nodes[speaking[k]!]!.weights[symbol]! >>> bit) & 1) === 1)),
        ),
      ],
    );
  }
  return plan.build(1);
}

/** The newest symbols, each as a word; one past the symbols where there is none. */
function newestSymbols(
  plan: PlanMaker,
  { tokens, newest }: SymbolBinding,
  { observation }: FacePorts,
  depth: number,
): Bit[][] {
  const port = observation.ports[tokens]!;
  const repeat = port.repeats[0]!;
  const width = planesFor(port.values + 1);
  const found = Array.from({ length: depth }, () => plan.word(width));
  const list = placesOf(port).map((place) => plan.input(place, port.width));
  const length = repeat.length === undefined ? undefined : observation.ports[repeat.length]!;
  const marks =
    repeat.mark === undefined ? [] : placesOf(observation.ports[repeat.mark]!).map((at) => plan.input(at, 1));
  const lengthBits = length === undefined ? [] : plan.input(length.offset, length.width);
  plan.part('newest', [lengthBits, marks.flat(), list.flat()], found, (builder, [end, past, all]) => {
    // Line n: the list has n items.
    const lines =
      length === undefined ? endLines(builder, past!, repeat.count) : linesOf(builder, end!, repeat.count + 1);
    const items = cut(all!, port.width).map((item): Word => [...item, ...words.constant(width - port.width, 0)]);
    const none = words.constant(width, port.values);
    return found.map((_, back) => {
      const choices = lines.map((_line, n): Word => {
        const at = newest === 'last' ? n - 1 - back : back;
        return at >= 0 && back < n ? items[at]! : none;
      });
      return pick(builder, lines, choices);
    });
  });
  return found;
}

function endLines(builder: CircuitBuilder, past: Word, count: number): Edge[] {
  const before = (n: number): Edge => builder.andAll(past.slice(0, n).map((mark) => builder.not(mark)));
  return Array.from({ length: count + 1 }, (_, n) => (n === count ? before(n) : builder.and(before(n), past[n]!)));
}

/** The children of each context: those that lengthen it by one symbol. */
function treeOf(nodes: readonly ContextNode[]): Map<number, number[]> {
  const places = new Map(nodes.map(({ context }, i) => [context.join(), i]));
  const children = new Map<number, number[]>(nodes.map((_, i) => [i, []]));
  for (const [i, { context }] of nodes.entries()) {
    if (context.length > 0) children.get(places.get(context.slice(0, -1).join())!)!.push(i);
  }
  return children;
}

/** Whether contexts match, each test built once. */
class ContextMatcher {
  private readonly builder: CircuitBuilder;
  private readonly nodes: readonly ContextNode[];
  private readonly lines: readonly Edge[][];
  private readonly made = new Map<string, Edge>();

  constructor(builder: CircuitBuilder, newest: readonly Word[], nodes: readonly ContextNode[], values: number) {
    this.builder = builder;
    this.nodes = nodes;
    this.lines = newest.map((word) => linesOf(builder, word, values));
  }

  matches(node: number): Edge {
    return this.matchesContext(this.nodes[node]!.context);
  }

  private matchesContext(context: readonly number[]): Edge {
    const key = context.join();
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const depth = context.length - 1;
    const edge =
      depth < 0
        ? this.builder.andAll([])
        : this.builder.and(this.matchesContext(context.slice(0, -1)), this.lines[depth]![context[depth]!]!);
    this.made.set(key, edge);
    return edge;
  }
}
