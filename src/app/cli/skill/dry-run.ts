import type { Usage } from '#foundation/contracts/ports';
import type { SkillFiles, SkillWorld } from '#foundation/contracts/skills';
import { createGate, gateRow, tasksToFind } from '#ratchet/gate';
import { createRng, type Rng } from '#foundation/kernel';
import type { JudgingPorts } from '#learners/skill/judging';
import { estimateRun, type TrainSettings } from '#learners/skill/train';
import type { Shell } from '../command.ts';

/** One sentence on what the validation tasks can decide: an A/A check with the gate that will be used. */
export function powerOf(settings: TrainSettings, world: SkillWorld): string {
  return measured(settings, world).before.summary;
}

/** What the gate says before the run, and the chance it has left for further questions. */
function measured(
  settings: TrainSettings,
  world: SkillWorld,
): { readonly before: ReturnType<ReturnType<typeof createGate>['before']>; readonly rng: Rng; readonly tasks: number } {
  const tasks = world.tasks('validation').map(({ id }) => id);
  const rng = createRng(`train/${settings.seed}/power`);
  return { before: createGate({ ...settings.gate, tasks }, rng).before(), rng, tasks: tasks.length };
}

/** In words: which gains this run can prove, and how many validation tasks half of the smallest would need. */
function provableOf({ gate }: TrainSettings, { before, rng, tasks }: ReturnType<typeof measured>): string {
  const { power, smallestDetectable: least } = before;
  // Rounded down, as the gate's own sentence does: the two stand beside each other.
  const chances = power.map(({ gain, accepted }) => `+${points(gain)} in ${Math.floor(100 * accepted)} %`).join(', ');
  const half = (least ?? power.at(-1)?.gain ?? 0.4) / 2;
  const needed = tasksToFind(half, gate, rng);
  const more =
    needed === null
      ? `a gain of ${points(half)} points needs more than 320 validation tasks`
      : `a gain of ${points(half)} points needs about ${needed}`;
  return `of true gains in points this run proves ${chances} of runs; it has ${tasks} validation tasks, ${more}`;
}

function points(gain: number): string {
  return String(Math.round(1000 * gain) / 10);
}

/** What the limits count a rollout as: a guess that the run corrects as it measures, and the most that one may use. */
function reservationLines({ usual, ceiling }: SkillWorld, { limits }: TrainSettings): readonly string[] {
  const isCounted = limits.tokens !== undefined || limits.dollars !== undefined || limits.calls !== undefined;
  if (!isCounted || ceiling === undefined) return [];
  const show = ({ promptTokens, completionTokens, dollars }: Usage): string =>
    `${(promptTokens + completionTokens).toLocaleString('en')} tokens${dollars === undefined ? '' : ` ($${dollars.toFixed(4)})`}`;
  if (usual === undefined) return [`  reserved         ${show(ceiling)} per rollout`];
  return [
    `  reserved         about ${show(usual)} per rollout until it is measured; none begins unless ${show(ceiling)} fit`,
  ];
}

interface DryRoles {
  readonly world: SkillWorld;
  readonly judging?: JudgingPorts;
}

/** Says what a run may cost and what its data can decide; spends nothing. */
export function dryRun(skill: SkillFiles, settings: TrainSettings, { world, judging }: DryRoles, shell: Shell): void {
  const estimate = estimateRun(skill, settings, world, judging !== undefined);
  const found = measured(settings, world);
  const power = found.before.summary;
  const provable = gateRow(settings.gate).isTested ? provableOf(settings, found) : 'nothing: this gate does not test';
  if (shell.json) {
    shell.print(
      JSON.stringify({
        dryRun: true,
        simulated: world.isSimulated,
        ...estimate,
        limits: settings.limits,
        reserved: { usual: world.usual ?? null, ceiling: world.ceiling ?? null },
        power,
        provable,
      }),
    );
    return;
  }
  const show = ({ low, high }: { low: number; high: number }): string =>
    `${low.toLocaleString('en')} to ${high.toLocaleString('en')}`;
  shell.print(`${estimate.steps} step${estimate.steps === 1 ? '' : 's'} on ${world.name}; nothing was spent`);
  shell.print(`  rollouts         ${show(estimate.rollouts)}`);
  if (estimate.looks > 0) {
    shell.print(
      `  judge looks      ${estimate.looks.toLocaleString('en')} before the first step, beside the rollouts; at most ${estimate.furtherLooks.toLocaleString('en')} more at replies on which they differ`,
    );
  }
  shell.print(`  optimizer calls  ${show(estimate.optimizerCalls)}`);
  shell.print(`  tokens           ${show(estimate.tokens)}`);
  if (estimate.dollars === undefined) shell.print('  dollars          no price is known');
  else shell.print(`  dollars          ${estimate.dollars.low.toFixed(2)} to ${estimate.dollars.high.toFixed(2)}`);
  for (const line of reservationLines(world, settings)) shell.print(line);
  shell.print(`  gate             ${power}`);
  shell.print(`  can be proved    ${provable}`);
}
