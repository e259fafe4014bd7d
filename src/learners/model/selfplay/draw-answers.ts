import type { Checkpoint, SampleRequest } from '#foundation/contracts/self-play';
import { type DrawnAnswer, type JudgedAnswer, mergeAnswers } from '#learners/model/judge';
import type { Rng } from '#foundation/kernel';
import type { Play } from './play.ts';
import type { Regime } from './settings.ts';

/** Checkpoints that answers are drawn from. */
export interface Answerers {
  readonly strong: Checkpoint;
  readonly weak: Checkpoint;
}

/** Answers to each question in the strong and the weak regime, equal texts joined. */
export async function drawAnswers(
  play: Play,
  questions: readonly string[],
  answerers: Answerers,
  stream: string,
): Promise<Omit<JudgedAnswer, 'scores'>[][]> {
  const rng = play.rng('answers', stream);
  const strong = await drawRegime(play, questions, { regime: 'strong', checkpoint: answerers.strong, rng });
  const weak = await drawRegime(play, questions, { regime: 'weak', checkpoint: answerers.weak, rng });
  return questions.map((_, q) => mergeAnswers([...strong[q]!, ...weak[q]!]));
}

/** Answers to each question in one regime. */
export async function drawRegime(
  play: Play,
  questions: readonly string[],
  {
    regime,
    checkpoint,
    rng,
  }: { readonly regime: DrawnAnswer['regime']; readonly checkpoint: Checkpoint; readonly rng: Rng },
): Promise<DrawnAnswer[][]> {
  const settings = play.settings[regime];
  const requests = questions.flatMap((question) => requestsOf(play, question, settings, rng));
  const who = regime === 'weak' ? await play.weakAt(checkpoint) : { role: 'solver' as const, checkpoint };
  const texts = await play.write(who.role, who.checkpoint, requests);
  const perQuestion = settings.count * settings.bestOf;
  return questions.map((_, q) => {
    const own = texts.slice(q * perQuestion, (q + 1) * perQuestion).map((text) => text ?? undefined);
    return Array.from({ length: settings.count }, (__, i) =>
      mostFrequent(own.slice(i * settings.bestOf, (i + 1) * settings.bestOf)),
    ).flatMap((text) => (text === undefined ? [] : [{ text: play.ports.form.answerIn(text), regime }]));
  });
}

function requestsOf(play: Play, question: string, regime: Regime, rng: Rng): SampleRequest[] {
  return Array.from({ length: regime.count * regime.bestOf }, () => ({
    prompt: play.ports.form.put(question),
    seed: rng.uint32(),
    temperature: regime.temperature,
    maxTokens: play.settings.answerTokens,
  }));
}

/**
 * Best of n without a judge: what the solver says most often, the earliest of equals.
 *
 * @source self-consistency, Wang et al. 2022, arXiv:2203.11171
 */
function mostFrequent(texts: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** One answer per question at temperature 0: how the solver stands. */
export async function greedyAnswers(
  play: Play,
  questions: readonly string[],
  checkpoint: Checkpoint,
): Promise<readonly (string | undefined)[]> {
  const requests = questions.map((question) => ({
    prompt: play.ports.form.put(question),
    seed: 0,
    temperature: 0,
    maxTokens: play.settings.answerTokens,
  }));
  const texts = await play.write('solver', checkpoint, requests);
  return texts.map((text) => (text === null ? undefined : play.ports.form.answerIn(text)));
}
