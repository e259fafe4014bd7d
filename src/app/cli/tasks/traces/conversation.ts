/** One turn of a conversation, as any log has it: what somebody said; tool calls are told in a line each. */
export interface Turn {
  readonly role: 'user' | 'assistant' | 'system';
  readonly text: string;
}

/** A conversation of a log. */
export interface Conversation {
  readonly format: 'claude-code' | 'codex' | 'openai' | 'opentelemetry' | 'langfuse' | 'opencode';
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

/** Of conversations with one name the longest: each call to a model tells again what was said before it. */
export function longestEach(conversations: readonly Conversation[]): readonly Conversation[] {
  const longest = new Map<string, Conversation>();
  for (const each of conversations) {
    const known = longest.get(each.session);
    if (known === undefined || each.turns.length > known.turns.length) longest.set(each.session, each);
  }
  return [...longest.values()];
}
