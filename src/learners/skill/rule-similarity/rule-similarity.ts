import { type Answers, answersOf, askedFor, forbidden } from './answers.ts';
import { countTexts, readTaskWords, type Text } from './task-words.ts';
import { jaccard, wordsOf } from './words.ts';

/** What a text is about, by words: what it speaks of in tasks, what it says of replies, and the rest of it. */
export interface Meaning {
  /** Words of tasks, with how telling each is; words of types where there are no others. */
  readonly condition: ReadonlyMap<string, number>;
  /** Words of replies and feedback, and words that hardly any other idea has. */
  readonly conclusion: ReadonlyMap<string, number>;
  /** Words of wording. */
  readonly wrapping: ReadonlySet<string>;
  /** What it speaks of: its condition, or where that is empty the words of tasks that most of them have. */
  readonly subject: readonly string[];
  /** Types of tasks that it names beside its subject: they limit where it holds, however telling they are. */
  readonly limits: readonly string[];
  /** What it tells to do, in the words of replies. */
  readonly answers: Answers;
}

/** What ideas are read against. */
export interface Background {
  /** Tasks with their texts; one list is read once. */
  readonly tasks: readonly Text[];
  /** What became of rollouts: reply, reasons, feedback. */
  readonly results: readonly string[];
  /** Words of replies: what an idea can tell to answer. */
  readonly replies?: ReadonlySet<string>;
  /** Ideas themselves, so that the words of wording can be told from their subjects. */
  readonly ideas: readonly string[];
}

/** What a word of wording counts beside a telling one. */
const WRAPPING = 0.15;
/** What a word counts that neither tasks nor results have, and few ideas. */
const RARE = 0.7;
/** A word of results that goes with this share of all subjects is wording; of words that nobody else uses, one that goes with so many. */
const COMMON = 0.6;
const SUBJECTS = 3;
/** A word that more than this share of tasks have makes no condition, with a standard error for luck: among fifteen tasks a subject may well be in ten. */
const TELLING = 0.6;
/** Words of results less telling than this make no conclusion: more than six results in ten have them. */
const TELLING_RESULT = 0.5;

/**
 * Reads texts as meanings. Wordings differ each time; the words that tie an idea to some tasks and not to others do not:
 *
 *     weight(w) = ln((n + 1) / tasks with w)        of words of tasks; likewise for words of results
 *
 * @source Spärck Jones 1972 for the weight
 */
export function createReader({ tasks, results, ideas, replies = NO_WORDS }: Background): (text: string) => Meaning {
  const { counts: inTasks, form, types } = readTaskWords(tasks);
  const inResults = countTexts(results);
  const weigh = (counts: ReadonlyMap<string, number>, total: number, word: string): number | undefined => {
    const count = counts.get(word);
    return count === undefined ? undefined : Math.log((total + 1) / count);
  };
  const inFewTasks = leastTelling(tasks.length);
  const { subjects, all } = subjectsOf(ideas, (word) => weigh(inTasks, tasks.length, word));
  const isWording = (word: string): boolean =>
    FUNCTION_WORDS.has(word) || form.has(word) || (subjects.get(word) ?? 0) >= Math.max(SUBJECTS, COMMON * all);
  const isAnswer = (word: string): boolean => replies.has(word) && !inTasks.has(word) && !isWording(word);
  return (text) => {
    const condition = new Map<string, number>();
    const conclusion = new Map<string, number>();
    const wrapping = new Set<string>();
    const usual: string[] = [];
    const named = new Map<string, number>();
    for (const word of new Set(wordsOf(text))) {
      const [task, result] = [weigh(inTasks, tasks.length, word), weigh(inResults, results.length, word)];
      const met = subjects.get(word) ?? 0;
      if (FUNCTION_WORDS.has(word) || form.has(word)) wrapping.add(word);
      else if (task !== undefined && types.has(word)) named.set(word, task);
      else if (task !== undefined && task >= inFewTasks) condition.set(word, task);
      else if (task !== undefined && met < Math.max(SUBJECTS, COMMON * all)) {
        usual.push(word);
        wrapping.add(word);
      } else if (task !== undefined || met >= Math.max(SUBJECTS, COMMON * all)) wrapping.add(word);
      else if (result !== undefined && result >= TELLING_RESULT) conclusion.set(word, result);
      else if (result === undefined && met < SUBJECTS) conclusion.set(word, RARE);
      else wrapping.add(word);
    }
    const answers = answersOf(text, isAnswer);
    const isOfTypes = condition.size === 0 && usual.length === 0;
    if (isOfTypes) return { condition: named, conclusion, wrapping, subject: [...named.keys()], limits: [], answers };
    const subject = condition.size > 0 ? [...condition.keys()] : usual;
    return { condition, conclusion, wrapping, subject, limits: [...named.keys()], answers };
  };
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** ln((n + 1) / (n s + √(n s (1 − s)))), with s the share that tells nothing any more. */
function leastTelling(texts: number): number {
  return Math.log((texts + 1) / (texts * TELLING + Math.sqrt(texts * TELLING * (1 - TELLING))));
}

/** With how many subjects each word goes; the subject of an idea is its most telling word of tasks. */
function subjectsOf(
  ideas: readonly string[],
  weight: (word: string) => number | undefined,
): { readonly subjects: ReadonlyMap<string, number>; readonly all: number } {
  const met = new Map<string, Set<string>>();
  const all = new Set<string>();
  for (const idea of ideas) {
    const words = [...new Set(wordsOf(idea))];
    let subject = '';
    for (const word of words) if ((weight(word) ?? 0) > (weight(subject) ?? 0)) subject = word;
    all.add(subject);
    for (const word of words) met.set(word, (met.get(word) ?? new Set()).add(subject));
  }
  return { subjects: new Map([...met].map(([word, own]) => [word, own.size])), all: all.size };
}

/** Words that carry no subject in any text, of questions and of requests too; words of negation are not among them. */
const FUNCTION_WORDS = new Set(
  'a an and are as at be been by do does for from has have if in into is it its of on or our so than that the their then there these they this to was were when where which while will with you your what who whose how why give name tell say show'.split(
    ' ',
  ),
);

/** Weighted words that two maps share, over all of them. */
function shared(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): { both: number; all: number } {
  let [both, all] = [0, 0];
  for (const [word, weight] of a) {
    all += weight;
    if (b.has(word)) both += weight;
  }
  for (const [word, weight] of b) if (!a.has(word)) all += weight;
  return { both, all };
}

/** How alike two meanings are, from 0 to 1. @source Jaccard 1901, weighted */
function likeness(a: Meaning, b: Meaning): number {
  const condition = shared(a.condition, b.condition);
  const conclusion = shared(a.conclusion, b.conclusion);
  const common = [...a.wrapping].filter((word) => b.wrapping.has(word)).length;
  const both = condition.both + conclusion.both + WRAPPING * common;
  const all = condition.all + conclusion.all + WRAPPING * (a.wrapping.size + b.wrapping.size - common);
  return all === 0 ? 0 : both / all;
}

/** How alike two ideas must be to be one, and their conditions to be about the same tasks. */
const SAME = 0.6;

/**
 * Whether two texts are one idea: of the same subject they tell to do the same. By words as they are, not by how rare they are: the most
 * frequent subject is as much a subject as any other, and wording counts nothing. Where one has no subject or names no answer, by all of its words.
 */
export function isSameIdea(a: Meaning, b: Meaning): boolean {
  return hasSameLimits(a, b) && saysTheSame(a, b);
}

function hasSameLimits(a: Meaning, b: Meaning): boolean {
  return isWithin(a, b) && isWithin(b, a);
}

/** Whether `a` holds wherever `b` does, by the types of tasks that they name. */
function isWithin(b: Meaning, a: Meaning): boolean {
  return a.limits.every((limit) => b.limits.includes(limit));
}

/** The same of two ideas, wherever they hold. */
function saysTheSame(a: Meaning, b: Meaning): boolean {
  if (!isTold(a) || !isTold(b)) return likeness(a, b) >= SAME;
  return jaccard(a.subject, b.subject) >= SAME && isSameAnswer(a, b);
}

/** Whether subject and answer of an idea are known. */
function isTold({ subject, answers }: Meaning): boolean {
  return subject.length > 0 && answers.length > 0;
}

/** Whether two ideas ask for the same; where one asks for nothing, whether they forbid the same. */
function isSameAnswer(a: Meaning, b: Meaning): boolean {
  const [left, right] = [askedFor(a.answers), askedFor(b.answers)];
  if (left.length === 0 && right.length === 0) return jaccard(forbidden(a.answers), forbidden(b.answers)) >= SAME;
  if (contradicts(a, b)) return false;
  if (!isPaired(a) || !isPaired(b)) return jaccard(left, right) >= SAME;
  return jaccard(pairsOf(a), pairsOf(b)) >= SAME;
}

/** As many answers as subjects, and several: each has its own, in their order. */
function isPaired({ subject, answers }: Meaning): boolean {
  return subject.length > 1 && askedFor(answers).length === subject.length;
}

function pairsOf({ subject, answers }: Meaning): readonly string[] {
  return askedFor(answers).map((answer, i) => `${subject[i]!} ${answer}`);
}

/** Whether one asks for what the other forbids. */
function contradicts(a: Meaning, b: Meaning): boolean {
  const isForbidden = (asking: Meaning, other: Meaning): boolean =>
    askedFor(asking.answers).some((answer) => forbidden(other.answers).includes(answer));
  return isForbidden(a, b) || isForbidden(b, a);
}

/** How alike two ideas must be for a merge to have made one of the other. */
const AKIN = 0.3;

/** Whether one idea may be another in other words: a merge that says so is believed. */
export function isAkin(a: Meaning, b: Meaning): boolean {
  const { both, all } = shared(a.condition, b.condition);
  const isAboutTheSame = all === 0 || both / all >= SAME;
  return isAboutTheSame && hasSameLimits(a, b) && likeness(a, b) >= AKIN && !isRival(a, b);
}

/** Whether `a` says what `b` says of at least the same tasks. */
export function covers(a: Meaning, b: Meaning): boolean {
  if (!isWithin(b, a) || ![...a.condition.keys()].every((word) => b.condition.has(word))) return false;
  return isTold(a) && isTold(b) && overlaps(a, b) ? isSameAnswer(a, b) : saysTheSame(a, b);
}

/** Whether `b` says of one type of tasks what `a` says of all: who has said `a` has said it too. */
export function isSpecialCase(b: Meaning, a: Meaning): boolean {
  if (b.limits.length <= a.limits.length || b.condition.size > a.condition.size) return false;
  return isTold(a) && isTold(b) && covers(a, b);
}

/**
 * Whether two ideas cannot both be right: they speak of the same tasks, for the better part of one of them, and say different things. A
 * special case is no rival: it names more of the task, or a type of it. A line that joins several rules is no special case.
 */
export function isRival(a: Meaning, b: Meaning): boolean {
  if (!hasSameLimits(a, b) || !overlaps(a, b) || isSameIdea(a, b) || saysMuchTheSame(a, b)) return false;
  const isSameTasks =
    a.condition.size === b.condition.size && [...a.condition.keys()].every((word) => b.condition.has(word));
  return isSameTasks || joinsRules(a) || joinsRules(b);
}

/** Whether two ideas tell to do different things where both hold, be one of them a special case of the other or not. */
export function differs(a: Meaning, b: Meaning): boolean {
  const isApart = a.limits.length > 0 && b.limits.length > 0 && a.limits.every((limit) => !b.limits.includes(limit));
  return overlaps(a, b) && !isApart && !saysMuchTheSame(a, b);
}

/** Whether two ideas share more than half of what one of them says. */
function saysMuchTheSame(a: Meaning, b: Meaning): boolean {
  if (isTold(a) && isTold(b)) {
    const [left, right] = [askedFor(a.answers), askedFor(b.answers)];
    const both = left.filter((answer) => right.includes(answer)).length;
    return !contradicts(a, b) && both * 2 > Math.min(left.length, right.length);
  }
  return shared(a.conclusion, b.conclusion).both * 2 > Math.min(weightOf(a.conclusion), weightOf(b.conclusion));
}

/** Whether an idea seems to join several rules: it names more than one thing of tasks, and more than one of replies. */
function joinsRules(idea: Meaning): boolean {
  const replies = isTold(idea) ? askedFor(idea.answers) : repliesIn(idea);
  return idea.condition.size > 1 && replies.length > 1;
}

/** Words of replies in a meaning; what only its wording brings does not count. */
function repliesIn({ conclusion }: Meaning): readonly string[] {
  return [...conclusion].filter(([, weight]) => weight !== RARE).map(([word]) => word);
}

function weightOf(words: ReadonlyMap<string, number>): number {
  return [...words.values()].reduce((sum, each) => sum + each, 0);
}

/** Whether `a` says all that `b` says, and more: of the tasks of `b` it says the same. What it adds is of other tasks, or another reply. */
export function isExtension(a: Meaning, b: Meaning): boolean {
  if (!isWithin(b, a)) return false;
  if (isTold(a) && isTold(b)) return addsTo(a, b);
  if (b.condition.size === 0 || b.conclusion.size === 0) return false;
  if (![...b.condition.keys()].every((word) => a.condition.has(word))) return false;
  const isSaid = (words: Iterable<string>): boolean => [...words].every((word) => a.conclusion.has(word));
  if (a.condition.size > b.condition.size) return isSaid(b.conclusion.keys());
  // The other tasks may be most of them, and their word then tells nothing; what is left of the addition is its reply.
  const said = repliesIn(b);
  return said.length > 0 && repliesIn(a).length > said.length && isSaid(said);
}

/** Whether subject and answer of `b` are part of those of `a`; where each subject of `a` has its own answer, as one of these pairs. */
function addsTo(a: Meaning, b: Meaning): boolean {
  const [all, part] = [askedFor(a.answers), askedFor(b.answers)];
  if (part.length === 0 || !b.subject.every((word) => a.subject.includes(word))) return false;
  const isMore = a.subject.length > b.subject.length || all.length > part.length;
  if (!isMore || !part.every((answer) => all.includes(answer))) return false;
  if (!isPaired(a) || b.subject.length !== part.length) return true;
  return part.every((answer, i) => pairsOf(a).includes(`${b.subject[i]!} ${answer}`));
}

/** Whether two ideas speak of the same tasks for the better part of one of them. */
export function overlaps(a: Meaning, b: Meaning): boolean {
  const weigh = (words: ReadonlyMap<string, number>): number =>
    [...words.values()].reduce((sum, each) => sum + each, 0);
  const least = Math.min(weigh(a.condition), weigh(b.condition));
  return least > 0 && shared(a.condition, b.condition).both >= least / 2;
}

/** Whether an idea speaks of anything that tells one task from another; general advice does not. */
export function isGrounded({ condition, limits }: Meaning): boolean {
  return condition.size > 0 || limits.length > 0;
}
