import type { AnyTemplate } from '#foundation/contracts/tasks';
import { questionAnswer } from '#learners/model/lm/tokens';
import { type Draw, drawAt, start } from '#tasks/play';
import type { Setting } from '#tasks/settings';
import type { Lessons } from './train-lm.ts';

/** One look and what the oracle does about it, as texts. */
interface TeachExample {
  readonly prompt: string;
  readonly reply: string;
}

/** Between what is seen and what is replied. */
const ARROW = '\n> ';

/** What a model is shown: the observation, and the mark after which it replies. */
export function teachPrompt(observation: string): string {
  return `${observation}${ARROW}`;
}

/** The text face of so many tasks, as the oracle plays them: one example per step. */
export function teachExamples(
  template: AnyTemplate,
  setting: Setting,
  count: number,
  draw: (i: number) => Draw,
): TeachExample[] {
  return Array.from({ length: count }, (_, i) => i).flatMap((i) => {
    const drawn = drawAt(template, setting, draw(i));
    const game = start(drawn);
    const oracle = template.oracle(drawn.instance);
    const examples: TeachExample[] = [];
    while (!game.done) {
      const action = oracle.act(game.observe());
      examples.push({ prompt: teachPrompt(game.text), reply: template.text.action(action, drawn.params) });
      game.step(action);
    }
    return examples;
  });
}

/** Examples that byte pairs are counted in. */
const COUNTED = 2000;

/** Examples as what a model learns from: it learns the replies. */
export function exampleLessons(examples: readonly TeachExample[]): Lessons {
  return {
    texts: examples.slice(0, COUNTED).flatMap(({ prompt, reply }) => [prompt, reply]),
    sequences: (tokenizer) => examples.map(({ prompt, reply }) => questionAnswer(tokenizer, prompt, reply)),
  };
}
