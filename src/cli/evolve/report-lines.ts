import type { EvolveSummary } from '#loops';
import type { Shell } from '../command.ts';
import { workspaceFlag } from '../runs/open-runs.ts';

/** What a person reads at the end of a run: a row per template, then what to do next. */
export function reportLines(
  summary: EvolveSummary & { readonly run: string; readonly hash: string },
  shell: Shell,
): string[] {
  const percent = (score: number): string => `${(100 * score).toFixed(0)} %`.padStart(6);
  const rows = summary.templates.map(
    ({ template, domain, levelAfter, level, before, after, says, class: kind }) =>
      `  ${template.padEnd(34)} ${domain.padEnd(10)} ${`0 → ${levelAfter}`.padEnd(6)} ${percent(before)} → ${percent(after)} at ${level}  ${kind === null ? 'nothing learnt' : `${kind}: ${says ?? ''}`.slice(0, 90)}`,
  );
  const where = workspaceFlag(shell);
  return [
    `${summary.run}: ${summary.lessons} lessons, ${summary.episodes} episodes`,
    `  ${'template'.padEnd(34)} ${'domain'.padEnd(10)} level  score on held-out tasks (0 % is chance, 100 % the optimum)`,
    ...rows,
    `  hash ${summary.hash}`,
    '',
    `Look at it:       npx pawl runs show ${summary.run}${where}`,
    `Check it again:   npx pawl audit ${summary.run}${where}`,
  ];
}
