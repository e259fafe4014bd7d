import { expect, it } from 'vitest';
import type { ModelClient } from '#foundation/contracts/ports';
import type { SkillWorld } from '#foundation/contracts/skills';
import { train, type TrainSummary } from '#learners/skill/train';
import { createMemoryJournal } from '#world/store';
import { shortOptimizer, shortSettings, shortWorld, timeless } from './short-run.ts';

const calm = shortWorld();
const world: SkillWorld = {
  ...calm,
  tasks: (split) => calm.tasks(split).map((task, i) => ({ ...task, secrets: i === 0 ? ['purple elephant'] : [] })),
};

/** Everything goes in unmeasured, so that only the scan keeps a leak out. */
function run(text: string): Promise<TrainSummary> {
  const usual = shortOptimizer();
  const optimizer: ModelClient = {
    ...usual,
    async complete(request) {
      const reply = await usual.complete(request);
      if (request.stage === 'slow_update') return { ...reply, text: JSON.stringify({ slow_update_content: text }) };
      if (request.stage !== 'analyst') return reply;
      return { ...reply, text: JSON.stringify({ patch: { edits: [] }, appendix_notes: [text] }) };
    },
  };
  const unmeasured = { gate: { kind: 'off' }, slowUpdate: true, slowUpdateGate: 'force' } as const;
  const settings = shortSettings({ ...unmeasured, slowUpdateSamples: 4, skillAware: true, testAtEnd: false });
  const skill = { 'SKILL.md': '# Words\n\n- Say one word.\n- Say one word!\n' };
  return train(skill, settings, { journal: createMemoryJournal(), world, optimizer, timer: timeless });
}

it('point 5: answers of tasks enter the skill neither by guidance nor by appendix notes, measured or not', async () => {
  const open = (await run('Slow down.')).final.skill['SKILL.md']!;
  expect(open).toContain('## Execution Notes Appendix\n- Slow down.');
  expect(open).toContain('<!-- SLOW_UPDATE_START -->\nSlow down.');
  const guarded = (await run('Say purple elephant.')).final.skill['SKILL.md']!;
  expect(guarded).not.toContain('purple');
});

it('the summary tells what is wrong with the skill', async () => {
  const { lint } = await run('Slow down.');
  expect(lint.map(({ kind }) => kind)).toContain('duplicate');
});
