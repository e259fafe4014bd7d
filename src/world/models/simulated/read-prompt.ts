import type { Message } from '#foundation/contracts/ports';

/** What a reflector can read off a prompt: text and nothing else. */
export interface ReadPrompt {
  /** The prompt without its fenced data: what is asked. */
  readonly asked: string;
  /** Everything. */
  readonly whole: string;
  /** Documents given, SKILL.md of the first skill first. */
  readonly documents: readonly string[];
  /** Records of the fences `items`, `rollouts` and the like, parsed. */
  readonly records: ReadonlyMap<string, readonly PromptRecord[]>;
  /** Hints in the feedback, the most frequent first; equal ones in the order of the text. */
  readonly hints: readonly Hint[];
}

export type PromptRecord = Readonly<Record<string, unknown>>;

export interface Hint {
  readonly tag: string;
  readonly action: string;
  readonly count: number;
}

const FENCE = /^=== BEGIN (.+) ([0-9a-f]+) ===\n([\s\S]*?)\n=== END \1 \2 ===$/gmu;
// Feedback sits in JSON strings as often as in plain text, so its quotes may be escaped.
const HINT = /Hint: for the tag \\?"([a-z]+)\\?" the action is ([A-Z]+)/gu;

export function readPrompt(messages: readonly Message[]): ReadPrompt {
  const whole = messages.map((message) => message.content).join('\n\n');
  const documents: string[] = [];
  const records = new Map<string, readonly PromptRecord[]>();
  const asked = whole.replaceAll(FENCE, (_all, name: string, _nonce: string, text: string) => {
    if (name === 'file SKILL.md') documents.push(text);
    else if (!name.startsWith('file ')) records.set(name, [...(records.get(name) ?? []), ...recordsOf(text)]);
    return '';
  });
  return { asked, whole, documents, records, hints: hintsOf(whole) };
}

function recordsOf(text: string): PromptRecord[] {
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === 'object' && value !== null ? [{ ...value }] : [];
    } catch {
      return [];
    }
  });
}

function hintsOf(whole: string): Hint[] {
  const counts = new Map<string, Hint>();
  for (const [, tag, action] of whole.matchAll(HINT)) {
    const key = `${tag} ${action}`;
    counts.set(key, { tag: tag!, action: action!, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
