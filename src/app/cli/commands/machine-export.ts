import { skillName } from '#foundation/contracts';
import { z } from 'zod';
import { planToC, planToWasm, stepCircuitOf } from '#learners/machine/combined';
import type { ThinkPlan } from '#learners/machine/hypotheses';
import { writeAiger } from '#logic/circuit/aiger';
import { Fault } from '#foundation/kernel';
import { patchedPlan } from '#learners/machine/evolve';
import { defineCommand, ExitCode } from '../command.ts';
import { openMachine } from '../machine/open-machine.ts';

const writers: Readonly<
  Record<string, { readonly ending: string; readonly write: (plan: ThinkPlan, name: string) => string | Uint8Array }>
> = {
  aiger: { ending: 'aag', write: (plan, name) => writeAiger(stepCircuitOf(plan), { format: 'ascii', comment: name }) },
  wasm: { ending: 'wasm', write: (plan) => planToWasm(plan) },
  c: { ending: 'c', write: planToC },
};

export const machineExport = defineCommand({
  name: 'machine export',
  args: [{ name: 'RUN', says: 'an id, the beginning of one, or latest', required: true }],
  flags: z.object({
    format: z.enum(['aiger', 'wasm', 'c']).default('wasm').describe('what to write'),
    task: z.string().optional().describe("only this fragment, such as 'PARITY@2'; all unless told"),
    dir: z.string().default('machine').describe('folder for one file per fragment'),
  }),
  examples: [
    "pawl machine export latest --format wasm --task 'PARITY@2'",
    'pawl machine export latest --format aiger --dir circuits',
    'pawl machine export latest --format c --json',
  ],

  async run([asked], { format, task, dir }, shell) {
    const { run, main, find } = await openMachine(shell, asked);
    const chosen = main.skills.filter((skill) => task === undefined || skillName(skill) === task);
    if (chosen.length === 0) {
      throw new Fault(
        'cli/usage',
        `the machine has no fragment ${task ?? ''}; it has ${main.skills.map(skillName).join(', ')}`,
      );
    }
    const { ending, write } = writers[format]!;
    const files = chosen.map((skill) => {
      const name = skillName(skill);
      const plan = patchedPlan(skill, main.patched, find);
      const file = `${dir}/${name.replaceAll(/[^\w.@-]+/g, '_')}.${ending}`;
      const content = write(plan, name);
      shell.writeFile(file, content);
      return {
        file,
        fragment: name,
        observation: plan.inputs,
        action: plan.outputs,
        state: plan.state,
        thinkSteps: plan.thinkSteps,
      };
    });
    if (shell.json) shell.print(JSON.stringify({ run: run.id, format, files }));
    else {
      for (const each of files) {
        shell.print(
          `${each.file}  ${each.observation} bits of observation, ${each.action} of action, ${each.state} of state, ${each.thinkSteps} think-steps`,
        );
      }
    }
    return ExitCode.ok;
  },
});
