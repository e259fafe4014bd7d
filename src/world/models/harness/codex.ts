import type { Message } from '#foundation/contracts/ports';
import { type Agent, countAt, type JsonRow, jsonRows, objectAt, said, textAt } from './agent.ts';

/**
 * Codex, `codex exec`, in its own sandbox: the workspace may be written, the network is off unless the user says so.
 *
 * @source github.com/openai/codex, docs/exec.md; seen with 0.163.0
 */
export const codex: Agent = {
  name: 'codex',
  skillFolder: '.agents/skills',
  variables: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
  command: ({ program, prompt, model, baseUrl, mayUseNetwork, mayBypassPermissions, extra }) => [
    program,
    'exec',
    '--json',
    '--ephemeral',
    '--skip-git-repo-check',
    // A profile lies in the user's settings, so naming one asks for them.
    ...(extra.includes('--profile') ? [] : ['--ignore-user-config']),
    ...(mayBypassPermissions ? ['--dangerously-bypass-approvals-and-sandbox'] : sandboxArguments(extra)),
    ...(mayUseNetwork ? ['-c', 'sandbox_workspace_write.network_access=true'] : []),
    ...(model === undefined ? [] : ['-m', model]),
    ...(baseUrl === undefined ? [] : providerArguments(baseUrl)),
    ...extra,
    prompt,
  ],
  read(output) {
    const rows = jsonRows(output);
    const transcript = rows.flatMap(messagesOf);
    const turns = rows.filter((row) => row['type'] === 'turn.completed').map((row) => objectAt(row, 'usage'));
    const failed = rows.findLast((row) => row['type'] === 'turn.failed' || row['type'] === 'error');
    const sum = (name: string): number => turns.reduce((total, turn) => total + countAt(turn, name), 0);
    const text = transcript.findLast(({ role }) => role === 'assistant')?.content ?? '';
    const error = failed === undefined ? '' : textAt(objectAt(failed, 'error'), 'message') || textAt(failed, 'message');
    return {
      text,
      transcript,
      ...(turns.length === 0
        ? {}
        : {
            usage: {
              calls: turns.length,
              promptTokens: sum('input_tokens'),
              completionTokens: sum('output_tokens'),
            },
          }),
      ...(turns.length === 0 && failed !== undefined ? { error: error || 'the turn failed' } : {}),
    };
  },
};

function sandboxArguments(extra: readonly string[]): readonly string[] {
  return extra.includes('-s') ? [] : ['-s', 'workspace-write'];
}

function providerArguments(baseUrl: string): readonly string[] {
  const provider = `{name="own",base_url=${JSON.stringify(baseUrl)},env_key="OPENAI_API_KEY",wire_api="responses"}`;
  return ['-c', 'model_provider="own"', '-c', `model_providers.own=${provider}`];
}

function messagesOf(row: JsonRow): readonly Message[] {
  if (row['type'] !== 'item.completed') return [];
  const item = objectAt(row, 'item');
  const kind = textAt(item, 'type');
  if (kind === 'agent_message') return [said('assistant', textAt(item, 'text'))];
  if (kind === 'command_execution') {
    return [said('assistant', `$ ${textAt(item, 'command')}`), said('tool', textAt(item, 'aggregated_output'))];
  }
  return kind === 'reasoning' || kind === 'error' ? [] : [said('tool', JSON.stringify(item))];
}
