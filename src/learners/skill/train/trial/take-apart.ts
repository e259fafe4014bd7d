import type { SkillFiles, SkillTask } from '#foundation/contracts/skills';
import { changedItems, ideaText, type ItemEffect, recombine, update, type UpdateItem } from '#learners/skill/edits';
import type { Change } from '../state/train-state.ts';
import { meanHard, practise } from '../propose/practise.ts';
import { asJson } from '../propose/step.ts';
import { candidateOf } from '../propose/update-skill.ts';
import { keepVersion, type SkillVersion } from '../skill-version.ts';
import type { Practising, Proposing, Remembering, Telling } from '../train-run.ts';

/** Rollouts that the harm of an item counts against its idea. */
const HARM = 4;

/** Groups that a bundle is taken apart into at most: more would cost more to measure than to propose anew. */
const MOST_GROUPS = 12;

/**
 * Takes a refused bundle apart on training tasks, however large it is: items one by one, or in groups where there are many. For each
 * group i, on the failures that caused it:
 *
 *     effect(i) = mean score of the whole bundle − mean score of the bundle without i
 *
 * Items with a positive effect make the smaller bundle that is returned, and join the next proposal should it be refused too; items
 * that did harm are remembered, so that the idea does not come back.
 */
export async function takeApart(
  run: Telling & Remembering & Practising & Proposing,
  change: Change,
  base: SkillFiles,
): Promise<Change | undefined> {
  run.enter('credit');
  const { step } = change.maker;
  const items = asEdits(change, base);
  const effects: ItemEffect[] = [];
  for (const group of groupsOf(items)) {
    const tasks = causesOf(run, group).slice(0, run.settings.search.creditTasks * group.length);
    const reduced = await buildFrom(
      run,
      items.filter((item) => !group.includes(item)),
      base,
    );
    if (tasks.length === 0 || reduced === undefined) continue;
    const origin = `${change.version.origin}_without_${group.map((item) => item.origin.id).join('_')}`;
    const version = keepVersion(reduced, origin, run.journal);
    const effect = (await scoreOn(run, change.version, tasks)) - (await scoreOn(run, version, tasks));
    for (const item of group) effects.push({ item, effect });
  }
  const harmful = effects.filter(({ effect }) => effect < 0);
  for (const { item } of harmful) run.book.ideaMeasured(ideaText(item), { good: 0, bad: HARM });
  const helpful = recombine(effects, items.length);
  // Harm can hide what the others are worth: then all that did none are tried together.
  const harmless = harmful.length > 0 ? effects.filter(({ effect }) => effect >= 0).map(({ item }) => item) : [];
  const good = helpful.length > 0 ? helpful : harmless;
  run.emit(
    'bundle-credited',
    asJson({
      step,
      effects: effects.map(({ item, effect }) => ({ item: item.origin.id, effect })),
      kept: good.map(({ origin }) => origin.id),
    }),
  );
  run.book.tookApart(effects, good);
  if (good.length === 0 || good.length === items.length) return undefined;
  const skill = await buildFrom(run, good, base);
  if (skill === undefined) return undefined;
  const made = candidateOf(run, skill, good, { parent: run.state.current, maker: change.maker });
  return 'why' in made ? undefined : made;
}

/** The items as edits: what rewrites and guidance changed is read off the two texts. */
function asEdits({ items, version, maker }: Change, base: SkillFiles): readonly UpdateItem[] {
  if (items.every(({ kind }) => kind === 'edit')) return items;
  const causes = [...new Set(items.flatMap(({ origin }) => origin.causes))];
  const origin = { id: `d${maker.step}`, source: 'failure', support: Math.max(1, causes.length), causes } as const;
  return changedItems(base, version.skill, { ...origin, causes });
}

function groupsOf(items: readonly UpdateItem[]): readonly (readonly UpdateItem[])[] {
  const size = Math.ceil(items.length / MOST_GROUPS);
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

async function buildFrom(
  run: Proposing,
  items: readonly UpdateItem[],
  base: SkillFiles,
): Promise<SkillFiles | undefined> {
  const proposal = { reasoning: '', items: [...items] };
  const input = { skill: base, proposal, mode: 'patch', history: '', guarded: run.guarded, mayRepair: false } as const;
  const made = await update(input, run.optimizer);
  return made.action === 'candidate' ? made.skill : undefined;
}

/** The training tasks behind some items. */
function causesOf(run: Practising, items: readonly UpdateItem[]): readonly SkillTask[] {
  const causes = new Set(items.flatMap(({ origin }) => origin.causes));
  return run.train.filter(({ id }) => causes.has(id));
}

/** Mean of fresh training rollouts on these tasks. */
async function scoreOn(
  run: Remembering & Practising,
  version: SkillVersion,
  tasks: readonly SkillTask[],
): Promise<number> {
  return meanHard(await practise(run, version, tasks, 'credit'));
}
