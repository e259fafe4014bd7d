import type { Checkpoint } from '#foundation/contracts/self-play';
import { clusterTexts, findTextFault } from '#learners/model/judge/guards';
import { hashOf } from '#foundation/kernel';
import type { Play } from './play.ts';

/** A text of the generator, and the question it holds, or why it holds none that is asked. */
export interface DrawnQuestion {
  readonly prompt: string;
  readonly text: string;
  readonly question: string;
  readonly kind: string;
  readonly fault: string | undefined;
}

/** What earlier questions taught about asking; a generator that reads examples is shown some. */
export interface Memory {
  /** Texts of questions without a kind of their own, for likeness; the latest first founders of groups. */
  readonly likeness: readonly string[];
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

export interface DrawOptions {
  readonly stream: string;
  readonly count: number;
  /** Training asks no held-out question, trials ask these alone, and a comparison of generators asks both. */
  readonly side: 'training' | 'held-out' | 'any';
}

/** The most texts that a question is compared with. */
const LIKENESS_HELD = 600;

/**
 * Draws texts from the generator and reads the questions in them. What is malformed, asked twice, reserved, or speaks to the judge goes no
 * further, and says why. What was drawn joins the likeness that later questions are held against.
 */
export async function drawQuestions(
  play: Play,
  checkpoint: Checkpoint,
  memory: Memory,
  { stream, count, side }: DrawOptions,
): Promise<{ readonly drawn: DrawnQuestion[]; readonly memory: Memory }> {
  const { form, reserved } = play.ports;
  const { generator, questionTokens } = play.settings;
  const rng = play.rng('questions', stream);
  const prompt = form.ask({ good: memory.good.slice(-6), bad: memory.bad.slice(-6) });
  const requests = Array.from({ length: count }, () => ({
    prompt,
    seed: rng.uint32(),
    temperature: generator.temperature,
    maxTokens: questionTokens,
  }));
  const texts = await play.write('generator', checkpoint, requests);
  const seen = new Set<string>();
  const likeness = [...memory.likeness];
  const drawn = texts.flatMap((text): DrawnQuestion[] => {
    if (text === null) return [];
    const read = form.read(text);
    if ('fault' in read) return [{ prompt, text, question: '', kind: '', fault: read.fault }];
    const { question } = read;
    const kind = read.kind ?? likenessOf(question, likeness);
    const textFault = findTextFault(question);
    const fault =
      textFault ??
      (seen.has(question) ? 'repeated' : undefined) ??
      (reserved?.has(question) === true ? 'reserved' : undefined) ??
      (side === 'any' || isHeldOut(question) === (side === 'held-out') ? undefined : 'held out');
    seen.add(question);
    return [{ prompt, text, question, kind, fault }];
  });
  return { drawn, memory: { ...memory, likeness } };
}

/** Whether a question is for trials alone. The hash of its text decides it, for a fifth of all questions, so no run ever trains on it. */
function isHeldOut(question: string): boolean {
  return Number.parseInt(hashOf(question).slice(0, 8), 16) % 5 === 0;
}

/** The kind of a question whose form tells none: the group of like texts that it joins. `likeness` grows by it. */
function likenessOf(question: string, likeness: string[]): string {
  const groups = clusterTexts([...likeness, question], 0.35);
  likeness.push(question);
  if (likeness.length > LIKENESS_HELD) likeness.pop();
  return `like-${groups.at(-1)}`;
}
