import { rulesOfSkill } from '#learners/skill/document';
import { ideaText, type UpdateItem } from '#learners/skill/edits';
import type { AnalystReport } from '#learners/skill/optimizer';
import { isRival, isSameIdea } from '#learners/skill/rule-similarity';
import type { Practising, Proposing, Remembering, Telling, Trying } from '../train-run.ts';
import { blameLines, readTasks } from '../trial/blame-lines.ts';
import { chooseAgreed } from './choose-agreed.ts';
import { raceIdeas } from './race-ideas.ts';
import type { Rolled } from './roll-out.ts';
import type { Step } from './step.ts';
import { isDoubted, isDoubtful, tallyOf, weighIdeas, type Weighed } from './weigh-ideas.ts';

/** Chance to let tasks pass from which a line is proven: above what is expected of one that nobody has measured. */
const PROVEN = 0.78;

interface Items {
  /** Of the merge. */
  readonly items: readonly UpdateItem[];
  /** Of refused bundles, measured to help. */
  readonly kept: readonly UpdateItem[];
}

/**
 * What enough analysts say, by meaning; where nobody agrees, what the rollouts of a race speak for. A merge hides what few have said: where
 * rollouts spoke against the favourite, what others say of the same subject is raced, also beside agreed items. And so is what
 * would take the place of a proven line. With one vote asked for, everything that no rollouts spoke against, as in the original.
 */
export async function chooseItems(
  run: Telling & Remembering & Practising & Proposing & Trying,
  step: Step,
  { items, kept }: Items,
  { rolled, reports }: { readonly rolled: Rolled; readonly reports: readonly AnalystReport[] },
): Promise<readonly UpdateItem[]> {
  const { parent } = step;
  const { votes: least } = run.settings.search;
  const weighed = weighIdeas({
    tasks: run.train,
    rollouts: rolled.rollouts,
    replies: run.state.said,
    reports,
    known: run.state.ideas,
    others: [
      ...[...items, ...kept].map(ideaText),
      ...rulesOfSkill(parent.skill).map(({ text }) => text),
      ...run.state.ideas.map(({ text }) => text),
    ],
  });
  const isHarm = (item: UpdateItem): boolean => isDoubtful(weighed.read(ideaText(item)), weighed);
  const helpful = kept.filter((item) => !isHarm(item));
  run.book.proposed(least <= 1 ? run.state.ideas : weighed.ideas);
  if (least <= 1) return [...helpful, ...items.filter((item) => !isHarm(item))];
  const rivals = step.mode === 'patch' ? rivalsOf(items, reports, weighed) : [];
  const { agreed, open } = chooseAgreed([...items, ...rivals], weighed, {
    least,
    analysts: reports.filter(({ source }) => source === 'failure').length,
    skill: parent.skill,
    proven: step.mode === 'patch' ? provenLines(run, step) : new Set(),
  });
  if (step.mode !== 'patch')
    return [...helpful, ...(agreed.length > 0 ? agreed : items.filter((item) => !isHarm(item)))];
  const isOfRival = ({ origin }: UpdateItem): boolean => rivals.some((rival) => rival.origin.id === origin.id);
  const racing = agreed.length > 0 ? open.filter(({ item, isHeld }) => isHeld || isOfRival(item)) : open;
  return [...helpful, ...agreed, ...(await raceIdeas(run, step, racing, rolled))];
}

/** What analysts said otherwise of the subjects on which rollouts spoke against an idea; each idea once. */
function rivalsOf(
  items: readonly UpdateItem[],
  reports: readonly AnalystReport[],
  weighed: Weighed,
): readonly UpdateItem[] {
  const doubted = weighed.ideas
    .map(({ text }) => weighed.read(text))
    .filter((meaning) => isDoubted(tallyOf(meaning, weighed)));
  const rivals: UpdateItem[] = [];
  for (const item of reports.flatMap((report) => report.items)) {
    const meaning = weighed.read(ideaText(item));
    const isKnown = [...items, ...rivals].some((each) => isSameIdea(weighed.read(ideaText(each)), meaning));
    if (!isKnown && doubted.some((each) => isRival(each, meaning))) rivals.push(item);
  }
  return rivals;
}

/** Texts of the lines that training rollouts speak for. */
function provenLines({ state, train }: Remembering & Practising, { parent }: Step): ReadonlySet<string> {
  const blamed = blameLines(parent, state.pool.values(), readTasks(train));
  return new Set(blamed.filter(({ chance }) => chance >= PROVEN).map(({ rule }) => rule.text));
}
