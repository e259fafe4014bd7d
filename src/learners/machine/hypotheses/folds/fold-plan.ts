import { type CircuitBuilder, type Edge, FALSE, TRUE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import type { FacePorts, WordPort } from '#foundation/contracts/words';
import { invariant } from '#foundation/kernel';
import type { Bit } from '../../plans/programs/program-plan.ts';
import { PlanMaker, type ThinkPlan } from '../think-plan.ts';
import { placesOf } from '../word-view.ts';
import type { FoldHypothesis, Join, Mix, Sides } from './fold-hypothesis.ts';

/** Lists folded by one part: a part is a circuit of bounded size. */
const LISTS_PER_PART = 16;

/** Folds as a machine: one valuation per think-step, counted up, and what was seen of all of them so far. */
export function foldPlan(
  { lists, answer, sides, inner, outer, mix, quest }: FoldHypothesis,
  face: FacePorts,
): ThinkPlan {
  const { ports } = face.observation;
  const things = Math.max(...sides.thing) + 1;
  const plan = new PlanMaker({ inputs: face.observation.width, outputs: face.action.width });
  const valuation = plan.word(things);
  const folded = lists.map((index, i) =>
    foldParts(plan, ports[index]!, ports, { valuation, sides, inner, outer, name: `list-${i}` }),
  );
  const [some] = plan.word(1);
  const [miss] = plan.word(1);
  const port = face.action.ports[answer]!;
  plan.part(
    'judge',
    [valuation, folded, [some!], [miss!]],
    [valuation, [some!], [miss!], plan.output(port.offset, port.width)],
    (builder, [now, given, before, missed]) => {
      const holds = mixedEdge(builder, mix, given![0]!, given![1] ?? FALSE);
      const any = builder.or(before![0]!, holds);
      const lacks = builder.or(missed![0]!, builder.not(holds));
      const told = { some: any, none: builder.not(any), all: builder.not(lacks), 'not all': lacks }[quest];
      return [words.increment(builder, now!), [any], [lacks], [told]];
    },
  );
  return plan.build(2 ** things);
}

interface FoldOptions {
  readonly valuation: readonly Bit[];
  readonly sides: Sides;
  readonly inner: Join;
  readonly outer: Join;
  readonly name: string;
}

/** The fold of one list of lists under the valuation at hand, some lists at a time. */
function foldParts(plan: PlanMaker, port: WordPort, ports: readonly WordPort[], how: FoldOptions): Bit {
  const [outerRepeat, innerRepeat] = port.repeats;
  invariant(
    outerRepeat?.length === undefined && outerRepeat?.mark === undefined,
    'all lists of a list of lists are there',
  );
  const places = placesOf(port).map((place) => plan.input(place, port.width));
  const lengthPort = innerRepeat!.length === undefined ? undefined : ports[innerRepeat!.length]!;
  const lengths =
    lengthPort === undefined ? [] : placesOf(lengthPort).map((place) => plan.input(place, lengthPort.width));
  const [sum] = plan.word(1);
  for (let first = 0; first < outerRepeat!.count; first += LISTS_PER_PART) {
    const chosen = Array.from({ length: Math.min(LISTS_PER_PART, outerRepeat!.count - first) }, (_, i) => first + i);
    const items = chosen.map((i) => places.slice(i * innerRepeat!.count, (i + 1) * innerRepeat!.count));
    const ends = chosen.map((i) => lengths[i] ?? []);
    plan.part(
      `${how.name}-${first}`,
      [how.valuation, [sum!], items.flat(2), ends.flat()],
      [[sum!]],
      (builder, [values, before, symbols, tells]) => {
        const truth = how.sides.thing.map((thing, s) =>
          how.sides.other[s] === true ? builder.not(values![thing]!) : values![thing]!,
        );
        const start = first === 0 ? identity(how.outer) : before![0]!;
        const parts = chosen.map((_, i) => {
          const end = tells!.slice(i * (lengthPort?.width ?? 0), (i + 1) * (lengthPort?.width ?? 0));
          const edges = Array.from({ length: innerRepeat!.count }, (_item, j) => {
            const at = (i * innerRepeat!.count + j) * port.width;
            const value = choose(builder, symbols!.slice(at, at + port.width), truth);
            if (lengthPort === undefined) return value;
            const isIn = words.lessThan(builder, words.constant(end.length, j), end);
            return how.inner === 'and' ? builder.or(value, builder.not(isIn)) : builder.and(value, isIn);
          });
          return edges.reduce((a, b) => joined(builder, how.inner, a, b), identity(how.inner));
        });
        return [[parts.reduce((a, b) => joined(builder, how.outer, a, b), start)]];
      },
    );
  }
  return sum!;
}

/** The option that an index names, by its highest bit first; the last ones repeat where there are fewer than 2ʷ. */
function choose(builder: CircuitBuilder, index: Word, options: readonly Edge[]): Edge {
  const top = index.at(-1);
  if (top === undefined || options.length <= 1) return options[0] ?? FALSE;
  const half = 2 ** (index.length - 1);
  const low = choose(builder, index.slice(0, -1), options.slice(0, half));
  if (options.length <= half) return low;
  const high = choose(builder, index.slice(0, -1), options.slice(half));
  return builder.xor(low, builder.and(top, builder.xor(low, high)));
}

function identity(kind: Join): Edge {
  return kind === 'and' ? TRUE : FALSE;
}

function joined(builder: CircuitBuilder, kind: Join, a: Edge, b: Edge): Edge {
  if (kind === 'or') return builder.or(a, b);
  return kind === 'and' ? builder.and(a, b) : builder.xor(a, b);
}

function mixedEdge(builder: CircuitBuilder, kind: Mix, a: Edge, b: Edge): Edge {
  switch (kind) {
    case 'first':
      return a;
    case 'first without second':
      return builder.and(a, builder.not(b));
    case 'second without first':
      return builder.and(b, builder.not(a));
    case 'and':
    case 'or':
    case 'xor':
      return joined(builder, kind, a, b);
  }
}
