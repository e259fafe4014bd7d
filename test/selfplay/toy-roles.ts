import type { AnswerJudge, Checkpoint, QuestionForm, Sampler, Trainer } from '#foundation/contracts/self-play';
import { patternForm } from '../../src/learners/model/selfplay/question-forms.ts';

/** Questions `k0:17`, of kinds that the judge can (even) or cannot (odd) judge; the right answer is `r`. */
export const form: QuestionForm = patternForm({ k0: 'k0:\\d+', k1: 'k1:\\d+', k2: 'k2:\\d+', k3: 'k3:\\d+' });
const hash = (text: string): number => Array.from(text).reduce((h, c) => (Math.imul(h, 31) + c.charCodeAt(0)) >>> 0, 7);
export const chance = (text: string): number => (hash(`${text}#`) % 10_007) / 10_007;

/** Sees what is right in even kinds, and nothing in odd ones. */
export const judge: AnswerJudge = {
  id: 'by kind',
  isSimulated: true,
  score: (items) =>
    Promise.resolve(
      items.map(({ question, answer, pass }) => {
        const noise = chance(JSON.stringify([question, answer, pass]));
        if (/k[13]/.test(question)) return noise;
        return (answer === 'r' ? 0.8 : 0.1) + 0.1 * noise;
      }),
    ),
  compare: (items) =>
    Promise.resolve(
      items.map(({ question, first, second, pass }) => {
        const noise = chance(JSON.stringify(['c', question, first, second, pass]));
        if (/k[13]/.test(question) || first === second) return noise < 0.5 ? 'first' : 'second';
        return first === 'r' ? 'first' : second === 'r' ? 'second' : noise < 0.5 ? 'first' : 'second';
      }),
    ),
};

interface Levels {
  readonly right: number;
  readonly odd: number;
}

/** A model in one number: how often it is right, moved by what it is taught; its checkpoints are named by that number. */
export function toyTrainer(
  options: { teach?: (level: number, pairs: number) => number; methods?: Trainer['methods'] } = {},
): Trainer & { trained: number } {
  const { teach = (level, pairs) => Math.min(0.95, level + 0.01 * pairs), methods = ['dpo', 'reinforce'] } = options;
  const levelsOf = ({ id }: Checkpoint): Levels => {
    const [right, odd] = id.split('/').map(Number);
    return { right: right!, odd: odd! };
  };
  const at = (right: number, odd: number): Checkpoint => ({
    id: `${right.toFixed(4)}/${odd.toFixed(4)}`,
    backend: 'toy',
    where: 'toy',
  });
  const toy = {
    id: 'toy',
    methods,
    trained: 0,
    start: () => Promise.resolve(at(0.4, 0.5)),
    train(from: Checkpoint, batch: Parameters<Trainer['train']>[1]): Promise<Checkpoint> {
      toy.trained += 1;
      const { right, odd } = levelsOf(from);
      if (batch.role === 'solver') return Promise.resolve(at(teach(right, batch.pairs.length), odd));
      const pulls = batch.rewarded.reduce(
        (sum, { completion, reward }) => sum + (/k[13]/.test(completion) ? reward : -reward),
        0,
      );
      return Promise.resolve(at(right, Math.min(0.9, Math.max(0.3, odd + 0.01 * pulls))));
    },
    serve: (checkpoint: Checkpoint): Promise<Sampler> =>
      Promise.resolve({
        id: checkpoint.id,
        isSimulated: true,
        sample: (requests) =>
          Promise.resolve(
            requests.map(({ prompt, seed, temperature }) => {
              const { right, odd } = levelsOf(checkpoint);
              const draw = chance(`${seed}/${prompt}`);
              if (prompt === '?') {
                const kind = 2 * (hash(`${seed}`) % 2) + (draw < odd ? 1 : 0);
                return {
                  text: draw > 0.97 ? 'not a question' : `k${kind}:${hash(`${seed}!`) % 100_000}`,
                  finish: 'stop' as const,
                };
              }
              const level = temperature === 0 ? right : temperature > 2 ? right / 4 : right;
              return { text: draw < level ? 'r' : `w${hash(`${seed}`) % 5}`, finish: 'stop' as const };
            }),
          ),
      }),
    retire: () => Promise.resolve(),
  };
  return toy;
}
