/** What of a reply is its answer: all of it, its last line, or the last `<answer>…</answer>` and without one the last line. */
export type AnswerPart = 'whole' | 'last-line' | 'tagged';

/** The answer within a reply. */
export function finalAnswer(reply: string, part: AnswerPart): string {
  if (part === 'whole') return reply.trim();
  const tagged = part === 'tagged' ? lastTagged(reply) : undefined;
  return tagged?.trim() ?? reply.trim().split('\n').at(-1)!.trim();
}

/** One pass: an opening tag that is never closed ends the search, so a flood of them costs no more than its length. */
function lastTagged(reply: string): string | undefined {
  const [open, close] = [/<answer>/gi, /<\/answer>/gi];
  let found: string | undefined;
  for (;;) {
    if (open.exec(reply) === null) return found;
    close.lastIndex = open.lastIndex;
    const end = close.exec(reply);
    if (end === null) return found;
    found = reply.slice(open.lastIndex, end.index);
    open.lastIndex = close.lastIndex;
  }
}
