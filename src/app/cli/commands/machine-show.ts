import { skillName } from '#foundation/contracts';
import { z } from 'zod';
import { circuitToDot } from '#logic/circuit/formats';
import { Fault } from '#foundation/kernel';
import { patchedPlan } from '#learners/machine/evolve';
import { counted, inGoodWords } from '../counted.ts';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { type FragmentView, machineToDot, machineToSvg, viewsOf } from '../machine/draw-machine.ts';
import { type KeptMachine, openMachine } from '../machine/open-machine.ts';

export const machineShow = defineCommand({
  name: 'machine show',
  args: [{ name: 'RUN', says: 'an id, the beginning of one, or latest', required: true }],
  flags: z.object({
    expert: z.string().optional().describe('a fragment such as ARITH_EXPR@2, or a part of one: ARITH_EXPR@2/PART'),
    format: z.enum(['text', 'dot', 'svg']).default('text').describe('words, a Graphviz picture, or a picture'),
    output: z.string().optional().describe('file to write; printed unless told'),
  }),
  short: { output: 'o' },
  examples: [
    'pawl machine show latest',
    "pawl machine show latest --expert 'PARITY@2'",
    'pawl machine show latest --format svg -o machine.svg',
  ],

  async run([asked], { expert, format, output }, shell) {
    const kept = await openMachine(shell, asked);
    const views = viewsOf(kept.main, kept.find);
    const chosen = expert === undefined ? views : [findView(views, expert)];
    if (shell.json && format === 'text') {
      shell.print(JSON.stringify({ run: kept.run.id, fragments: chosen }));
      return ExitCode.ok;
    }
    const text = picture(kept, chosen, { expert, format });
    if (output !== undefined) {
      shell.writeFile(output, text);
      shell.note(`wrote ${output}`);
    } else print(text, shell);
    return ExitCode.ok;
  },
});

function print(text: string, shell: Shell): void {
  for (const line of text.replace(/\n$/, '').split('\n')) shell.print(line);
}

function findView(views: readonly FragmentView[], expert: string): FragmentView {
  const name = expert.split('/')[0]!;
  const found = views.find(({ fragment }) => fragment === name);
  if (found === undefined) {
    throw new Fault(
      'cli/usage',
      `the machine has no fragment ${name}; it has ${views.map(({ fragment }) => fragment).join(', ')}`,
    );
  }
  return found;
}

interface Picture {
  readonly expert: string | undefined;
  readonly format: 'text' | 'dot' | 'svg';
}

function picture({ main, find }: KeptMachine, views: readonly FragmentView[], { expert, format }: Picture): string {
  const part = expert?.includes('/') === true ? expert.slice(expert.indexOf('/') + 1) : undefined;
  if (part !== undefined && expert !== undefined) {
    const skill = main.skills.find((each) => skillName(each) === expert.split('/')[0])!;
    const found = patchedPlan(skill, main.patched, find).parts.find(({ id }) => id === part);
    if (found === undefined)
      throw new Fault(
        'cli/usage',
        `there is no part ${part}; it has ${views[0]!.parts.map(({ id }) => id).join(', ')}`,
      );
    return circuitToDot(found.circuit, expert);
  }
  if (format === 'dot') return machineToDot(views);
  if (format === 'svg') return machineToSvg(views);
  return views.flatMap((view) => textOf(view, expert !== undefined)).join('\n');
}

function textOf(
  { fragment, class: kind, says, thinkSteps, state, gates, parts, slots }: FragmentView,
  isWhole: boolean,
): string[] {
  const served = slots.filter((slot) => slot !== fragment);
  return [
    `${fragment.padEnd(34)} ${kind}: ${inGoodWords(says)}`,
    `${''.padEnd(34)} ${counted(parts.length, 'expert')}, ${counted(gates, 'gate')}, ${counted(state, 'bit')} of state, ${counted(thinkSteps, 'think-step')}${served.length === 0 ? '' : `; serves ${served.join(', ')} too`}`,
    ...(isWhole
      ? parts.map(
          ({ id, reads, writes, gates: own, guarded }) =>
            `  ${id.padEnd(40)} reads ${reads}, writes ${writes}, ${own} gates${guarded ? ', where its guard holds' : ''}`,
        )
      : []),
  ];
}
