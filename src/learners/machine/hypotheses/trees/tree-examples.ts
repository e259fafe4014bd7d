import type { FacePorts } from '#foundation/contracts/words';
import type { BitEpisode } from '../evidence.ts';
import { countEqual, markAnswers } from '../reward-labels.ts';
import { lengthOf, readPort } from '../word-view.ts';
import { wrap } from '../word-operations.ts';
import { type Expression, evaluateTree, type TreeValue } from './evaluate-tree.ts';
import { formatOf, type TreeBinding, type TreeHypothesis } from './tree-hypothesis.ts';

/** An expression, an answer to it, and how many of its words were right. */
export interface TreeExample {
  readonly expression: Expression;
  readonly answer: readonly number[];
  readonly right: number;
  readonly byLearner: boolean;
}

/** The expression that an observation holds under a binding. */
export function expressionAt(observation: Uint8Array, binding: TreeBinding, face: FacePorts): Expression {
  const { ports } = face.observation;
  const [tokens, memory] = [ports[binding.tokens]!, ports[binding.memory]!];
  const format = formatOf(face.action.ports[binding.answer]!);
  return {
    tokens: readPort(observation, tokens).slice(0, lengthOf(observation, tokens, ports)),
    memory: readPort(observation, memory).map((word) => wrap(word + memory.low, format)),
  };
}

/** What practice tells of expressions, shortest first. */
export function treeExamples(episodes: readonly BitEpisode[], binding: TreeBinding, face: FacePorts): TreeExample[] {
  const port = face.action.ports[binding.answer]!;
  const format = formatOf(port);
  const learners = new Set(episodes.filter(({ by }) => by === 'learner').map(({ steps }) => steps[0]));
  return markAnswers(episodes, port, face.action.ports)
    .filter(({ step, right }) => right > 0 || learners.has(step))
    .map(({ step, words, right }) => ({
      expression: expressionAt(step.observation, binding, face),
      answer: words.map((word) => wrap(word + port.low, format)),
      right,
      byLearner: learners.has(step),
    }))
    .sort((a, b) => a.expression.tokens.length - b.expression.tokens.length);
}

/** The words that a value makes an answer of. */
export function answerOfTree(
  value: Extract<TreeValue, { kind: 'values' }>,
  output: TreeHypothesis['output'],
): readonly number[] {
  return output === 'last' ? [value.last] : value.completed;
}

/** Whether a hypothesis explains an example: as many words equal as were right; a symbol where it cannot tell. */
export function explains(
  hypothesis: Omit<TreeHypothesis, 'binding'>,
  { expression, answer, right }: TreeExample,
  format: ReturnType<typeof formatOf>,
): boolean | number {
  const value = evaluateTree(hypothesis, expression, format);
  if (value.kind === 'unknown') return value.symbol;
  if (value.kind === 'broken') return false;
  return countEqual(answerOfTree(value, hypothesis.output), answer) === right;
}
