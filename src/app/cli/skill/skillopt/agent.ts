import { Fault } from '#foundation/kernel';
import { HarnessSettings } from '#world/models/harness';
import type { AgentName } from './backends.ts';
import { isOn, type SkilloptFile } from './file.ts';

/** The coding agent that works in place of a target model. */
export function agentOf(agent: AgentName, file: SkilloptFile): HarnessSettings {
  const model = file.text('target_model', 'target');
  if (model === undefined) throw new Fault('cli/skillopt-key', `target_model: ${agent} needs the name of a model`);
  const timeoutSeconds = file.number('exec_timeout') ?? 120;
  const own = agent === 'codex' ? codex(file) : claudeCode(file);
  return HarnessSettings.parse({ agent, model, timeoutSeconds, ...own });
}

type Part = Partial<HarnessSettings>;

function codex(file: SkilloptFile): Part {
  const program = file.text('codex_exec_path', 'codex_path', 'codex_cli_bin', 'codex_bin');
  const sandbox = file.text('codex_exec_sandbox', 'codex_sandbox', 'sandbox');
  const profile = file.text('codex_exec_profile');
  const effort = file.text('codex_exec_reasoning_effort');
  const approval = file.text('codex_exec_approval_policy');
  const setting = (name: string, value: string): string[] => ['-c', `${name}=${JSON.stringify(value)}`];
  return {
    ...(program === undefined ? {} : { program }),
    mayUseNetwork: isOn(file.value('codex_exec_network_access') ?? false),
    // The profile lies in the user's own settings, which the agent finds through this variable.
    ...(profile === undefined ? {} : { variables: ['CODEX_HOME'] }),
    extra: [
      ...(sandbox === undefined ? [] : ['-s', sandbox]),
      ...(profile === undefined ? [] : ['--profile', profile]),
      ...(effort === undefined || effort === 'none' ? [] : setting('model_reasoning_effort', effort)),
      ...(approval === undefined ? [] : setting('approval_policy', approval)),
      ...(isOn(file.value('codex_exec_web_search') ?? false) ? ['-c', 'tools.web_search=true'] : []),
    ],
  };
}

function claudeCode(file: SkilloptFile): Part {
  const program = file.text('claude_code_exec_path');
  const profile = file.text('claude_code_exec_profile');
  const effort = file.text('claude_code_exec_effort', 'reasoning_effort') ?? 'medium';
  const thinking = file.number('claude_code_exec_max_thinking_tokens') ?? 16_384;
  return {
    ...(program === undefined ? {} : { program }),
    extra: [
      '--effort',
      effort,
      ...(thinking > 0 ? ['--settings', JSON.stringify({ env: { MAX_THINKING_TOKENS: String(thinking) } })] : []),
      ...(profile === undefined ? [] : ['--append-system-prompt', `Profile: ${profile}`]),
    ],
  };
}
