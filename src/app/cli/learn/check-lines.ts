import type { Checked } from '#learners/table';
import { counted } from '../counted.ts';
import { differsLine, shareText } from './learn-lines.ts';

const SHOWN = 20;

/** How a rule did on new rows, for a person. */
export function checkLines({ judged, differ, leftOut }: Checked, run: string, file: string): readonly string[] {
  const more = differ.length > SHOWN ? `, the first ${SHOWN}` : '';
  return [
    `${file}: the rule of ${run} is right on ${shareText(judged)}`,
    ...leftOut.map(({ rows, why }) => `  left out: ${counted(rows, 'row')} with ${why}`),
    differ.length === 0
      ? 'no row differs'
      : `${counted(differ.length, 'row')} differ${differ.length === 1 ? 's' : ''}${more}:`,
    ...differ.slice(0, SHOWN).map(differsLine),
  ];
}
