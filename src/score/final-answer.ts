/** What of a reply is its answer: all of it, its last line, or the last `<answer>…</answer>` and without one the last line. */
export type AnswerPart = 'whole' | 'last-line' | 'tagged';

/** The answer within a reply. */
export function finalAnswer(reply: string, part: AnswerPart): string {
  if (part === 'whole') return reply.trim();
  const tagged = part === 'tagged' ? [...reply.matchAll(/<answer>([\s\S]*?)<\/answer>/gi)].at(-1)?.[1] : undefined;
  return tagged?.trim() ?? reply.trim().split('\n').at(-1)!.trim();
}
