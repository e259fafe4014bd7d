import { ideaText, type UpdateItem } from '#learners/skill/edits';
import {
  createReader,
  isAkin,
  isExtension,
  isRival,
  isSameIdea,
  isSpecialCase,
  type Meaning,
} from '#learners/skill/rule-similarity';
import type { AnalystReport, ScoredRollout } from '#learners/skill/optimizer';
import type { SkillTask } from '#foundation/contracts/skills';

/** What a run knows of an idea: who had it and who said otherwise, over all steps. Plain JSON. */
export interface Idea {
  readonly text: string;
  /** Analysts that had it. */
  readonly votes: number;
  /** Analysts that said something else of the same tasks. */
  readonly against: number;
  /** Training rollouts that spoke for and against it. */
  readonly good: number;
  readonly bad: number;
}

/** An idea of one step. */
export interface Cluster {
  readonly meaning: Meaning;
  readonly text: string;
  /** Analysts of this step that had it. */
  readonly reports: ReadonlySet<number>;
  /** Ids of their items. */
  readonly items: ReadonlySet<string>;
}

export interface Weighing {
  readonly tasks: readonly SkillTask[];
  readonly rollouts: readonly ScoredRollout[];
  /** Words of all replies of the run. */
  readonly replies: ReadonlySet<string>;
  readonly reports: readonly AnalystReport[];
  readonly known: readonly Idea[];
  /** Texts of the merged items and of the lines of the skill: read beside the ideas. */
  readonly others: readonly string[];
}

export interface Weighed {
  readonly read: (text: string) => Meaning;
  readonly clusters: readonly Cluster[];
  /** The memory with the votes of this step. */
  readonly ideas: readonly Idea[];
}

/**
 * Counts agreement by meaning: items of different analysts that say the same in other words are one idea, and what they say
 * otherwise of the same tasks speaks against it.
 */
export function weighIdeas({ tasks, rollouts, replies, reports, known, others }: Weighing): Weighed {
  const reader = createReader({
    tasks,
    results: rollouts.map(({ outcome: { reply, score } }) => `${reply} ${score.why ?? ''} ${score.feedback ?? ''}`),
    replies,
    ideas: [...reports.flatMap(({ items }) => items.map(ideaText)), ...others],
  });
  // Every idea is held against every other: each is read once.
  const met = new Map<string, Meaning>();
  const read = (text: string): Meaning => {
    const known = met.get(text) ?? reader(text);
    met.set(text, known);
    return known;
  };
  const clusters = clusterItems(reports, read);
  return { read, clusters, ideas: withVotes(known, clusters, read) };
}

function clusterItems(reports: readonly AnalystReport[], read: (text: string) => Meaning): readonly Cluster[] {
  const clusters: { meaning: Meaning; text: string; reports: Set<number>; items: Set<string> }[] = [];
  for (const [at, report] of reports.entries()) {
    for (const item of report.items) {
      const text = ideaText(item);
      const meaning = read(text);
      let found = clusters.find((cluster) => isSameIdea(cluster.meaning, meaning));
      if (found === undefined) {
        found = { meaning, text, reports: new Set(), items: new Set() };
        clusters.push(found);
      }
      found.reports.add(at);
      found.items.add(item.origin.id);
    }
  }
  return clusters;
}

function withVotes(
  known: readonly Idea[],
  clusters: readonly Cluster[],
  read: (text: string) => Meaning,
): readonly Idea[] {
  const ideas = known.map((idea) => ({ idea: { ...idea }, meaning: read(idea.text) }));
  for (const { meaning, text, reports } of clusters) {
    const same = ideas.find((each) => isSameIdea(each.meaning, meaning));
    if (same === undefined) {
      ideas.push({ meaning, idea: { text, votes: reports.size, against: 0, good: 0, bad: 0 } });
    } else same.idea.votes += reports.size;
    for (const each of ideas) if (isRival(each.meaning, meaning)) each.idea.against += reports.size;
  }
  return ideas.map(({ idea }) => idea);
}

/** The memory with what training rollouts said of an idea. */
export function withRollouts(
  ideas: readonly Idea[],
  text: string,
  { good, bad }: { readonly good: number; readonly bad: number },
): readonly Idea[] {
  const known = ideas.find((idea) => idea.text === text) ?? { text, votes: 1, against: 0, good: 0, bad: 0 };
  const found = { ...known, good: known.good + good, bad: known.bad + bad };
  return [...ideas.filter((idea) => idea.text !== text), found];
}

/** The tally of an idea, over all the words that it was said in; nothing where nobody had it. */
export function tallyOf(meaning: Meaning, { ideas, read }: Pick<Weighed, 'ideas' | 'read'>): Idea | undefined {
  const [first, ...rest] = ideas.filter(({ text }) => isSameIdea(read(text), meaning));
  if (first === undefined) return undefined;
  const add = (sum: Idea, { votes, against, good, bad }: Idea): Idea => ({
    text: sum.text,
    votes: sum.votes + votes,
    against: Math.max(sum.against, against),
    good: sum.good + good,
    bad: sum.bad + bad,
  });
  return rest.reduce(add, first);
}

/** Whether training rollouts speak against an idea rather than for it: then agreement does not suffice. */
export function isDoubted(tally: Idea | undefined): boolean {
  return tally !== undefined && tally.bad > tally.good;
}

/** Whether they speak against what a text says, or against one of the rules that it joins. A special case of what is wrong in general may be right. */
export function isDoubtful(meaning: Meaning, weighed: Pick<Weighed, 'ideas' | 'read'>): boolean {
  if (isDoubted(tallyOf(meaning, weighed))) return true;
  return weighed.ideas.some(({ text, bad }) => {
    const part = weighed.read(text);
    const isPart = meaning.answers.length > part.answers.length && isExtension(meaning, part);
    return bad > 0 && isPart && isDoubted(tallyOf(part, weighed));
  });
}

/** Rollouts that speak against an idea, beyond those for it, after which it is not measured again. */
const REFUTED = 12;

export function isRefuted(tally: Idea | undefined): boolean {
  return tally !== undefined && tally.bad - REFUTED >= tally.good;
}

/**
 * The chance that an idea is right, from a flat prior: analysts count one each, training rollouts a half.
 *
 *     (1 + votes + good/2) / (2 + votes + against + (good + bad)/2)
 */
export function chanceOfIdea({ votes, against, good, bad }: Idea): number {
  return (1 + votes + good / 2) / (2 + votes + against + (good + bad) / 2);
}

/** Analysts of this step behind an item: those that had the idea, and those that the merge names, as far as their items are like it. */
export function backersOf(item: UpdateItem, { clusters, read }: Weighed): number {
  const meaning = read(ideaText(item));
  const backers = new Set<number>();
  const claimed = new Set(item.origin.from);
  for (const cluster of clusters) {
    const isNamed = [...cluster.items].some((id) => claimed.has(id) || id === item.origin.id);
    const isSaid = isSameIdea(cluster.meaning, meaning) || isSpecialCase(meaning, cluster.meaning);
    const isLike = isSaid || (isNamed && isAkin(cluster.meaning, meaning));
    if (isLike) for (const report of cluster.reports) backers.add(report);
  }
  return backers.size;
}
