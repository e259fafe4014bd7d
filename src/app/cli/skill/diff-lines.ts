import { lineChanges } from '#learners/skill/document';

const marks = { same: '  ', added: '+ ', removed: '- ' } as const;

/** The difference of two texts line by line, unchanged lines left out but for one on either side of a change. */
export function diffLines(before: string, after: string): string[] {
  const changes = lineChanges(before, after);
  const isChange = (i: number): boolean => changes[i] !== undefined && changes[i].kind !== 'same';
  return changes.flatMap(({ kind, line }, i) =>
    isChange(i) || isChange(i - 1) || isChange(i + 1) ? [`${marks[kind]}${line}`] : [],
  );
}
