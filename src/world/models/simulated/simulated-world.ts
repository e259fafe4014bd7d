import type { Outcome } from '#foundation/contracts';
import type { RolloutRequest, SkillFiles, SkillTask, Split } from '#foundation/contracts/skills';
import { createRng, hashOf, type Rng } from '#foundation/kernel';
import { ACTIONS, drawRules, hintText, type HiddenRule, ruleLine } from './rule-book.ts';
import { readSkill, type SkillKnowledge, tagChance } from './skill-knowledge.ts';
import { countHarm } from './count-harm.ts';
import { careOf, tagSets, trueScoreOf } from './true-score.ts';
import type { WorldData } from './world-data.ts';
import type { SimulatedWorld } from './known-world.ts';

/**
 * One draw of a simulated world: hidden rules tag → action, tasks that carry one to three tags, and a target that answers from the rules
 * it finds in the skill, guesses otherwise, slips, and is distracted by useless lines. Each repeat has its own luck, and so
 * has each skill: nothing is shared between the two sides of a comparison.
 *
 * @source RuleWorld as described in the notes on peer optimisers: 14 Zipf-weighted rules, guess 0.30, slip 0.02,
 *   dilution 0.985, hint 0.85
 */
export function createSimulatedWorld(data: WorldData, seed: number): SimulatedWorld {
  const rules = drawRules(data, seed);
  const sets = tagSets(data, rules);
  const splits = new Map<Split, readonly SkillTask[]>();
  const read = new WeakMap<SkillFiles, { key: string; knowledge: SkillKnowledge }>();
  const keep = (skill: SkillFiles): { key: string; knowledge: SkillKnowledge } => {
    const known = read.get(skill) ?? { key: hashOf(skill), knowledge: readSkill(skill, rules) };
    read.set(skill, known);
    return known;
  };
  return {
    name: `simulated:${data.name}`,
    isSimulated: true,
    fingerprint: { simulated: data, seed, v: 1 },
    firstSkill: { 'SKILL.md': firstDocument(data, rules) },
    trueScore: (skill) => trueScoreOf(data, rules, sets, keep(skill).knowledge),
    bestScore: () =>
      trueScoreOf(data, rules, sets, { actions: new Map(rules.map(({ tag, action }) => [tag, action])), useless: 0 }),
    harmfulLines: (skill) => countHarm(skill, (each) => trueScoreOf(data, rules, sets, readSkill(each, rules))),
    tasks(split) {
      const known = splits.get(split) ?? drawTasks(data, seed, split, rules);
      splits.set(split, known);
      return known;
    },
    // oxlint-disable-next-line typescript/require-await -- a world answers in its own time; this one at once
    async rollout(request) {
      const { key, knowledge } = keep(request.skill);
      const rng = createRng(`simulated/${data.name}/${seed}/${key}/${request.task.id}/${request.repeat}`);
      return play(data, rules, knowledge, request, rng);
    },
  };
}

function firstDocument(data: WorldData, rules: readonly HiddenRule[]): string {
  const lines = rules.slice(0, data.known).map(({ tag, action }) => ruleLine(tag, action));
  return [
    '---\nname: tags\ndescription: Reply to each tag of a task with its action.\n---\n\n# Tags\n',
    'Reply with one action per tag, in the order of the tags.\n',
    '## Rules\n',
    ...lines,
    '',
  ].join('\n');
}

function drawTasks(data: WorldData, seed: number, split: Split, rules: readonly HiddenRule[]): SkillTask[] {
  return Array.from({ length: data.splits[split] }, (_, at) => {
    const rng = createRng(`simulated/${data.name}/${seed}/tasks/${split}/${at}`);
    const size = Math.min(rules.length, rng.weighted(data.tagsPerTask) + 1);
    const left = [...rules];
    const drawn: HiddenRule[] = [];
    while (drawn.length < size) {
      drawn.push(...left.splice(rng.weighted(left.map((rule) => rule.weight)), 1));
    }
    const tags = drawn.map((rule) => rule.tag);
    return {
      id: `${split}-${at}`,
      text: `Tags: ${tags.join(', ')}. Reply with the action for each tag, in this order.`,
      type: `${size} tag${size === 1 ? '' : 's'}`,
      data: { tags, actions: drawn.map((rule) => rule.action) },
    };
  });
}

// oxlint-disable-next-line max-params -- a rollout is decided by exactly these
function play(
  data: WorldData,
  rules: readonly HiddenRule[],
  knowledge: SkillKnowledge,
  { task, skill, mayShowFeedback }: RolloutRequest,
  rng: Rng,
): Outcome {
  const needed = rules.filter((rule) => task.text.includes(rule.tag));
  const asked = /Tags: ([a-z, ]+)\./u.exec(task.text)?.[1]?.split(', ') ?? [];
  const wanted = asked.map((tag) => needed.find((rule) => rule.tag === tag)!);
  const isRight = wanted.map((rule) => rng.chance(tagChance(rule, knowledge, data.guess)));
  // Slips and distraction spoil one tag, so that partial credit stays partial.
  if (!rng.chance(careOf(data, knowledge))) isRight[rng.below(isRight.length)] = false;
  const replied = wanted.map((rule, at) => (isRight[at]! ? rule.action : otherAction(rule, knowledge, rng)));
  const reply = replied.join(', ');
  const missed = wanted.filter((_, at) => !isRight[at]!);
  const hinted = missed.length > 0 && mayShowFeedback && rng.chance(data.hint) ? rng.pick(missed) : undefined;
  const words = skill['SKILL.md']?.length ?? 0;
  return {
    kind: 'scored',
    score: {
      hard: missed.length === 0 ? 1 : 0,
      soft: (wanted.length - missed.length) / wanted.length,
      ...(missed.length === 0 ? {} : { why: `wrong action: ${missed.map((rule) => rule.tag).join(', ')}` }),
      ...(hinted === undefined ? {} : { feedback: hintText(hinted.tag, hinted.action) }),
    },
    reply,
    transcript: [
      { role: 'user', content: task.text },
      { role: 'assistant', content: reply },
    ],
    usage: { calls: 1, promptTokens: Math.ceil((words + task.text.length) / 4), completionTokens: replied.length * 2 },
  };
}

function otherAction(rule: HiddenRule, { actions }: SkillKnowledge, rng: Rng): string {
  const taught = actions.get(rule.tag);
  if (taught !== undefined && taught !== rule.action) return taught;
  return rng.pick(ACTIONS.filter((action) => action !== rule.action));
}
