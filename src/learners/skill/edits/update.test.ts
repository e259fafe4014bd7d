import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editItem, type Script, scriptedOptimizer, systemText, userText } from '../fixtures/scripted-optimizer.ts';
import { cutRegions } from '../document/regions.ts';
import { rewriteText } from './rewrite-text.ts';
import { update, type Update, type UpdateInput } from './update.ts';
import { updateModeOf } from './update-mode.ts';
import { type UpdateItem, UpdateMode } from './update-item.ts';

const text = `---
name: sums
---
# Sums

- Add them.

<!-- KEEP_START -->
- Never round.
<!-- KEEP_END -->

## Format

- Answer with digits.

<!-- SLOW_UPDATE_START -->
Check the sign.
<!-- SLOW_UPDATE_END -->
`;

function run(
  items: readonly UpdateItem[],
  changes: Partial<UpdateInput> = {},
  script: Script = () => 'never',
): { made: Promise<Update>; requests: ReturnType<typeof scriptedOptimizer>['requests'] } {
  const { optimizer, requests } = scriptedOptimizer(script);
  const input: UpdateInput = {
    skill: { 'SKILL.md': text },
    proposal: { reasoning: '', items: [...items] },
    mode: 'patch',
    history: '',
    guarded: [],
    mayRepair: true,
    ...changes,
  };
  return { made: update(input, optimizer), requests };
}

const origin = { id: 'a', source: 'failure', support: 1, causes: ['t1'] } as const;
const suggestion: UpdateItem = {
  kind: 'suggestion',
  origin: { ...origin, causes: ['t1'] },
  suggestion: { type: 'add_rule', title: 'a', motivation: '', instruction: 'b', priority: 'high' },
};
const rewrite = (body: string): UpdateItem => ({
  kind: 'rewrite',
  origin: { ...origin, causes: ['t1'] },
  rewrite: { title: 'a', changes: ['x'], text: body },
});

function regionsOf(made: Update): unknown {
  const { frontMatter, regions } = cutRegions(made.action === 'candidate' ? made.skill['SKILL.md']! : '');
  return { frontMatter, regions };
}

const { frontMatter, regions } = cutRegions(text);

describe('update by edits (1.8)', () => {
  it('applies edits in order and names those that took effect', async () => {
    const items = [
      editItem('a', '- Align.'),
      editItem('b', 'x', { target: 'not there at all' }),
      editItem('c', '- Sum up.', { target: '- Align.' }),
    ];
    const made = await run(items, { mayRepair: false }).made;
    expect(made).toMatchObject({ action: 'candidate', items: [items[0], items[2]] });
    expect(made.reports.map(({ status }) => status)).toEqual([
      'applied_append_before_protected_region',
      'skipped_replace_target_not_found',
      'applied_replace',
    ]);
  });

  it('edits that do not apply get one repair round with the reasons (the original dropped them silently)', async () => {
    const items = [
      editItem('a', '- Add all.', { target: 'Add everything up' }),
      editItem('b', '- Be kind.', { target: 'nowhere to go', op: 'insert_after' }),
    ];
    const { made, requests } = run(items, {}, () => ({
      edits: [
        { index: 0, op: 'replace', target: '- Add them.', content: '- Add all.' },
        { index: 7, op: 'append', content: 'evil', target: '' },
      ],
    }));
    const result = await made;
    expect(requests).toHaveLength(1);
    expect(requests[0]!.stage).toBe('edit_repair');
    expect(userText(requests[0]!)).toContain('the target is not in the file');
    expect(result.reports).toMatchObject([
      { index: 0, status: 'applied_replace', repaired: true },
      { index: 1, status: 'applied_insert_after_fallback_before_protected_region' },
    ]);
    expect(result).toMatchObject({ action: 'candidate', items });
  });

  it('leaks are never repaired', async () => {
    const guarded = [{ id: 'task-17', text: '', data: null, secrets: ['Ada Lovelace'] }];
    const { made, requests } = run([editItem('a', '- Say Ada Lovelace.')], { guarded });
    expect(await made).toMatchObject({ action: 'no-change', why: 'skipped_leak' });
    expect(requests).toEqual([]);
  });

  it('makes no candidate of nothing (the original evaluated it)', async () => {
    expect(await run([]).made).toMatchObject({ action: 'no-change', why: 'no edits were proposed' });
  });
});

describe('update by rewrite (1.8)', () => {
  const mode = 'rewrite_from_suggestions';

  it('protected regions survive a rewrite that drops or changes them (the original lost them)', async () => {
    const evil =
      '---\nname: evil\n---\n# Sums\n\n- Add all.\n\n<!-- KEEP_START -->\n- Round.\n<!-- KEEP_END -->\n\n## Format\n\n- Digits.\n<!-- SLOW_UPDATE_START -->';
    for (const body of ['# New\n\n- Add all.', evil]) {
      const byRewrite = await run([suggestion], { mode }, () => ({ new_skill: body, change_summary: ['added'] })).made;
      const byCandidate = await run([rewrite(body)], { mode: 'full_rewrite_minibatch' }).made;
      for (const made of [byRewrite, byCandidate]) expect(regionsOf(made)).toEqual({ frontMatter, regions });
    }
  });

  it('property: whatever a model writes, the protected parts stay and no others appear', () => {
    const piece = fc.constantFrom(
      '<!-- KEEP_START -->',
      '<!-- KEEP_END -->',
      '<!-- SLOW_',
      'UPDATE_START -->',
      '<!-- APPENDIX_START -->',
      '---',
      '# Sums',
      '## Format',
      '- x',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 10 }), (pieces) => {
        const next = cutRegions(rewriteText(text, pieces.join('')));
        expect(next.frontMatter).toBe(frontMatter);
        expect(next.regions).toEqual(regions);
        expect(cutRegions(rewriteText('# Plain\n', pieces.join('')))).toMatchObject({ frontMatter: '', regions: [] });
      }),
    );
  });

  it('puts a kept region back at the end of its section', () => {
    expect(rewriteText(text, '# Sums\n\n- Add all.\n\n## Format\n\n- Digits.\n\n# More\n')).toContain(
      '- Digits.\n\n<!-- KEEP_START -->\n- Never round.\n<!-- KEEP_END -->\n\n# More\n\n<!-- SLOW_UPDATE_START -->',
    );
  });

  it('shows skill, suggestions and earlier steps, with the limit of rewrites', async () => {
    const { made, requests } = run([suggestion], { mode, history: 'Step 1' }, () => ({ new_skill: '# New' }));
    expect(await made).toMatchObject({ action: 'candidate', items: [suggestion] });
    expect(requests[0]).toMatchObject({ stage: 'rewrite', maxTokens: 64_000 });
    expect(systemText(requests[0]!)).toContain('Rewrite the SKILL.md');
    expect(userText(requests[0]!)).toMatch(/# Skill[\s\S]*# Items[\s\S]*"priority_hint":"high"[\s\S]*# Earlier steps/);
  });

  it.each([
    ['is empty', { new_skill: '  ' }, 'new_skill is empty'],
    ['is cut off', { text: '{"new_skill": "# Half"}', finish: 'length' }, 'the reply was cut off at 64000 tokens'],
    ['leaks', { new_skill: '- Ada Lovelace' }, 'it contains an answer of task task-17'],
    ['is no rewrite', 'no', 'there is no single JSON object in the reply'],
  ])('skips when the new text %s', async (_, reply, why) => {
    const guarded = [{ id: 'task-17', text: '', data: null, secrets: ['Ada Lovelace'] }];
    expect(await run([suggestion], { mode, guarded }, () => reply).made).toEqual({
      action: 'no-rewrite',
      why,
      reports: [],
    });
  });

  it('takes the first candidate that has a text', async () => {
    const made = await run([rewrite(' '), rewrite('# New'), rewrite('# Other')], { mode: 'full_rewrite_minibatch' })
      .made;
    expect(made.action === 'candidate' && made.skill['SKILL.md']!.includes('# New\n')).toBe(true);
    expect(await run([rewrite('')], { mode: 'full_rewrite_minibatch' }).made).toMatchObject({
      action: 'no-rewrite',
    });
  });
});

describe('update modes', () => {
  it('are three, each known by its own name', () => {
    const modes = ['patch', 'rewrite_from_suggestions', 'full_rewrite_minibatch'];
    expect(modes.map(updateModeOf)).toEqual(modes);
    expect(UpdateMode.options).toEqual(modes);
  });

  it('have the aliases of the original', () => {
    expect(['patch', 'edits'].map(updateModeOf)).toEqual(['patch', 'patch']);
    for (const name of ['rewrite', 'rewrite_from_suggestions', 'suggestions', 'rewrite_suggestions']) {
      expect(updateModeOf(name)).toBe('rewrite_from_suggestions');
    }
    for (const name of [
      'full_rewrite',
      'full_rewrite_minibatch',
      'minibatch_full_rewrite',
      'skill_rewrite_minibatch',
    ]) {
      expect(updateModeOf(name)).toBe('full_rewrite_minibatch');
    }
  });

  it('an unknown mode is a fault (the original took it for patch)', () => {
    expect(() => updateModeOf('pach')).toThrow(expect.objectContaining({ code: 'skill/bad-setting' }));
  });
});
