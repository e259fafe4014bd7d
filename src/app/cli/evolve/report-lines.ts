import { relative } from 'node:path';
import { skillName } from '#foundation/contracts';
import type { EvolveSummary } from '#learners/machine/evolve';
import { workspaceFlag } from '../runs/open-runs.ts';
import { counted, inGoodWords } from '../counted.ts';
import { scoreText } from './score-text.ts';
import { bestLines } from './best-lines.ts';
import { misfitText } from './watch-evolving.ts';

/** Where the main machine does worse than the specialist that taught it. */
interface Loss {
  readonly template: string;
  readonly level: number;
  readonly specialist: number;
  readonly after: number;
  readonly why: string;
}

/** What a person reads at the end of a run. */
type Ended = EvolveSummary & {
  readonly run: string;
  readonly hash: string;
  readonly stopped: 'budget' | null;
  readonly losses: readonly Loss[];
  /** Files of own templates. */
  readonly own: readonly string[];
};

/** Less is the luck of the tasks that were drawn. */
const LOSS = 0.02;

/** Templates on which distillation lost something, with the reason where the run told one. */
export function lossesOf({ templates }: EvolveSummary, misfits: ReadonlyMap<string, string>): Loss[] {
  return templates.flatMap(({ template, level, specialist, after }) => {
    if (after >= specialist - LOSS) return [];
    const misfit = misfits.get(skillName({ template, level }));
    const why =
      misfit === undefined
        ? 'the main machine gives it to another machine skill'
        : `not taken over: ${misfitText(misfit)}`;
    return [{ template, level, specialist, after, why }];
  });
}

type Place = Parameters<typeof workspaceFlag>[0];

const percent = (score: number): string => scoreText(score).padStart(8);

/** A row per template, then compositions, proofs, and what to do next. */
export function reportLines(summary: Ended, shell: Place): string[] {
  const { run, lessons, episodes, hash } = summary;
  return [
    `${run}: ${counted(lessons, 'lesson')}, ${counted(episodes, 'episode')}, one machine`,
    ...(summary.stopped === null
      ? []
      : [
          'Practice was cut short by --budget: a low score may mean too little time, and the hash depends on the clock.',
        ]),
    '',
    `  ${'template'.padEnd(32)} ${'domain'.padEnd(9)} level   score on held-out tasks (0 % is chance, 100 % the optimum)`,
    ...summary.templates.flatMap((report) => [templateLine(report), ...vainLines(report)]),
    ...summary.losses.map(lossLine),
    ...compositionLines(summary),
    ...climbLines(summary),
    ...abstractionLines(summary),
    '',
    ...proofLines(summary),
    `  hash          ${hash}`,
    '',
    ...nextLines(summary, shell),
    '',
    ...bestLines(summary.templates),
    `See all of it:    npx pawl serve${workspaceFlag(shell)}`,
  ];
}

function templateLine(report: Ended['templates'][number]): string {
  const { template, domain, levelBefore, levelAfter, level, before, after } = report;
  const learnt = learntText(report);
  const levels = `${levelBefore} → ${levelAfter}`.padEnd(7);
  const short = learnt.length > 96 ? `${learnt.slice(0, 95)}…` : learnt;
  const scores = after > before ? `${percent(before)} → ${percent(after)}` : ''.padEnd(19);
  return `  ${template.padEnd(32)} ${domain.padEnd(9)} ${levels} ${scores} at ${level}  ${short}`;
}

/** What was learnt, in words; what was not is said so. */
function learntText({ class: kind, says, levelAfter, before, after }: Ended['templates'][number]): string {
  if (kind === null) return 'not learnt: nothing that was tried stayed';
  const rule = `${kind}: ${inGoodWords(says ?? '')}`;
  if (after <= before) return `not learnt: the machine does no better than before; tried ${rule}`;
  return levelAfter === 0 ? `learnt in part, ${rule}` : rule;
}

/** Why a template stands below level 2: who came nearest at the level that stopped it, and who proposed nothing. */
function vainLines({ levelAfter, inVain }: Ended['templates'][number]): string[] {
  if (inVain === undefined || levelAfter >= 2) return [];
  const { level, tries, tried } = inVain;
  const near = tried.flatMap(({ class: name, reached }) =>
    reached === null ? [] : [`${name} ${percent(reached).trim()}`],
  );
  const none = tried.filter(({ reached }) => reached === null).map(({ class: name }) => name);
  const effort = tried.reduce((sum, each) => sum + each.effort, 0);
  const episodes = tried.reduce((sum, each) => sum + each.episodes, 0);
  const all = [...near.slice(0, 3), ...(none.length === 0 ? [] : [`nothing from ${none.join(', ')}`])];
  return [
    `    stopped at level ${level} after ${counted(tries, 'try', 'tries')}, the last of ${episodes} episodes and ${effort.toExponential(1)} operations: ${all.join('; ')}`,
  ];
}

function lossLine({ template, level, specialist, after, why }: Loss): string {
  const scores = `${percent(after).trim()} where its specialist has ${percent(specialist).trim()}`;
  return `  ! ${skillName({ template, level })}: the machine has ${scores}; ${why}`;
}

function compositionLines({ compositions }: Ended): string[] {
  if (compositions.length === 0) return [];
  return [
    '',
    `  ${'composed, never practised by a specialist'.padEnd(50)} all slots solved by B_main, by the best single machine skill`,
    ...compositions.map(({ composition, level, bestSingle, slots, ...whole }) => {
      const served = slots.map(
        ({ fragment, solved }) => `${fragment ?? 'nobody'}${solved === null ? '' : ` ${Math.round(100 * solved)} %`}`,
      );
      return `  ${skillName({ template: composition, level }).padEnd(50)} ${percent(whole.solved ?? whole.score)}  ${percent(bestSingle.solved ?? bestSingle.score)}  slots: ${served.join(', ')}`;
    }),
  ];
}

/** Templates that stand higher than when the main machine was made of what specialists had learnt. */
function climbLines({ templates, distilled }: Ended): string[] {
  const before = new Map(distilled.map(({ template, level }) => [template, level]));
  const climbed = templates.flatMap(({ template, levelAfter }) => {
    const from = before.get(template) ?? 0;
    return levelAfter > from ? [`${template} ${from} → ${levelAfter}`] : [];
  });
  return climbed.length === 0
    ? []
    : ['', `  learnt after distillation, inside the main machine: ${climbed.join(', ')}`];
}

function abstractionLines({ abstractions }: Ended): string[] {
  if (abstractions.length === 0) return [];
  return [
    '',
    '  the library: what recurs in what was learnt, or was a step of it, is one step of what is learnt next',
    ...abstractions.map((line) => `    ${line}`),
  ];
}

function proofLines({ patches, certificates, offPolicy, cost }: Ended): string[] {
  const { proposed, proved, refused, unknown, stale, left } = patches;
  const share = cost.learnt === 0 ? 0 : Math.round(100 * (1 - cost.patched / cost.learnt));
  const saved = share > 0 ? `; ${share} % of the gates saved` : '';
  return [
    `  patches       ${proposed} proposed, ${proved} proved and applied, ${refused} refused with a counterexample, ${unknown} undecided, ${stale} overtaken by others, ${left} not worth verifying${saved}`,
    `  certificates  ${counted(certificates.statistical, 'paired test')}, ${counted(certificates.proofs, 'proof')}`,
    `  episodes      ${offPolicy.used} taught the routing of the main machine${offPolicy.masked > 0 ? `, ${offPolicy.masked} were masked as stale and bad` : ''}`,
  ];
}

/** Command lines that go on from here; the first template that stands lowest is worth more time. */
function nextLines({ run, templates, own }: Ended, shell: Place): string[] {
  const where = workspaceFlag(shell);
  const learnt = templates.find(({ levelAfter }) => levelAfter > 0);
  const open = templates.find(({ levelAfter }) => levelAfter < 2);
  const files = own.map((file) => shownPath(file, shell.folder)).join(',');
  const what = own.length === 0 ? `--templates ${open?.template}` : `--tasks ${files}`;
  return [
    `Check it again:   npx pawl audit ${run}${where}`,
    `Look inside:      npx pawl machine show ${run}${where}`,
    ...(learnt === undefined
      ? []
      : [
          `Watch it play:    npx pawl machine run ${run} --task '${skillName({ ...learnt, level: learnt.levelAfter })}'${where}`,
        ]),
    ...(open === undefined ? [] : [`Give it longer:   npx pawl evolve ${what} --profile full --budget 30m${where}`]),
  ];
}

/** A file as one would type it in the current folder. */
function shownPath(file: string, folder: string): string {
  const inside = relative(folder, file);
  const path = inside.startsWith('..') ? file : inside;
  return /^[\w./-]+$/.test(path) ? path : `'${path}'`;
}
