import type { Message, ModelReply, ModelRequest } from '#foundation/contracts/ports';
import { z } from 'zod';
import { extractJson } from './extract-json.ts';
import { fence } from '../document/fence.ts';
import type { Optimizer, OptimizerStage } from './optimizer.ts';
import type { PromptRole } from './prompts/prompt.ts';
import { promptText } from './prompts/prompt-text.ts';
import type { JsonSchema } from './reply-schemas.ts';

export interface Question<Reply> {
  readonly stage: OptimizerStage;
  /** The system prompt: a role, or the text itself where it was put together. */
  readonly system: { readonly role: PromptRole } | { readonly text: string };
  readonly user: string;
  /** How the reply is read, and what is asked for. */
  readonly schema: z.ZodType<Reply>;
  readonly json: JsonSchema;
  readonly maxTokens: number;
  /** The optimizer's own unless told. */
  readonly seed?: number;
  /** What must hold beyond the schema; the returned words go into the repair. */
  readonly check?: (reply: Reply) => string | undefined;
}

/** A reply in the right format, or why there is none. An outage of the model is thrown by `ask` and passes through. */
export type Answer<Reply> =
  | { readonly ok: true; readonly reply: Reply; readonly text: string }
  | { readonly ok: false; readonly problem: string; readonly text: string; readonly isJson?: true };

/** One question; see `askEach`. */
export async function askStructured<Reply>(question: Question<Reply>, optimizer: Optimizer): Promise<Answer<Reply>> {
  const [answer] = await askEach([question], optimizer);
  return answer!;
}

/**
 * Asks for JSON and checks it, all questions at once. A reply that does not fit is sent back once with what is wrong with it; a reply
 * that was cut off or refused is never adopted, not even if the part that came happens to parse.
 */
export async function askEach<Reply>(
  questions: readonly Question<Reply>[],
  optimizer: Optimizer,
): Promise<readonly Answer<Reply>[]> {
  const asked = questions.map((question) => messagesOf(question, optimizer));
  const first = await askOnce(questions, asked, optimizer);
  const open = [...questions.keys()].filter((i) => mayBeRepaired(first[i]!));
  if (open.length === 0) return first;
  const again = await askOnce(
    open.map((i) => questions[i]!),
    open.map((i) => [...asked[i]!, ...repairMessages(first[i]!, optimizer)]),
    optimizer,
  );
  return first.map((answer, i) => again[open.indexOf(i)] ?? answer);
}

async function askOnce<Reply>(
  questions: readonly Question<Reply>[],
  messages: readonly (readonly Message[])[],
  optimizer: Optimizer,
): Promise<readonly Answer<Reply>[]> {
  const replies = await optimizer.ask(questions.map((question, i) => requestOf(question, messages[i]!, optimizer)));
  return questions.map((question, i) => answerOf(question, replies[i]!));
}

function requestOf<Reply>(
  { stage, maxTokens, json, seed }: Question<Reply>,
  messages: readonly Message[],
  optimizer: Optimizer,
): ModelRequest {
  const effort = (stage === 'rewrite' ? optimizer.rewriteReasoningEffort : undefined) ?? optimizer.reasoningEffort;
  return {
    stage,
    messages,
    seed: seed ?? optimizer.seed,
    maxTokens,
    ...(effort === undefined || effort === '' ? {} : { reasoningEffort: effort }),
    schema: json,
  };
}

function messagesOf<Reply>({ system, user }: Question<Reply>, { prompts }: Optimizer): readonly Message[] {
  const text = 'role' in system ? promptText(system.role, prompts) : system.text;
  return [
    { role: 'system', content: text },
    { role: 'user', content: user },
  ];
}

const REFUSED = 'the model refused';
const CUT_OFF = 'the reply was cut off';

function mayBeRepaired<Reply>(answer: Answer<Reply>): boolean {
  return !answer.ok && answer.problem !== REFUSED;
}

/** A cut-off reply is not shown again: it would only use up room. */
function repairMessages<Reply>(answer: Answer<Reply>, { prompts }: Optimizer): readonly Message[] {
  const problem = answer.ok ? '' : answer.problem;
  const again = `${promptText('reply_repair', prompts)}\n\n# Problem\n${fence('problem', problem)}`;
  const shown = problem.startsWith(CUT_OFF) ? [] : [{ role: 'assistant' as const, content: answer.text }];
  return [...shown, { role: 'user', content: again }];
}

function answerOf<Reply>(question: Question<Reply>, { text, finish }: ModelReply): Answer<Reply> {
  if (finish === 'length') return { ok: false, text, problem: `${CUT_OFF} at ${question.maxTokens} tokens` };
  if (finish === 'refusal') return { ok: false, text, problem: REFUSED };
  return readReply(text, question);
}

function readReply<Reply>(text: string, { schema, check }: Question<Reply>): Answer<Reply> {
  const json = extractJson(text);
  if (json === undefined) return { ok: false, text, problem: 'there is no single JSON object in the reply' };
  const parsed = schema.safeParse(json);
  if (!parsed.success) return { ok: false, text, problem: z.prettifyError(parsed.error), isJson: true };
  const problem = check?.(parsed.data);
  return problem === undefined ? { ok: true, reply: parsed.data, text } : { ok: false, text, problem, isJson: true };
}
