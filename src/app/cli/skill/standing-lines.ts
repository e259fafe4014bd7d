import { RuleProvenance } from '#learners/skill/document';
import type { StoreReader } from '#world/store';
import { counted } from '../counted.ts';

/** Rules that stayed with others and are not shown to help by themselves. */
export interface Unshown {
  readonly text: string;
  readonly standing: 'rode-along' | 'not-measurable';
}

/** Of the rules that a run of train explains, those that are not shown to help. */
export function unshownRules(store: Pick<StoreReader, 'eventsOf'>, run: string): Unshown[] {
  const found: Unshown[] = [];
  for (const { data } of store.eventsOf(run, { types: ['rule-explained'] })) {
    const { standing, text } = RuleProvenance.safeParse(data).data ?? { standing: undefined, text: '' };
    if (standing === 'rode-along' || standing === 'not-measurable') found.push({ text: text.trim(), standing });
  }
  return found;
}

const says = {
  'rode-along': [
    'rode along: it came with others that help, and is not told from no effect',
    'rode along: they came with others that help, and are not told from no effect',
  ],
  'not-measurable': ['cannot be measured with these tasks', 'cannot be measured with these tasks'],
} as const;

/** What a person who takes the skill over should know of its rules. */
export function standingLines(rules: readonly Unshown[]): string[] {
  return (['rode-along', 'not-measurable'] as const).flatMap((standing) => {
    const own = rules.filter((rule) => rule.standing === standing);
    const [one, many] = says[standing];
    return own.length === 0
      ? []
      : [`${counted(own.length, 'rule')} ${own.length === 1 ? one : many}:`, ...own.map(({ text }) => `  ${text}`)];
  });
}
