import type { Message, Usage } from '#foundation/contracts/ports';
import type { HarnessReply } from '#foundation/contracts/skills';
import { isRecord } from '#foundation/kernel';

/** How one command-line agent is started, where it looks for skills, and how its output reads. */
export interface Agent {
  readonly name: string;
  /** Where skills lie, relative to the workspace. */
  readonly skillFolder: string;
  /** Variables of the user's environment that it needs: keys and addresses. */
  readonly variables: readonly string[];
  command(options: AgentOptions): readonly string[];
  /** Settings files of the agent, relative to its home. */
  homeFiles?(options: AgentOptions): Readonly<Record<string, string>>;
  read(output: string): AgentOutput;
  /** What a row of the output says of tokens while the agent works; nothing where it tells them only at its end. */
  tokensOf?(row: JsonRow): TokenCount | undefined;
}

/** Tokens of one reply of the model. Rows that repeat them name the same reply. */
export interface TokenCount {
  readonly reply: string;
  readonly tokens: number;
}

export interface AgentOptions {
  readonly program: string;
  readonly prompt: string;
  readonly model: string | undefined;
  /** Address of the model's server in place of the provider's own. */
  readonly baseUrl: string | undefined;
  /** Off unless the user says so: the agent may use the network and skip its permission questions. */
  readonly mayUseNetwork: boolean;
  readonly mayBypassPermissions: boolean;
  /** Further arguments, as the user gives them. */
  readonly extra: readonly string[];
}

/** What an agent's output says: the last word, the messages, the tokens; `error` where the agent itself reports one. */
export interface AgentOutput {
  readonly text: string;
  readonly transcript: HarnessReply['transcript'];
  readonly usage?: Usage;
  readonly error?: string;
}

export type JsonRow = Readonly<Record<string, unknown>>;

/** The JSON objects among the lines of an output. Agents mix in other lines; those are passed over. */
export function jsonRows(output: string): readonly JsonRow[] {
  return output.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    try {
      const value: unknown = JSON.parse(line);
      return isRecord(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

/** An object within an object; empty where there is none. */
export function objectAt(row: JsonRow, name: string): JsonRow {
  const value = row[name];
  return isRecord(value) ? value : {};
}

export function textAt(row: JsonRow, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : '';
}

export function countAt(row: JsonRow, name: string): number {
  const value = row[name];
  return typeof value === 'number' && value >= 0 ? Math.round(value) : 0;
}

export const said = (role: Message['role'], content: string): Message => ({ role, content });
