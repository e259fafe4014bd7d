import type { Evaluation } from '#learners/skill/train';
import { showDifference } from '../report-rows.ts';

export interface EvalFacts {
  readonly result: Evaluation;
  readonly split: string;
  readonly names: readonly string[];
  /** What the comparison came to; nothing where one skill was scored alone. */
  readonly verdict: { readonly isRegression: boolean; readonly says: string } | undefined;
  readonly simulated: boolean;
}

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

/** A Markdown summary, as job summaries and pull requests show it. */
export function evalMarkdown({ result, split, names, verdict, simulated }: EvalFacts): string {
  const rows = result.scores.map(
    ({ score, interval, tasks, unscored }, i) =>
      `| ${cell(names[i] ?? '')} | ${percent(score)} | ${percent(interval.low)} to ${percent(interval.high)} | ${tasks} | ${unscored} |`,
  );
  const changed = result.byTask.filter(
    ({ scores: [now, then] }) => now !== undefined && then !== undefined && now !== then,
  );
  const worse = changed.filter(({ scores: [now, then] }) => (now ?? 0) < (then ?? 0));
  const list = changed
    .slice(0, 50)
    .map(({ id, scores: [now, then] }) => `| ${cell(id)} | ${show(then)} | ${show(now)} |`);
  return [
    `## Skill on ${split} tasks${simulated ? ' (simulation)' : ''}`,
    '',
    ...(verdict === undefined ? [] : [`**${verdict.isRegression ? '❌' : '✅'} ${verdict.says}**`, '']),
    '| skill | score | 95 % interval | tasks | not scored |',
    '| --- | --: | --- | --: | --: |',
    ...rows,
    ...(list.length === 0
      ? []
      : [
          '',
          `<details><summary>${changed.length} tasks changed, ${worse.length} for the worse</summary>`,
          '',
          '| task | before | now |',
          '| --- | --: | --: |',
          ...list,
          '',
          '</details>',
        ]),
    '',
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function show(score: number | null | undefined): string {
  return score === null || score === undefined ? '-' : score.toFixed(2);
}

/**
 * JUnit: a test per task. A task fails where the skill scores below the other one, or alone below 1; a task without a score is skipped; the
 * comparison as a whole is a test of its own.
 *
 * @source the JUnit XML that Jenkins, GitLab and GitHub actions read
 */
export function evalJunit({ result, split, names, verdict }: EvalFacts): string {
  const cases = result.byTask.map(({ id, scores: [now = null, then] }) => {
    if (now === null) return testCase(id, '<skipped message="no score: outage"/>');
    const wanted = then === undefined ? 1 : (then ?? 0);
    return testCase(
      id,
      now >= wanted
        ? ''
        : `<failure message="${xml(`scored ${now.toFixed(2)}, ${then === undefined ? 'below 1' : `before ${wanted.toFixed(2)}`}`)}"/>`,
    );
  });
  if (verdict !== undefined) {
    cases.unshift(
      testCase(
        'all tasks together',
        verdict.isRegression
          ? `<failure message="${xml(verdict.says)}"/>`
          : `<system-out>${xml(verdict.says)}</system-out>`,
      ),
    );
  }
  const count = (what: string): number => cases.filter((one) => one.includes(what)).length;
  const suite = `name="${xml(`pawl eval ${names[0] ?? ''} on ${split}`)}" tests="${cases.length}" failures="${count('<failure')}" skipped="${count('<skipped')}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite ${suite}>\n${cases.join('\n')}\n</testsuite>\n</testsuites>\n`;
}

function testCase(name: string, inside: string): string {
  const open = `<testcase classname="pawl.eval" name="${xml(name)}"`;
  return inside === '' ? `${open}/>` : `${open}>${inside}</testcase>`;
}

/** XML 1.0 has no place for control characters, and none for what ends an attribute. */
function xml(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- they are what is taken out
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}

/**
 * Whether a skill is worse than another: shown to be, or, with a margin, not shown to be worse by less than it. What it could be worse by is
 * the one-sided bound at 95 %.
 */
export function verdictOf(
  { difference }: Evaluation,
  margin: number | undefined,
): { readonly isRegression: boolean; readonly says: string } | undefined {
  if (difference === undefined) return undefined;
  const { low, high, atLeast } = difference;
  const could = atLeast < 0 ? `; could be worse by up to ${(-100 * atLeast).toFixed(1)} points` : '';
  const isWorse = high < 0;
  const what = isWorse ? 'Shown to be worse' : low > 0 ? 'Shown to be better' : `Not shown to be worse${could}`;
  const told = `(${showDifference(difference)})`;
  if (margin === undefined) return { isRegression: isWorse, says: `${what} ${told}` };
  const isRegression = atLeast <= -margin;
  const allowed = `the margin of ${(100 * margin).toFixed(1)} points ${isRegression ? 'does not allow it' : 'allows it'}`;
  return { isRegression, says: `${isWorse ? `${what}${could}` : what}; ${allowed} ${told}` };
}
