import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import type { Harness, HarnessReply, SkillFiles } from '#foundation/contracts/skills';
import { abortReason, canonicalText, Fault } from '#foundation/kernel';
import { outageFault } from '../outage.ts';
import type { Environment } from '../providers/settings.ts';
import type { Agent, AgentOptions, AgentOutput } from './agent.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { geminiCli } from './gemini-cli.ts';
import { openCode } from './opencode.ts';
import { ownCommand } from './own-command.ts';
import { type CommandResult, runCommand } from './run-command.ts';
import { createTokenMeter } from './token-meter.ts';

/** A command-line agent as a configuration file names it. */
export const HarnessSettings = z.strictObject({
  agent: z.enum(['claude-code', 'codex', 'opencode', 'gemini', 'command']),
  /** The program, where it is not found under its usual name. */
  program: z.string().min(1).optional(),
  /** For `command`: words that may hold {prompt}, {model} and {skill}. */
  command: z.array(z.string()).min(1).optional(),
  /** Variables of the environment that it may see beside those it needs. */
  variables: z.array(z.string()).default([]),
  model: z.string().optional(),
  baseUrl: z.url().optional(),
  timeoutSeconds: z.number().gt(0).default(600),
  mayUseNetwork: z.boolean().default(false),
  mayBypassPermissions: z.boolean().default(false),
  extra: z.array(z.string()).default([]),
});
export type HarnessSettings = z.infer<typeof HarnessSettings>;

const usualPrograms = { 'claude-code': 'claude', codex: 'codex', opencode: 'opencode', gemini: 'gemini', command: '' };
const knownAgents = { 'claude-code': claudeCode, codex, opencode: openCode, gemini: geminiCli };

/** Files of a workspace larger than this, and beyond so many, are not read back. */
const maxFileBytes = 1_048_576;
const maxFiles = 1000;

/**
 * A coding agent that runs each task in a workspace and a home of its own, which are gone afterwards. Where it tells its tokens
 * while it works, it is ended as soon as they reach the ceiling, and what it has done by then is its answer.
 */
export function createHarness(settings: HarnessSettings, env: Environment, ceiling = Infinity): Harness {
  const agent = agentOf(settings);
  const program = settings.program ?? settings.command?.[0] ?? usualPrograms[settings.agent];
  return {
    id: `harness ${canonicalText({ ...settings, program, ...(Number.isFinite(ceiling) ? { ceiling } : {}) })}`,
    isSimulated: false,
    async run(request, signal) {
      const folder = mkdtempSync(join(tmpdir(), 'pawl-harness-'));
      const home = join(folder, 'home');
      const workspace = join(folder, 'work');
      try {
        const options: AgentOptions = { ...optionsOf(settings), program, prompt: request.prompt };
        writeFiles(home, agent.homeFiles?.(options) ?? {});
        writeFiles(workspace, { ...request.files, ...installed(agent, request.skill) });
        const meter = createTokenMeter(agent);
        const job = {
          command: agent.command(options),
          folder: workspace,
          environment: environmentOf(agent, settings, home, env),
          milliseconds: settings.timeoutSeconds * 1000,
          mustStop: (piece: string) => meter(piece) >= ceiling,
        };
        const result = await runCommand(job, signal).catch((error: unknown) => notStarted(error, program, signal));
        const files = readWorkspace(workspace, agent.skillFolder);
        if (result.isStopped) return stoppedReply(agent.read(result.stdout), meter(''), files);
        return replyOf(agent, result, files);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

function agentOf({ agent, command, variables }: HarnessSettings): Agent {
  if (agent !== 'command') return knownAgents[agent];
  if (command === undefined) throw new Fault('models/no-command', 'the agent `command` needs a command');
  return ownCommand(command, variables);
}

function optionsOf(settings: HarnessSettings): Omit<AgentOptions, 'program' | 'prompt'> {
  const { model, baseUrl, mayUseNetwork, mayBypassPermissions, extra } = settings;
  return { model, baseUrl, mayUseNetwork, mayBypassPermissions, extra };
}

/** The skill as the agent finds it. @source agentskills.io/specification: the folder has the name of the front matter */
function installed({ skillFolder }: Agent, skill: SkillFiles): Record<string, string> {
  // A set of skills: each lies in a folder of its own already.
  const isSet =
    (skill['SKILL.md'] ?? '').trim() === '' && Object.keys(skill).some((path) => /^[^/]+\/SKILL\.md$/.test(path));
  if (isSet) {
    const { 'SKILL.md': _blank, ...own } = skill;
    return Object.fromEntries(Object.entries(own).map(([path, text]) => [`${skillFolder}/${path}`, text]));
  }
  const name = /^---\n[\s\S]*?^name:\s*([a-z0-9-]+)\s*$/m.exec(skill['SKILL.md'] ?? '')?.[1] ?? 'skill';
  return Object.fromEntries(Object.entries(skill).map(([path, text]) => [`${skillFolder}/${name}/${path}`, text]));
}

/** Only what the agent needs: no variable of the user's that it does not name. */
function environmentOf(
  agent: Agent,
  settings: HarnessSettings,
  home: string,
  env: Environment,
): Record<string, string> {
  const names = [...agent.variables, ...settings.variables];
  const passed = names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  const address = settings.baseUrl === undefined ? {} : addressVariable(agent.name, settings.baseUrl);
  return {
    ...Object.fromEntries(passed),
    ...address,
    PATH: env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: home,
    LANG: 'C.UTF-8',
    CI: 'true',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
}

function addressVariable(agent: string, baseUrl: string): Record<string, string> {
  if (agent === 'claude-code') return { ANTHROPIC_BASE_URL: baseUrl };
  return agent === 'gemini' ? { GOOGLE_GEMINI_BASE_URL: baseUrl } : {};
}

function notStarted(error: unknown, program: string, signal: AbortSignal | undefined): never {
  if (signal?.aborted === true) throw abortReason(signal);
  throw new Fault('models/no-agent', `cannot start ${program}`, { cause: error, details: { program } });
}

function stoppedReply({ text, transcript }: AgentOutput, tokens: number, files: Record<string, string>): HarnessReply {
  return { text, transcript, files, usage: { calls: 1, promptTokens: tokens, completionTokens: 0 } };
}

function replyOf(agent: Agent, result: CommandResult, files: Record<string, string>): HarnessReply {
  if (result.isTimedOut) throw outageFault('timeout', `${agent.name} was ended at its time limit`);
  const { error, ...output } = agent.read(result.stdout);
  if (error !== undefined) throw outageFault(kindOf(error), `${agent.name}: ${error}`);
  if (result.exitCode !== 0 && agent.name !== 'command' && output.usage === undefined) {
    throw outageFault('connection', `${agent.name} ended with ${result.exitCode}: ${result.stderr.trim().slice(-500)}`);
  }
  return { ...output, files };
}

const kindOf = (error: string): 'rate-limit' | 'connection' =>
  /\b429\b|rate.?limit|overloaded/i.test(error) ? 'rate-limit' : 'connection';

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    const whole = join(folder, path);
    if (relative(folder, whole).startsWith('..')) {
      throw new Fault('sandbox/bad-file', `"${path}" would leave the workspace`, { details: { path } });
    }
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
  }
}

/** What the agent left in its workspace, without the skill that was put there and what it keeps beside it for itself. */
function readWorkspace(workspace: string, skillFolder: string): Record<string, string> {
  const own = skillFolder.startsWith('.') ? skillFolder.slice(0, skillFolder.indexOf('/')) : skillFolder;
  const files: Record<string, string> = {};
  for (const entry of readdirSync(workspace, { recursive: true, withFileTypes: true })) {
    const whole = join(entry.parentPath, entry.name);
    const path = relative(workspace, whole);
    if (!entry.isFile() || path.startsWith(`${own}/`) || statSync(whole).size > maxFileBytes) continue;
    if (Object.keys(files).length >= maxFiles) break;
    files[path] = readFileSync(whole, 'utf8');
  }
  return files;
}
