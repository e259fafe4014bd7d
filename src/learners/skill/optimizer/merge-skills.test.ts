import { expect, it } from 'vitest';
import { applyEdits } from '../edits/apply-edits.ts';
import { changedItems } from '../edits/changed-items.ts';
import { scriptedOptimizer, userText } from '../fixtures/scripted-optimizer.ts';
import { mergeSkills } from './merge-skills.ts';

const kept = '<!-- KEEP_START -->\n- Never round.\n<!-- KEEP_END -->';
const first = { 'SKILL.md': `# A\n\n- Add.\n\n${kept}\n`, 'scripts/add.py': 'print(1)\n' };
const second = { 'SKILL.md': '# A\n\n- Carry.\n', 'references/b.md': 'b\n' };

it('two parents become one: the regions of the first, the files of both, and a difference that can be taken apart', async () => {
  const { optimizer, requests } = scriptedOptimizer(() => ({ new_skill: '# A\n\n- Add.\n- Carry.\n' }));
  const merged = await mergeSkills(first, second, optimizer);
  expect(userText(requests[0]!)).toMatch(/# First skill[\s\S]*# Second skill/);
  const origin = { id: 'm1', source: 'failure' as const, support: 1, causes: ['t1'] };
  const items = 'skill' in merged ? changedItems(first, merged.skill, origin) : [];
  const edits = items.flatMap((item) => (item.kind === 'edit' ? [item.edit] : []));
  expect(edits.map(({ op, content }) => [op, content])).toEqual([
    ['insert_after', '- Carry.'],
    ['append', 'b'],
  ]);
  expect(applyEdits(first, edits, { findLeaks: () => [], mayFallBack: false }).skill).toEqual({
    'SKILL.md': `# A\n\n- Add.\n- Carry.\n\n${kept}\n`,
    'scripts/add.py': 'print(1)\n',
    'references/b.md': 'b\n',
  });
});

it('says why nothing came of it', async () => {
  const { optimizer } = scriptedOptimizer(() => ({ new_skill: ' ' }));
  expect(await mergeSkills(first, second, optimizer)).toEqual({ problem: 'new_skill is empty' });
});
