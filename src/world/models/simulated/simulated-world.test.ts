import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '#foundation/contracts/ports';
import type { SkillFiles } from '#foundation/contracts/skills';
import { createRng } from '#foundation/kernel';
import { mean } from '#foundation/statistics';
import { findSimulatedWorld, simulatedWorlds } from './named-worlds.ts';
import { ACTIONS, drawRules, ruleLine } from './rule-book.ts';
import { createSimulatedOptimizer } from './simulated-optimizer.ts';
import { createSimulatedWorld } from './simulated-world.ts';
import { tagSets } from './true-score.ts';

const skillOf = (...lines: string[]): SkillFiles => ({ 'SKILL.md': `# Tags\n\n${lines.join('\n')}\n` });

/** Plays fresh tasks: an estimate of the true score that shares nothing with its formula but the world. */
async function playFresh(name: string, skill: SkillFiles, count: number): Promise<number> {
  const data = findSimulatedWorld(name);
  const world = createSimulatedWorld({ ...data, splits: { ...data.splits, test: count } }, 3);
  const scores = [];
  for (const task of world.tasks('test')) {
    const outcome = await world.rollout({ task, skill, repeat: 0, mayShowFeedback: false });
    if (outcome.kind === 'scored') scores.push(outcome.score.hard);
  }
  return mean(scores);
}

describe('the true score of a skill', () => {
  it.each(simulatedWorlds.map((world) => world.name))('is what fresh rollouts give: %s', async (name) => {
    const data = findSimulatedWorld(name);
    const rules = drawRules(data, 3);
    const right = rules.slice(0, 9).map(({ tag, action }) => ruleLine(tag, action));
    const wrong = ruleLine(
      rules[10]!.tag,
      ACTIONS.find((action) => action !== rules[10]!.action)!,
    );
    const skill = skillOf(...right, wrong, '- Stay calm.', right[0]!);
    const truth = createSimulatedWorld(data, 3).trueScore(skill);
    const count = 8000;
    const spread = Math.sqrt((truth * (1 - truth)) / count);
    expect(Math.abs((await playFresh(name, skill, count)) - truth)).toBeLessThan(4 * spread);
  });

  it('property: tag sets are a distribution', () => {
    fc.assert(
      fc.property(
        fc.nat(5000),
        fc.integer({ min: 6, max: 20 }),
        fc.double({ min: 0.3, max: 1.3, noNaN: true }),
        (seed, rules, zipf) => {
          const data = {
            ...findSimulatedWorld('easy'),
            rules,
            zipf,
            tagsPerTask: [1, (seed % 150) / 100, (seed % 100) / 100],
          };
          const total = tagSets(data, drawRules(data, seed)).reduce((sum, set) => sum + set.chance, 0);
          expect(total).toBeCloseTo(1, 9);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('falls with useless lines, not with remarks, and a rule without the one it needs misleads', () => {
    const easy = findSimulatedWorld('easy');
    const world = createSimulatedWorld(easy, 1);
    const empty = world.trueScore(skillOf());
    expect(world.trueScore(skillOf('> A remark.'))).toBe(empty);
    expect(world.trueScore(skillOf('- Be calm.'))).toBeCloseTo(empty * 0.985, 12);
    const linked = findSimulatedWorld('interacting');
    const bound = drawRules(linked, 1).find((rule) => rule.needs !== undefined)!;
    const other = createSimulatedWorld(linked, 1);
    expect(other.trueScore(skillOf(ruleLine(bound.tag, bound.action)))).toBeLessThan(other.trueScore(skillOf()));
  });
});

describe('a simulated world', () => {
  it('gives the same rollout for the same request, and fresh luck for another repeat or skill', async () => {
    const world = createSimulatedWorld(findSimulatedWorld('easy'), 1);
    const replies = async (skill: SkillFiles, repeat: number): Promise<string> => {
      const outcomes = await Promise.all(
        world.tasks('train').map((task) => world.rollout({ task, skill, repeat, mayShowFeedback: true })),
      );
      return JSON.stringify(outcomes.map((outcome) => (outcome.kind === 'scored' ? outcome.score.hard : null)));
    };
    expect(await replies(skillOf(), 0)).toBe(await replies({ ...skillOf() }, 0));
    expect(await replies(skillOf(), 0)).not.toBe(await replies(skillOf(), 1));
    expect(await replies(skillOf(), 0)).not.toBe(await replies(skillOf('> Other text.'), 0));
  });

  it('hints only where feedback may be shown', async () => {
    const world = createSimulatedWorld(findSimulatedWorld('easy'), 1);
    for (const task of world.tasks('validation')) {
      const outcome = await world.rollout({ task, skill: skillOf(), repeat: 0, mayShowFeedback: false });
      expect(outcome).not.toHaveProperty('score.feedback');
    }
  });
});

describe('the simulated optimizer', () => {
  const ask = async (asked: string, seed = 1, world = 'easy'): Promise<Record<string, unknown>> => {
    const request: ModelRequest = { stage: 'analyst', messages: [{ role: 'user', content: asked }], seed };
    const reply = await createSimulatedOptimizer(findSimulatedWorld(world), 1).complete(request);
    return { ...JSON.parse(reply.text) };
  };
  const hint = (tag: string, action: string): string =>
    `{"feedback":"Hint: for the tag \\"${tag}\\" the action is ${action}."}`;
  const analyst = (document: string, ...records: string[]): string =>
    `"failure_summary" "patch" "edits"\n=== BEGIN file SKILL.md 12ab ===\n${document}\n=== END file SKILL.md 12ab ===\n` +
    `=== BEGIN rollouts 34cd ===\n${records.join('\n')}\n=== END rollouts 34cd ===`;

  it('takes up at most three hints, and knows nothing that the prompt does not say', async () => {
    const prompt = analyst(
      '# Tags',
      hint('kelp', 'WELD'),
      hint('onyx', 'MELT'),
      hint('jade', 'ETCH'),
      hint('fjord', 'JOIN'),
    );
    const seen = { right: 0, wrong: 0, useless: 0 };
    for (let seed = 0; seed < 300; seed += 1) {
      const reply = JSON.stringify(await ask(prompt, seed));
      const tags = [...reply.matchAll(/For the tag \\"([a-z]+)\\" the action is ([A-Z]+)/gu)];
      expect(tags).toHaveLength(3);
      for (const [, tag, action] of tags) {
        seen[{ kelp: 'WELD', onyx: 'MELT', jade: 'ETCH', fjord: 'JOIN' }[tag!] === action ? 'right' : 'wrong'] += 1;
      }
      if (reply.includes('Remember')) seen.useless += 1;
    }
    expect(seen.wrong / 900).toBeGreaterThan(0.08);
    expect(seen.wrong / 900).toBeLessThan(0.16);
    expect(seen.useless / 300).toBeGreaterThan(0.2);
    expect(seen.useless / 300).toBeLessThan(0.4);
  });

  it('replaces a rule that a hint contradicts and leaves one that it confirms', async () => {
    const old = ruleLine('kelp', 'MELT');
    const same = ruleLine('jade', 'ETCH');
    const reply = await ask(analyst(`# Tags\n${old}\n${same}`, hint('kelp', 'WELD'), hint('jade', 'ETCH')), 5);
    expect(reply).toHaveProperty('patch.edits.0.op', 'replace');
    expect(reply).toHaveProperty('patch.edits.0.target', old);
    expect(JSON.stringify(reply['patch'])).not.toContain('jade');
  });

  it('answers in the format that is asked for', async () => {
    const items =
      '=== BEGIN items 56ef ===\n{"id":"a","content":"x","support_count":1}\n{"id":"b","content":"y","support_count":4}\n=== END items 56ef ===';
    expect(await ask(`{"reasoning": "…", "selected_indices": []}\n${items}`)).toMatchObject({
      selected_indices: [1, 0],
    });
    expect(await ask(`{"learning_rate": 1}\n${items}`)).toMatchObject({ learning_rate: 2 });
    expect(await ask(`"edits": [{"from"}]\n${items}`)).toMatchObject({ edits: [{ from: ['b'] }, { from: ['a'] }] });
    expect(await ask('"slow_update_content"')).toHaveProperty('slow_update_content');
    expect(await ask('"meta_skill_content"')).toHaveProperty('meta_skill_content');
    expect(await ask(`"skill_candidates" "failure_summary" ${hint('kelp', 'WELD')}`)).toHaveProperty(
      'patch.skill_candidates.0.new_skill',
    );
    expect(await ask(`"revise_suggestions" "failure_summary" ${hint('kelp', 'WELD')}`)).toHaveProperty(
      'patch.revise_suggestions.0.instruction',
    );
    expect(await ask('"change_summary" "new_skill"')).toHaveProperty('new_skill');
  });

  it('on a plateau writes lines that are neutral or cost one to three points, never a copy', async () => {
    const data = findSimulatedWorld('plateau');
    const world = createSimulatedWorld(data, 1);
    const before = world.trueScore(world.firstSkill);
    const costs = new Set<string>();
    for (let seed = 0; seed < 60; seed += 1) {
      const rule = createRng(`pick/${seed}`).pick(drawRules(data, 1));
      const reply = await ask(analyst(world.firstSkill['SKILL.md']!, hint(rule.tag, rule.action)), seed, 'plateau');
      const text = JSON.stringify(reply);
      const lines = [...text.matchAll(/"content":"([^"]+)"/gu)].map((found) => found[1]!);
      const candidate = { 'SKILL.md': `${world.firstSkill['SKILL.md']!}\n${lines.join('\n')}\n` };
      const cost = before - world.trueScore(candidate);
      expect(cost).toBeGreaterThanOrEqual(0);
      expect(cost).toBeLessThan(0.03);
      costs.add(cost.toFixed(3));
    }
    expect(costs.size).toBe(2);
  });
});
