import type { Message } from '#contracts';
import { z } from 'zod';
import { extractJson } from './extract-json.ts';
import { fence } from './fence.ts';
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
  /** What must hold beyond the schema; the returned words go into the repair. */
  readonly check?: (reply: Reply) => string | undefined;
}

/** A reply in the right format, or why there is none. An outage of the model is thrown by `ask` and passes through. */
export type Answer<Reply> =
  | { readonly ok: true; readonly reply: Reply; readonly text: string }
  | { readonly ok: false; readonly problem: string; readonly text: string };

/**
 * Asks for JSON and checks it. One reply that does not fit is sent back once with what is wrong with it; a reply that was cut off or
 * refused is never adopted, not even if the part that came happens to parse.
 */
export async function askStructured<Reply>(question: Question<Reply>, optimizer: Optimizer): Promise<Answer<Reply>> {
  const { stage, maxTokens } = question;
  const system = 'role' in question.system ? promptText(question.system.role, optimizer.prompts) : question.system.text;
  const effort = (stage === 'rewrite' ? optimizer.rewriteReasoningEffort : undefined) ?? optimizer.reasoningEffort;
  const ask = async (messages: readonly Message[]): Promise<Answer<Reply>> => {
    const { text, finish } = await optimizer.ask({
      stage,
      messages,
      seed: optimizer.seed,
      maxTokens,
      ...(effort === undefined || effort === '' ? {} : { reasoningEffort: effort }),
      schema: question.json,
    });
    if (finish === 'length') return { ok: false, text, problem: `the reply was cut off at ${maxTokens} tokens` };
    if (finish === 'refusal') return { ok: false, text, problem: 'the model refused' };
    return readReply(text, question);
  };
  const messages: Message[] = [
    { role: 'system', content: system },
    { role: 'user', content: question.user },
  ];
  const first = await ask(messages);
  if (first.ok || first.problem === 'the model refused') return first;
  const again = `${promptText('reply_repair', optimizer.prompts)}\n\n# Problem\n${fence('problem', first.problem)}`;
  // A cut-off reply is not shown again: it would only use up room.
  const shown = first.problem.startsWith('the reply was cut off')
    ? []
    : [{ role: 'assistant' as const, content: first.text }];
  return ask([...messages, ...shown, { role: 'user', content: again }]);
}

function readReply<Reply>(text: string, { schema, check }: Question<Reply>): Answer<Reply> {
  const json = extractJson(text);
  if (json === undefined) return { ok: false, text, problem: 'there is no single JSON object in the reply' };
  const parsed = schema.safeParse(json);
  if (!parsed.success) return { ok: false, text, problem: z.prettifyError(parsed.error) };
  const problem = check?.(parsed.data);
  return problem === undefined ? { ok: true, reply: parsed.data, text } : { ok: false, text, problem };
}
