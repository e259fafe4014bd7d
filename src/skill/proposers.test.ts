import type { Harness, HarnessRequest } from '#contracts';
import { createRng } from '#kernel';
import { describe, expect, it } from 'vitest';
import { rollout, type Script, scriptedOptimizer } from './fixtures/scripted-optimizer.ts';
import type { ProposeInput } from './proposer.ts';
import { codingAgentProposer, parentMerger, reflectiveProposer } from './proposers.ts';

const kept = '<!-- KEEP_START -->\n- Never round.\n<!-- KEEP_END -->';
const input: ProposeInput = {
  parent: { 'SKILL.md': `# A\n\n- Add.\n\n${kept}\n`, 'scripts/add.py': 'print(1)\n' },
  rollouts: [rollout('t1', 0), rollout('t2', 0), rollout('t3', 1)],
  editBudget: 1,
  history: '',
  metaSkill: '',
  guarded: [{ id: 'task-17', text: '', data: null, secrets: ['Ada Lovelace'] }],
  rng: createRng('p'),
};
const settings = {
  minibatchSize: 1,
  failureOnly: true,
  editBudget: 4,
  failBelow: 1,
  mergeBatchSize: 8,
  mayRepair: false,
};

const answers: Script = ({ stage }) => {
  if (stage === 'analyst') return { patch: { edits: [{ op: 'append', content: '- Check.', target: '' }] } };
  const edits = ['- Check.', '- Twice.'].map((content) => ({ op: 'append', content, target: '' }));
  return stage === 'merge' ? { edits } : { selected_indices: [1] };
};

describe('proposers behind one interface', () => {
  it('bounded edits go through reflect, aggregate, select and update', async () => {
    const { optimizer, requests } = scriptedOptimizer(answers);
    const made = await reflectiveProposer('edits', { ...settings, mode: 'patch' }).propose(input, optimizer);
    expect(requests.map(({ stage }) => stage)).toEqual(['analyst', 'analyst', 'merge', 'ranking']);
    expect(made.skill?.['SKILL.md']).toBe(`# A\n\n- Add.\n\n${kept}\n\n- Twice.\n`);
    expect(made.items.map(({ origin }) => origin.causes.length)).toEqual([2]);
  });

  it('says why nothing came of it', async () => {
    const { optimizer } = scriptedOptimizer(() => ({ patch: { edits: [] } }));
    const made = await reflectiveProposer('edits', { ...settings, mode: 'patch' }).propose(input, optimizer);
    expect(made).toMatchObject({ skill: undefined, why: 'no edits were proposed' });
  });

  it('a merge of two parents keeps the regions of the first and the files of both', async () => {
    const other = { 'SKILL.md': '# B\n', 'references/b.md': 'b\n' };
    const { optimizer } = scriptedOptimizer(() => ({ new_skill: '# A and B\n' }));
    const made = await parentMerger.propose({ ...input, other }, optimizer);
    expect(made.skill).toEqual({
      'SKILL.md': `# A and B\n\n${kept}\n`,
      'references/b.md': 'b\n',
      'scripts/add.py': 'print(1)\n',
    });
    expect(await parentMerger.propose(input, optimizer)).toMatchObject({ skill: undefined });
  });

  it('a coding agent works on the files in a workspace; regions, foreign files and leaks are kept out', async () => {
    const seen: HarnessRequest[] = [];
    const agent = (files: Record<string, string>): Harness => ({
      id: 'test',
      isSimulated: true,
      run: (request) => {
        seen.push(request);
        return Promise.resolve({ text: 'done', files, transcript: [] });
      },
    });
    const { optimizer } = scriptedOptimizer(() => 'never');
    const propose = (files: Record<string, string>): ReturnType<(typeof parentMerger)['propose']> =>
      codingAgentProposer(agent(files)).propose(input, optimizer);
    const made = await propose({ 'skill/SKILL.md': '# A\n\n- Better.\n', 'notes.txt': 'x', 'skill/../evil': 'x' });
    expect(made.skill).toEqual({ 'SKILL.md': `# A\n\n- Better.\n\n${kept}\n`, 'scripts/add.py': 'print(1)\n' });
    expect(Object.keys(seen[0]!.files)).toEqual([
      'skill/SKILL.md',
      'skill/scripts/add.py',
      'rollouts/000.json',
      'rollouts/001.json',
      'rollouts/002.json',
    ]);
    expect(await propose({ 'skill/SKILL.md': '- Ada Lovelace' })).toMatchObject({
      skill: undefined,
      why: 'it contains an answer of task task-17',
    });
    expect(await propose({})).toMatchObject({ skill: undefined, why: 'nothing was changed' });
  });
});
