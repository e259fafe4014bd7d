import { rulesOfSkill } from '#learners/skill/document';
import { ideaText, type UpdateItem } from '#learners/skill/edits';
import {
  covers,
  differs,
  isExtension,
  isGrounded,
  isRival,
  type Meaning,
  overlaps,
} from '#learners/skill/rule-similarity';
import type { SkillFiles } from '#foundation/contracts/skills';
import { backersOf, chanceOfIdea, isDoubted, isDoubtful, isRefuted, tallyOf, type Weighed } from './weigh-ideas.ts';

/** An item with what stands behind it. */
export interface BackedItem {
  readonly item: UpdateItem;
  readonly meaning: Meaning;
  /** Analysts of this step. */
  readonly votes: number;
  /** Analysts of the whole run. */
  readonly total: number;
  /** Most analysts of the run who said one other thing of the same. */
  readonly opposed: number;
  /** How likely it is right, by all that is known of it. */
  readonly chance: number;
  /** Whether training rollouts spoke against it: then agreement does not suffice. */
  readonly isDoubted: boolean;
  /** Whether it would take the place of a proven line: then agreement does not suffice either. */
  readonly isHeld: boolean;
}

export interface Choice {
  /** What enough analysts stand behind, the best supported first. */
  readonly agreed: readonly UpdateItem[];
  /** What too few have said, the likeliest first: to be measured. */
  readonly open: readonly BackedItem[];
}

interface Line {
  readonly text: string;
  readonly meaning: Meaning;
  /** Analysts behind it; none where rollouts spoke against it. */
  readonly total: number;
  /** Whether training rollouts speak for it: it yields to a race alone. */
  readonly isProven: boolean;
}

interface Choosing {
  readonly least: number;
  readonly analysts: number;
  readonly skill: SkillFiles;
  /** Texts of proven lines. */
  readonly proven: ReadonlySet<string>;
}

/** General advice needs this share of all analysts, and so many times the votes: it is in everyone's mouth and ties to no task. Of few analysts all must say it. */
const GENERAL = 0.5;
const GENERAL_TIMES = 2;

/**
 * Chooses among the items of a step. Agreement counts within the step, because the same error in the same words comes back; where ideas
 * exclude each other the better supported one stays, in the step and against the lines that are in the skill already. What the
 * skill says in other words is not said again.
 *
 * @source Wang et al. 2022, arXiv:2203.11171 (self-consistency), over edits in place of answers
 */
export function chooseAgreed(
  items: readonly UpdateItem[],
  weighed: Weighed,
  { least, analysts, skill, proven }: Choosing,
): Choice {
  const lines = linesOf(skill, weighed, proven);
  const known = items.filter((item) => !isRefuted(tallyOf(weighed.read(ideaText(item)), weighed)));
  const backed = known.map((item) => backItem(item, weighed)).sort((a, b) => b.votes - a.votes || b.total - a.total);
  const agreed: BackedItem[] = [];
  const open: BackedItem[] = [];
  for (const each of backed) {
    if (agreed.some(({ meaning }) => excludes(meaning, each.meaning))) continue;
    const placed = placeOf(each, lines);
    if (placed === undefined) continue;
    const needed = isGrounded(each.meaning) ? least : neededInGeneral(least, analysts);
    const isNear = [...agreed, ...lines].some(({ meaning }) => overlaps(meaning, each.meaning));
    const isHeld = touchedBy(placed, lines).some(({ isProven }) => isProven);
    if (isAgreed(each, needed) && !each.isDoubted && !isHeld) agreed.push({ ...each, item: placed });
    else if (!isNear || placed !== each.item || isHeld) open.push({ ...each, item: placed, isHeld });
  }
  const isFree = ({ meaning }: BackedItem): boolean => !agreed.some((chosen) => excludes(chosen.meaning, meaning));
  const racing = open.filter(isFree).toSorted((a, b) => b.chance - a.chance);
  return { agreed: agreed.map(({ item }) => item), open: racing };
}

/** Enough analysts of the step, or so many more of the run than said otherwise. */
function isAgreed({ votes, total, opposed, meaning }: BackedItem, needed: number): boolean {
  return votes >= needed || (isGrounded(meaning) && total - opposed >= needed);
}

function neededInGeneral(least: number, analysts: number): number {
  const many = Math.max(GENERAL_TIMES * least, Math.ceil(GENERAL * analysts));
  return Math.max(least, Math.min(many, analysts));
}

/** Whether what is chosen leaves no place for another idea: it says the same, the contrary, or a part of it. */
function excludes(chosen: Meaning, other: Meaning): boolean {
  const isSaid = covers(chosen, other) || covers(other, chosen);
  return isSaid || isRival(chosen, other) || isExtension(chosen, other) || isExtension(other, chosen);
}

function backItem(item: UpdateItem, weighed: Weighed): BackedItem {
  const meaning = weighed.read(ideaText(item));
  const votes = backersOf(item, weighed);
  const tally = tallyOf(meaning, weighed);
  const chance = tally === undefined ? 0.5 : chanceOfIdea(tally);
  const total = Math.max(votes, tally?.votes ?? 0);
  const others = weighed.ideas.filter(({ text }) => differs(weighed.read(text), meaning));
  const opposed = Math.max(0, ...others.map((idea) => idea.votes));
  return { item, meaning, votes, total, opposed, chance, isDoubted: isDoubtful(meaning, weighed), isHeld: false };
}

function linesOf(skill: SkillFiles, weighed: Weighed, proven: ReadonlySet<string>): readonly Line[] {
  return rulesOfSkill(skill)
    .filter(({ isProtected }) => !isProtected)
    .map(({ text }) => {
      const meaning = weighed.read(text);
      const tally = tallyOf(meaning, weighed);
      const total = isDoubted(tally) ? 0 : (tally?.votes ?? 0);
      return { text, meaning, total, isProven: proven.has(text) };
    });
}

/** The lines that an edit changes or takes out. */
function touchedBy(item: UpdateItem, lines: readonly Line[]): readonly Line[] {
  if (item.kind !== 'edit') return [];
  const { op, target } = item.edit;
  if (op === 'append' || op === 'insert_after') return [];
  return lines.filter(({ text }) => text.includes(target.trim()) || target.includes(text));
}

/** The item where it may stand: in place of a line that it contradicts and that fewer analysts stand behind; nowhere where more do. */
function placeOf({ item, meaning, total }: BackedItem, lines: readonly Line[]): UpdateItem | undefined {
  if (item.kind !== 'edit') return item;
  const { op } = item.edit;
  const isAdded = op === 'append' || op === 'insert_after';
  const isSaid = lines.some((line) => covers(line.meaning, meaning) || isExtension(line.meaning, meaning));
  if (op !== 'delete' && isSaid) return undefined;
  const touched = touchedBy(item, lines);
  const rivals = lines.filter((line) => isRival(line.meaning, meaning) || isExtension(meaning, line.meaning));
  if ([...touched, ...rivals].some((line) => line.total >= total)) return undefined;
  const [rival] = rivals;
  if (!isAdded || rival === undefined) return item;
  return { ...item, edit: { ...item.edit, op: 'replace', target: rival.text } };
}
