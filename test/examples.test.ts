import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { expectCommand } from './expect-command.ts';

/** Command lines of a text, as words after `pawl`. */
function commandLines(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/npx (?:--yes )?pawl ([^`\n|]+)/g)].map(([, line]) => line!.trim().split(/\s+/));
}

const plugin = 'examples/agent-plugin';
const workflow = readFileSync('examples/github-action/.github/workflows/skill.yml', 'utf8');
const skill = readFileSync(`${plugin}/skills/pawl/SKILL.md`, 'utf8');

it.each([
  ['the workflow', workflow.replaceAll('\n          --', ' --')],
  ['the skill of the plugin', skill],
  ['its readme', readFileSync('examples/github-action/README.md', 'utf8')],
])('%s names only commands and flags that exist', async (_, text) => {
  const lines = commandLines(text);
  expect(lines.length).toBeGreaterThan(0);
  for (const words of lines) await expectCommand(words);
});

it('the workflow and the manifest are what their readers expect', () => {
  const { on, jobs } = z
    .looseObject({
      on: z.looseObject({}),
      jobs: z.looseObject({ eval: z.looseObject({ steps: z.array(z.looseObject({})) }) }),
    })
    .parse(parse(workflow));
  expect(on).toHaveProperty('pull_request');
  expect(jobs.eval.steps.length).toBeGreaterThan(3);
  const manifest = JSON.parse(readFileSync(`${plugin}/.claude-plugin/plugin.json`, 'utf8'));
  expect(manifest).toMatchObject({ name: 'pawl', version: JSON.parse(readFileSync('package.json', 'utf8')).version });
  expect(JSON.parse(readFileSync(`${plugin}/.mcp.json`, 'utf8')).mcpServers.pawl.args).toContain('mcp');
  expect(skill).toMatch(/^---\nname: pawl\ndescription: .{40,}\n---\n/);
});
