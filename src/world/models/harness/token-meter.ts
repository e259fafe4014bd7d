import { type Agent, jsonRows } from './agent.ts';

/** Sums the tokens that an agent tells while it works. Takes its output in pieces, and gives the sum so far. */
export function createTokenMeter(agent: Agent): (piece: string) => number {
  const byReply = new Map<string, number>();
  let unfinished = '';
  let sum = 0;
  return (piece) => {
    const text = unfinished + piece;
    const end = text.lastIndexOf('\n') + 1;
    unfinished = text.slice(end);
    for (const row of jsonRows(text.slice(0, end))) {
      const { reply, tokens } = agent.tokensOf?.(row) ?? { reply: '', tokens: 0 };
      const known = byReply.get(reply) ?? 0;
      byReply.set(reply, Math.max(known, tokens));
      sum += Math.max(0, tokens - known);
    }
    return sum;
  };
}
