import type { EvolveSummary } from '#loops/evolve';
import { workspaceFlag } from '../runs/open-runs.ts';

/** What a person reads at the end of a run. */
type Ended = EvolveSummary & { readonly run: string; readonly hash: string };

const percent = (score: number): string => `${(100 * score).toFixed(0)} %`.padStart(6);

/** A row per template, then compositions, proofs, and what to do next. */
export function reportLines(summary: Ended, shell: Parameters<typeof workspaceFlag>[0]): string[] {
  const { run, lessons, episodes, hash } = summary;
  return [
    `${run}: ${lessons} lessons, ${episodes} episodes, one machine`,
    '',
    `  ${'template'.padEnd(32)} ${'domain'.padEnd(9)} level   score on held-out tasks (0 % is chance, 100 % the optimum)`,
    ...summary.templates.map(templateLine),
    ...compositionLines(summary),
    '',
    ...proofLines(summary),
    `  hash          ${hash}`,
    '',
    ...nextLines(summary, workspaceFlag(shell)),
  ];
}

function templateLine(report: Ended['templates'][number]): string {
  const { template, domain, levelBefore, levelAfter, level, before, after, says, class: kind } = report;
  const learnt = kind === null ? 'nothing learnt' : `${kind}: ${says ?? ''}`;
  const levels = `${levelBefore} → ${levelAfter}`.padEnd(7);
  const short = learnt.length > 96 ? `${learnt.slice(0, 95)}…` : learnt;
  return `  ${template.padEnd(32)} ${domain.padEnd(9)} ${levels} ${percent(before)} → ${percent(after)} at ${level}  ${short}`;
}

function compositionLines({ compositions }: Ended): string[] {
  if (compositions.length === 0) return [];
  return [
    '',
    `  ${'composed of skills, never practised by a specialist'.padEnd(50)} all slots solved by B_main, by the best single skill`,
    ...compositions.map(({ composition, level, bestSingle, slots, ...whole }) => {
      const served = slots.map(
        ({ fragment, solved }) => `${fragment ?? 'nobody'}${solved === null ? '' : ` ${Math.round(100 * solved)} %`}`,
      );
      return `  ${`${composition}@${level}`.padEnd(50)} ${percent(whole.solved ?? whole.score)}  ${percent(bestSingle.solved ?? bestSingle.score)}  slots: ${served.join(', ')}`;
    }),
  ];
}

function proofLines({ patches, certificates, offPolicy, cost }: Ended): string[] {
  const { proposed, proved, refused, unknown, waiting } = patches;
  const saved = cost.learnt === 0 ? 0 : Math.round(100 * (1 - cost.patched / cost.learnt));
  return [
    `  patches       ${proposed} proposed, ${proved} proved and applied, ${refused} refused with a counterexample, ${unknown} undecided, ${waiting} waiting; ${saved} % of the gates saved`,
    `  certificates  ${certificates.statistical} paired tests, ${certificates.proofs} proofs`,
    `  episodes      ${offPolicy.used} taught the routing of the main machine, ${offPolicy.masked} were masked as stale and bad`,
  ];
}

/** Command lines that go on from here; the first template that stands lowest is worth more time. */
function nextLines({ run, templates }: Ended, where: string): string[] {
  const learnt = templates.find(({ levelAfter }) => levelAfter > 0);
  const open = templates.find(({ levelAfter }) => levelAfter < 2);
  return [
    `Check it again:   npx pawl audit ${run}${where}`,
    `Look inside:      npx pawl machine show ${run}${where}`,
    ...(learnt === undefined
      ? []
      : [`Watch it play:    npx pawl machine run ${run} --task '${learnt.template}@${learnt.levelAfter}'${where}`]),
    ...(open === undefined
      ? []
      : [`Give it longer:   npx pawl evolve --templates ${open.template} --profile full --budget 30m${where}`]),
  ];
}
