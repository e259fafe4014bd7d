import type { Outcome } from '#foundation/contracts';
import type { RolloutRequest, SkillFiles, SkillTask, Split } from '#foundation/contracts/skills';
import { createRng, hashOf, type Rng } from '#foundation/kernel';
import { countHarm, type SimulatedWorld, tagSets } from '#world/models/simulated';
import type { Grammar } from './grammar.ts';
import { drawSpokenRules, grammarOf, type SpokenRule } from './spoken-rules.ts';
import { chanceOf, followedLines, isMisled, readSpokenSkill, type SpokenKnowledge } from './spoken-skill.ts';
import type { SpokenWorldData } from './spoken-world-data.ts';

interface Draw {
  readonly data: SpokenWorldData;
  readonly seed: number;
  readonly grammar: Grammar;
  readonly rules: readonly SpokenRule[];
}

/**
 * One draw of a world with a language: hidden rules tag → action, perhaps by kind of task; tasks with one to three tags; a target that
 * understands any wording, follows one of several contradicting lines at random, guesses where nothing is said, slips as often as
 * the task makes it slip, and is distracted by useless lines.
 */
export function createSpokenWorld(data: SpokenWorldData, seed: number): SimulatedWorld {
  const draw: Draw = { data, seed, grammar: grammarOf(data), rules: drawSpokenRules(data, seed) };
  const sets = tagSets(data, draw.rules);
  const splits = new Map<Split, readonly SkillTask[]>();
  const read = new WeakMap<SkillFiles, { key: string; knowledge: SpokenKnowledge }>();
  const keep = (skill: SkillFiles): { key: string; knowledge: SpokenKnowledge } => {
    const known = read.get(skill) ?? { key: hashOf(skill), knowledge: readSpokenSkill(skill, draw.grammar) };
    read.set(skill, known);
    return known;
  };
  const trueScore = (skill: SkillFiles): number => {
    const score = spokenScore(draw, sets, readSpokenSkill(skill, draw.grammar));
    const contrary = data.language.drift.most / 2;
    return score * (1 - contrary) + (1 - score) * contrary;
  };
  let made = 0;
  return {
    name: `simulated:${data.name}`,
    isSimulated: true,
    fingerprint: { simulated: data, seed, v: 2 },
    firstSkill: { 'SKILL.md': documentOf(draw, draw.rules.slice(0, data.known)) },
    bestScore: () => bestOf(draw, trueScore),
    trueScore,
    harmfulLines: (skill) => countHarm(skill, trueScore),
    tasks(split) {
      const known = splits.get(split) ?? drawTasks(draw, split);
      splits.set(split, known);
      return known;
    },
    // oxlint-disable-next-line typescript/require-await -- a world answers in its own time; this one at once
    async rollout(request) {
      const { key, knowledge } = keep(request.skill);
      const rng = createRng(`spoken/${data.name}/${seed}/${key}/${request.task.id}/${request.repeat}`);
      made += 1;
      return misjudged(play(draw, knowledge, request, rng), rng.chance(driftAt(data, made)));
    },
  };
}

/** p(n) = most · (1 − cos(2π n / period)) / 2: the judge's chance to say the contrary at the n-th rollout; its mean is most / 2. */
function driftAt({ language: { drift } }: SpokenWorldData, rollout: number): number {
  return (drift.most * (1 - Math.cos((2 * Math.PI * rollout) / drift.period))) / 2;
}

/** What a judge that errs says: the contrary of the score, without a hint. */
function misjudged(outcome: Outcome, isErring: boolean): Outcome {
  if (!isErring || outcome.kind !== 'scored') return outcome;
  const { hard, soft } = outcome.score;
  return { ...outcome, score: { hard: 1 - hard, soft: 1 - soft } };
}

/** The most that the rules of a world can score, one line each: all of them, or the most frequent ones where every line costs. A line that joins two can beat that by a little. */
function bestOf(draw: Draw, trueScore: (skill: SkillFiles) => number): number {
  const { rules, data } = draw;
  const scoreOf = (count: number): number => trueScore({ 'SKILL.md': documentOf(draw, rules.slice(0, count)) });
  if (data.language.crowding === 1) return scoreOf(rules.length);
  return Math.max(...rules.map((_, at) => scoreOf(at + 1)));
}

/** A skill that says these rules and nothing else. */
function documentOf({ data, seed, grammar }: Draw, rules: readonly SpokenRule[]): string {
  const rng = createRng(`spoken/${data.name}/${seed}/document`);
  const lines = rules.flatMap(({ tag, actions, isTyped }) =>
    isTyped
      ? grammar.kinds.map((kind) => grammar.rule({ tags: [tag], actions: [actions[kind]!], kind }, rng))
      : [grammar.rule({ tags: [tag], actions: [actions[grammar.kinds[0]!]!] }, rng)],
  );
  const head = '---\nname: desk\ndescription: Answer each point of a task with its measure.\n---\n\n# How to answer\n';
  return [head, 'Reply with one word per point, in the order of the points.\n', '## Rules\n', ...lines, ''].join('\n');
}

/** Chance not to slip on any task: useless lines distract, and where lines crowd, every one of them does. */
function attentionOf({ slip, dilution, language }: SpokenWorldData, { useless, items }: SpokenKnowledge): number {
  return (1 - slip) * dilution ** useless * language.crowding ** items;
}

/** The further chance of a task to go wrong, from its own name. */
function slipOf({ data, seed }: Draw, id: string): number {
  const [low, high] = data.language.slips;
  return low + (high - low) * createRng(`spoken/${data.name}/${seed}/slip/${id}`).float();
}

function drawTasks({ data, seed, grammar, rules }: Draw, split: Split): SkillTask[] {
  return Array.from({ length: data.splits[split] }, (_, at) => {
    const rng = createRng(`spoken/${data.name}/${seed}/tasks/${split}/${at}`);
    const size = Math.min(rules.length, rng.weighted(data.tagsPerTask) + 1);
    const kind = rng.pick(grammar.kinds);
    const left = [...rules];
    const tags: string[] = [];
    while (tags.length < size) tags.push(left.splice(rng.weighted(left.map((rule) => rule.weight)), 1)[0]!.tag);
    return { id: `${split}-${at}`, text: grammar.task(kind, tags, rng), type: kind, data: { kind, tags } };
  });
}

/**
 * The expected score over the population of tasks: kinds alike, sets of tags by their chance, slips by their mean.
 *
 *     pass or fail:  care · Π P(right)          graded:  mean P(right) · (1 − (1 − care) / tags)
 */
function spokenScore(
  { data, grammar, rules }: Draw,
  sets: ReturnType<typeof tagSets>,
  knowledge: SpokenKnowledge,
): number {
  const [low, high] = data.language.slips;
  const care = (1 - (low + high) / 2) * attentionOf(data, knowledge);
  let sum = 0;
  for (const kind of grammar.kinds) {
    const right = rules.map((rule) => chanceOf(rule, kind, knowledge, data.guess));
    for (const { tags, chance } of sets) {
      const chances = tags.map((at) => right[at]!);
      const mean = chances.reduce((total, each) => total + each, 0) / tags.length;
      const product = chances.reduce((total, each) => total * each, 1);
      sum += chance * (data.language.isGraded ? mean * (1 - (1 - care) / tags.length) : product * care);
    }
  }
  return sum / grammar.kinds.length;
}

function play(draw: Draw, knowledge: SpokenKnowledge, { task, mayShowFeedback }: RolloutRequest, rng: Rng): Outcome {
  const { data, grammar, rules } = draw;
  const asked = askedOf(task, draw);
  const wanted = asked.tags.map((tag) => rules.find((rule) => rule.tag === tag)!);
  const answers = wanted.map((rule) => answerTo(rule, asked.kind, draw, knowledge, rng));
  const care = (1 - slipOf(draw, task.id)) * attentionOf(data, knowledge);
  if (!rng.chance(care)) {
    const at = rng.below(wanted.length);
    answers[at] = rng.pick(grammar.actions.filter((action) => action !== wanted[at]!.actions[asked.kind]));
  }
  const missed = wanted.filter((rule, at) => answers[at] !== rule.actions[asked.kind]);
  const hinted = missed.length > 0 && mayShowFeedback && rng.chance(data.hint) ? rng.pick(missed) : undefined;
  const soft = (wanted.length - missed.length) / wanted.length;
  const reply = answers.join(', ');
  return {
    kind: 'scored',
    score: {
      hard: data.language.isGraded ? soft : missed.length === 0 ? 1 : 0,
      soft,
      ...(missed.length === 0 ? {} : { why: `${missed.length} of ${wanted.length} points are wrong` }),
      ...(hinted === undefined
        ? {}
        : { feedback: grammar.hint(hinted.tag, hinted.actions[asked.kind]!, asked.kind, rng) }),
    },
    reply,
    transcript: [
      { role: 'user', content: task.text },
      { role: 'assistant', content: reply },
    ],
    usage: { calls: 1, promptTokens: Math.ceil(task.text.length / 4) + 100, completionTokens: answers.length * 2 },
  };
}

/** Kind and tags of a task: what it says, for the referee's copies have nothing else. */
function askedOf(task: SkillTask, { grammar }: Draw): { readonly kind: string; readonly tags: readonly string[] } {
  const words = task.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return {
    kind: words.find((word) => grammar.kinds.includes(word))!,
    tags: words.filter((word) => grammar.tags.includes(word) || grammar.moreTags.includes(word)),
  };
}

// oxlint-disable-next-line max-params -- an answer is decided by exactly these
function answerTo(rule: SpokenRule, kind: string, draw: Draw, knowledge: SpokenKnowledge, rng: Rng): string {
  const lines = followedLines(rule.tag, kind, knowledge);
  const isSaid = lines.length > 0;
  if (isSaid && !isMisled(rule, knowledge)) return rng.pick(lines).action;
  if (!isSaid && rng.chance(draw.data.guess)) return rule.actions[kind]!;
  return rng.pick(draw.grammar.actions.filter((action) => action !== rule.actions[kind]));
}
