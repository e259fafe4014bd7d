import type { CircuitBuilder, Edge } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import type { FacePorts, WordPort } from '#foundation/contracts/words';
import { planesFor } from '../../representation/macros/planes-for.ts';
import type { Bit } from '../../plans/programs/program-plan.ts';
import { cut, linesOf, pick, resize } from '../list-reader.ts';
import { PlanMaker, type ThinkPlan } from '../think-plan.ts';
import { placesOf } from '../word-view.ts';
import { codesOf, type Feature } from './feature.ts';
import type { PolicyTree } from './policy-tree.ts';

/** What was learnt: the words looked at, and a tree over them whose leaves are actions. */
export interface ValueHypothesis {
  readonly features: readonly Feature[];
  readonly tree: PolicyTree;
  /** Actions that leaves name, as bits. */
  readonly actions: readonly (readonly number[])[];
}

/** Tests of one part at most; a larger tree is cut at the top. */
const TESTS_PER_PART = 400;

/** A tree of word tests as a machine: a part that points, and the tree. */
export function valuePlan({ features, tree, actions }: ValueHypothesis, face: FacePorts): ThinkPlan {
  const { ports } = face.observation;
  const plan = new PlanMaker({ inputs: face.observation.width, outputs: face.action.width });
  const used = usedFeatures(tree);
  const wordsOf = features.map((feature, i) => (used.has(i) ? featureWord(plan, feature, ports) : []));
  const output = plan.output(0, face.action.width);
  const numbers = plan.word(planesFor(actions.length));
  treeParts(plan, tree, { wordsOf, numbers });
  plan.part('act', [numbers], [output], (builder, [number]) => {
    const lines = linesOf(builder, number!, actions.length);
    const given = actions.map((bits) => bits.map((bit) => words.constant(1, bit)[0]!));
    return [pick(builder, lines, given)];
  });
  return plan.build(1);
}

function usedFeatures(tree: PolicyTree): Set<number> {
  const used = new Set<number>();
  const walk = (node: PolicyTree): void => {
    if ('action' in node) return;
    used.add(node.feature);
    walk(node.yes);
    walk(node.no);
  };
  walk(tree);
  return used;
}

function featureWord(plan: PlanMaker, feature: Feature, ports: readonly WordPort[]): Bit[] {
  switch (feature.kind) {
    case 'word': {
      const port = ports[feature.port]!;
      return plan.input(placesOf(port)[feature.item]!, port.width);
    }
    case 'pointed':
      return pointedWord(plan, feature, ports);
  }
}

function pointedWord(plan: PlanMaker, feature: Extract<Feature, { kind: 'pointed' }>, ports: readonly WordPort[]) {
  const [port, by] = [ports[feature.port]!, ports[feature.by]!];
  const places = placesOf(port);
  const word = plan.word(planesFor(codesOf(feature, ports)));
  const list = places.flatMap((place) => plan.input(place, port.width));
  plan.part('point', [plan.input(by.offset, by.width), list], [word], (builder, [index, all]) => {
    const lines = linesOf(builder, index!, places.length + feature.back).slice(feature.back);
    const none = builder.not(builder.orAll(lines));
    const found = pick(builder, lines, cut(all!, port.width));
    return [words.mux(builder, none, words.constant(word.length, port.values), resize(found, word.length))];
  });
  return word;
}

interface Tested {
  readonly wordsOf: readonly Bit[][];
  readonly numbers: readonly Bit[];
}

/** Subtrees with few enough tests are parts; what is above them chooses among their answers. */
function treeParts(plan: PlanMaker, tree: PolicyTree, given: Tested): void {
  const answers: Bit[][] = [];
  const whole = cutTree(tree, (part) => {
    const answer = plan.word(given.numbers.length);
    addTree(plan, part, { ...given, numbers: answer }, answers);
    answers.push(answer);
    return answers.length - 1;
  });
  addTree(plan, whole, given, answers);
}

type CutTree =
  | PolicyTree
  | { readonly part: number }
  | {
      readonly feature: number;
      readonly test: 'is' | 'atMost';
      readonly value: number;
      readonly yes: CutTree;
      readonly no: CutTree;
    };

function testsOf(tree: CutTree): number {
  return 'feature' in tree ? 1 + testsOf(tree.yes) + testsOf(tree.no) : 0;
}

function cutTree(tree: CutTree, keep: (part: CutTree) => number): CutTree {
  if (!('feature' in tree)) return tree;
  const [yes, no] = [cutTree(tree.yes, keep), cutTree(tree.no, keep)];
  const whole = { ...tree, yes, no };
  if (testsOf(whole) <= TESTS_PER_PART) return whole;
  const isYesLarger = testsOf(yes) >= testsOf(no);
  return isYesLarger ? { ...whole, yes: { part: keep(yes) } } : { ...whole, no: { part: keep(no) } };
}

function addTree(plan: PlanMaker, tree: CutTree, { wordsOf, numbers }: Tested, answers: readonly Bit[][]): void {
  plan.part('decide', [...wordsOf, ...answers], [numbers], (builder, given) => {
    const [seen, made] = [given.slice(0, wordsOf.length), given.slice(wordsOf.length)];
    const build = (node: CutTree): Word => {
      if ('action' in node) return words.constant(numbers.length, node.action);
      if ('part' in node) return made[node.part]!;
      return words.mux(builder, testEdge(builder, seen[node.feature]!, node), build(node.yes), build(node.no));
    };
    return [build(tree)];
  });
}

/** Whether a test of a tree holds of a word. */
export function testEdge(
  builder: CircuitBuilder,
  word: Word,
  { test, value }: { readonly test: 'is' | 'atMost'; readonly value: number },
): Edge {
  if (test === 'is') return words.equal(builder, word, words.constant(word.length, value));
  return builder.not(words.lessThan(builder, words.constant(word.length, value), word));
}
