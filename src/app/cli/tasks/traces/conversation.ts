/** One turn of a conversation, as any log has it: what somebody said; tool calls are told in a line each. */
export interface Turn {
  readonly role: 'user' | 'assistant' | 'system';
  readonly text: string;
}

/** A conversation of a log. */
export interface Conversation {
  readonly format: 'claude-code' | 'codex' | 'openai';
  readonly session: string;
  readonly turns: readonly Turn[];
}

/** Turns of one speaker in a row become one. */
export function joinTurns(turns: readonly Turn[]): readonly Turn[] {
  const joined: Turn[] = [];
  for (const turn of turns) {
    const text = turn.text.trim();
    if (text === '') continue;
    const last = joined.at(-1);
    if (last?.role === turn.role) joined[joined.length - 1] = { role: turn.role, text: `${last.text}\n\n${text}` };
    else joined.push({ role: turn.role, text });
  }
  return joined;
}
