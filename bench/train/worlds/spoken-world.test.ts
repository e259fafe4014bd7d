import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { createRefereeOptimizer, createRefereeWorld } from './referee-world.ts';
import { developmentGrammar, developmentWorlds } from './development-family.ts';
import { reportGrammar, reportWorlds } from './report-family.ts';
import { sayingOf } from './grammar.ts';
import { drawSpokenRules } from './spoken-rules.ts';

const worlds = [...developmentWorlds, ...reportWorlds];

describe('worlds with a language', () => {
  it.each([
    ['development', developmentGrammar],
    ['report', reportGrammar],
  ] as const)('%s: every wording of a rule, a hint and a task is understood', (_name, grammar) => {
    const rng = createRng('wordings');
    for (let at = 0; at < 200; at += 1) {
      const tags = rng.shuffle([...grammar.tags, ...grammar.moreTags]).slice(0, 1 + rng.below(2));
      const actions = tags.map(() => rng.pick(grammar.actions));
      const kind = rng.pick(grammar.kinds);
      expect(sayingOf(grammar.rule({ tags, actions }, rng), grammar)).toEqual({ tags, actions });
      expect(sayingOf(grammar.rule({ tags, actions, kind }, rng), grammar)).toEqual({ tags, actions, kind });
      expect(sayingOf(grammar.reworded({ tags, actions, kind }, rng), grammar)).toEqual({ tags, actions, kind });
      expect(sayingOf(grammar.hint(tags[0]!, actions[0]!, kind, rng), grammar)).toEqual({
        tags: [tags[0]],
        actions: [actions[0]],
        kind,
      });
      expect(sayingOf(grammar.task(kind, tags, rng), grammar)).toEqual({ tags, actions: [], kind });
      expect(sayingOf(grammar.platitude(rng), grammar)).toEqual({ tags: [], actions: [] });
    }
  });

  it('the two families share no word of their rules', () => {
    const words = ({ tags, moreTags, actions, kinds }: typeof reportGrammar): string[] => [
      ...tags,
      ...moreTags,
      ...actions,
      ...kinds,
    ];
    expect(words(developmentGrammar).filter((word) => words(reportGrammar).includes(word))).toEqual([]);
  });

  it.each(worlds.map((world) => [world.name, world] as const))(
    '%s: the true score is what rollouts score on average',
    async (_name, data) => {
      const world = createRefereeWorld({ ...data, splits: { ...data.splits, test: 600 } }, 3);
      const [line = ''] = world.firstSkill['SKILL.md']!.match(/^- .*$/mu) ?? [];
      const skill = { 'SKILL.md': `${world.firstSkill['SKILL.md']!}- Be quick.\n- Be calm.\n${line}\n` };
      let sum = 0;
      for (const task of world.tasks('test')) {
        const outcome = await world.rollout({ task, skill, repeat: 0, mayShowFeedback: false });
        sum += outcome.kind === 'scored' ? outcome.score.hard / 600 : 0;
      }
      expect(Math.abs(sum - world.trueScore(skill))).toBeLessThan(0.08);
      expect(world.trueScore(skill)).toBeLessThan(world.bestScore());
      expect(world.harmfulLines(skill).harmful).toBeGreaterThanOrEqual(2);
    },
  );

  it('the reflector errs in the same way again, less where it is shown more, and talks around its JSON', async () => {
    const data = developmentWorlds.find(({ name }) => name === 'dev-hostile')!;
    const optimizer = createRefereeOptimizer(data, 1);
    const said = async (hints: number): Promise<{ actions: Map<string, number>; prose: number }> => {
      const actions = new Map<string, number>();
      let prose = 0;
      for (let seed = 0; seed < 200; seed += 1) {
        const feedback = Array.from(
          { length: hints },
          () => '{"feedback":"At kelp WELD was expected (repair order)."}',
        );
        const content = `Answer with {"patch": {"edits": []}}\n=== BEGIN rollouts 1a ===\n${feedback.join('\n')}\n=== END rollouts 1a ===`;
        const { text } = await optimizer.complete({ stage: 'analyst', messages: [{ role: 'user', content }], seed });
        prose += Number(!text.startsWith('{'));
        const [action] = sayingOf(text, developmentGrammar).actions;
        if (action !== undefined) actions.set(action, (actions.get(action) ?? 0) + 1);
      }
      return { actions, prose };
    };
    const [one, three] = [await said(1), await said(3)];
    expect(one.actions.get('weld')! / 200).toBeLessThan(three.actions.get('weld')! / 200 - 0.15);
    expect(one.prose).toBeGreaterThan(20);
    expect(one.prose).toBeLessThan(120);
  });

  it('a systematic error is not cured by evidence, and never comes in the same words', async () => {
    const data = developmentWorlds.find(({ name }) => name === 'dev-stubborn')!;
    const rule = drawSpokenRules(data, 1).toSorted((a, b) => b.misread - a.misread)[0]!;
    const optimizer = createRefereeOptimizer(data, 1);
    const hint = `{"feedback":"At ${rule.tag} ${rule.actions['repair']!} was expected (repair order)."}`;
    const content = `Answer with {"patch": {"edits": []}}\n=== BEGIN rollouts 1a ===\n${Array.from({ length: 6 }, () => hint).join('\n')}\n=== END rollouts 1a ===`;
    const wrong: string[] = [];
    for (let seed = 0; seed < 40; seed += 1) {
      const { text } = await optimizer.complete({ stage: 'analyst', messages: [{ role: 'user', content }], seed });
      const line = /"content":"(- [^"\\]*(?:\\.[^"\\]*)*)"/u.exec(text)?.[1] ?? '';
      if (sayingOf(line, developmentGrammar).actions[0] === rule.petError) wrong.push(line);
    }
    expect(wrong.length / 40).toBeGreaterThan(rule.misread - 0.25);
    expect(new Set(wrong).size).toBeGreaterThan(0.9 * wrong.length);
  });

  it('a linked rule misleads alone, lines crowd each other, and a drifting judge errs by time', async () => {
    const linked = developmentWorlds.find(({ name }) => name === 'dev-linked')!;
    const rules = drawSpokenRules(linked, 1);
    const { tag, actions, needs } = rules.find((rule) => rule.needs !== undefined)!;
    const world = createRefereeWorld(linked, 1);
    const saying = (...lines: readonly string[]): { 'SKILL.md': string } => ({ 'SKILL.md': `${lines.join('\n')}\n` });
    const alone = `- For ${tag} use ${actions['repair']!}.`;
    const other = `- For ${needs!} use ${rules.find((rule) => rule.tag === needs)!.actions['repair']!}.`;
    expect(world.trueScore(saying(alone))).toBeLessThan(world.trueScore(saying()));
    expect(world.trueScore(saying(alone, other))).toBeGreaterThan(world.trueScore(saying(other)));

    const crowded = developmentWorlds.find(({ name }) => name === 'dev-crowded')!;
    const dense = createRefereeWorld(crowded, 1);
    const rare = drawSpokenRules(crowded, 1).at(-1)!;
    const line = `- For ${rare.tag} use ${rare.actions['repair']!}.`;
    const free = createRefereeWorld({ ...crowded, language: { ...crowded.language, crowding: 1 } }, 1);
    expect(dense.trueScore(saying(line)) / dense.trueScore(saying())).toBeCloseTo(
      (free.trueScore(saying(line)) / free.trueScore(saying())) * crowded.language.crowding,
      9,
    );

    const drifting = developmentWorlds.find(({ name }) => name === 'dev-drifting')!;
    const { language } = drifting;
    const loud = { ...drifting, known: 14, slip: 0, language: { ...language, drift: { most: 0.5, period: 400 } } };
    const judged = createRefereeWorld(loud, 1);
    const [task] = judged.tasks('train');
    const errors: number[] = [];
    for (let repeat = 0; repeat < 400; repeat += 1) {
      const outcome = await judged.rollout({ task: task!, skill: judged.firstSkill, repeat, mayShowFeedback: false });
      errors.push(outcome.kind === 'scored' ? 1 - outcome.score.hard : 0);
    }
    const share = (from: number, to: number): number =>
      errors.slice(from, to).reduce((sum, each) => sum + each, 0) / (to - from);
    expect(share(0, 60)).toBeLessThan(0.1);
    expect(share(160, 240)).toBeGreaterThan(0.35);
  });
});
