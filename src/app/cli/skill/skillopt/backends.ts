import { Fault } from '#foundation/kernel';
import type { SkilloptFile } from './file.ts';

export type Role = 'optimizer' | 'target';
export type Chat = 'openai_chat' | 'claude_chat' | 'qwen_chat' | 'minimax_chat' | 'openai_compatible';
export type AgentName = 'codex' | 'claude-code';
export type Backends = Readonly<{ optimizer: Chat; target: Chat | AgentName }>;

const names: Readonly<Record<string, Chat | AgentName>> = {
  azure: 'openai_chat',
  azure_openai: 'openai_chat',
  'azure-openai': 'openai_chat',
  openai_chat: 'openai_chat',
  claude: 'claude_chat',
  claude_chat: 'claude_chat',
  anthropic: 'claude_chat',
  qwen: 'qwen_chat',
  qwen_chat: 'qwen_chat',
  minimax: 'minimax_chat',
  minimax_chat: 'minimax_chat',
  openai_compatible: 'openai_compatible',
  'openai-compatible': 'openai_compatible',
  compat: 'openai_compatible',
  codex: 'codex',
  codex_exec: 'codex',
  claude_code_exec: 'claude-code',
};
/** Labels that fill both roles; the others fill the target alone, and the optimizer stays `openai_chat`. */
const fillBoth: readonly string[] = ['openai_chat', 'claude_chat', 'openai_compatible'];

/**
 * The backends of both roles. A role that says nothing, or `openai_chat`, takes what the label `model_backend` stands for: the
 * original's shipped file pins both roles to `openai_chat`, which made its label a no-op.
 */
export function backendsOf(file: SkilloptFile): Backends {
  const label = named('model_backend', file.text('model_backend', 'backend') ?? 'azure_openai');
  const said = (role: Role): Chat | AgentName | undefined => {
    const name = file.text(`${role}_backend`);
    const backend = name === undefined ? undefined : named(`${role}_backend`, name);
    return backend === 'openai_chat' ? undefined : backend;
  };
  const optimizer = said('optimizer') ?? (fillBoth.includes(label) ? label : 'openai_chat');
  if (optimizer === 'codex' || optimizer === 'claude-code') {
    throw new Fault('cli/skillopt-key', `optimizer_backend: ${optimizer} cannot be the optimizer; name a chat backend`);
  }
  return { optimizer, target: said('target') ?? label };
}

function named(key: string, name: string): Chat | AgentName {
  const backend = names[name.toLowerCase()];
  if (backend !== undefined) return backend;
  const instead = /cursor|copilot/i.test(name)
    ? 'use agent: { agent: "command" } with its command line'
    : `known are ${Object.keys(names).join(', ')}`;
  throw new Fault('cli/skillopt-key', `${key}: ${name} is not taken over: ${instead}`);
}
