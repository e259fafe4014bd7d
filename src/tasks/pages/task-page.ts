import type { Json } from '#foundation/contracts';
import type { AnyTemplate, KnownBaseline } from '#foundation/contracts/tasks';
import type { AdversaryReport } from '../adversary/adversary-law.ts';
import { rangeText } from '../define/param-range.ts';
import { answerOf, sample } from '../play/sample.ts';
import { start } from '../play/start.ts';
import { pathNameOf } from '../settings/versions.ts';

/** The page of one template: rules, parameters, levels, known baselines, what the adversary found, optimum, an example. */
export function taskPage(template: AnyTemplate, reports: readonly AdversaryReport[]): string {
  const { name, says, domain, tags, metrics, version = 1 } = template;
  return [
    `# ${name}`,
    '',
    `${says} Domain ${domain}; ${tags.join(', ')}; version ${version}, in seed paths \`${pathNameOf(template)}\`. ` +
      'Made by `pawl tasks pages`; a test keeps it fresh.',
    '',
    '## Parameters and levels',
    '',
    ...levelTable(template),
    '',
    '## Metrics',
    '',
    ...metrics.map((metric) => `- \`${metric.name}\` (${metric.better} is better): ${metric.says}`),
    '',
    '## Cheap players',
    '',
    ...attackTable(template, reports),
    '',
    ...baselineList(template.baselines ?? []),
    '## Example',
    '',
    ...example(template),
    '',
  ].join('\n');
}

function levelTable({ params, levels }: AnyTemplate): string[] {
  const head = ['parameter', 'allowed', ...levels.map((_, i) => String(i + 1)), 'says'];
  const rows = Object.entries(params).map(([name, range]) => [
    `\`${name}\``,
    rangeText(range),
    ...levels.map((level) => valueText(level[name])),
    range.says,
  ]);
  return table(head, rows);
}

function valueText(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Per level the optimum of its first instance and the cheap player that did best. */
function attackTable(template: AnyTemplate, reports: readonly AdversaryReport[]): string[] {
  const head = [
    'level',
    'best return of an instance',
    'cheap player that earned most',
    'share',
    'surely',
    'episodes',
    'seed',
  ];
  const rows = template.levels.map((_, i) => {
    const { kind, reward } = template.optimum(sample(template, { level: i + 1, seed: 'page' }).instance);
    const report = reports.find(({ level }) => level === i + 1);
    const best = report?.best;
    const found =
      best === undefined
        ? ['not measured', '', '', '', '']
        : [best.player, best.score, best.lower, best.episodes, report?.seed ?? 'adversary'];
    return [i + 1, `${round(reward)} (${kind})`, ...found].map(String);
  });
  return [
    'Share of the way from chance to the best on held-out instances, of the cheap player that earned most, with a 99 % lower bound: ' +
      'constants, single features, counts, positions, nearest neighbours, small trees, linear models and policies without memory, trained on 2,000 instances. Baselines were declared under other seeds than the one named.',
    '',
    ...table(head, rows),
  ];
}

function baselineList(baselines: readonly KnownBaseline[]): string[] {
  if (baselines.length === 0) return [];
  const groups = new Map<string, KnownBaseline[]>();
  for (const one of baselines) {
    const key = `${one.levels.join(', ')}/${one.why}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const lines = [...groups.values()].map((group) => {
    const { levels, why, isDefinition } = group[0]!;
    const who = group.map(({ predictor, score }) =>
      isDefinition === true ? predictor : `${predictor} (at most ${score})`,
    );
    return `- level${levels.length > 1 ? 's' : ''} ${levels.join(', ')}: ${who.join(', ')}: ${why}`;
  });
  return ['Known baselines, which the check allows:', '', ...lines, ''];
}

function example(template: AnyTemplate): string[] {
  const drawn = sample(template, { level: 1, seed: 'page' });
  const game = start(drawn);
  const answer = answerOf(drawn);
  const first = template.text.action(template.oracle(drawn.instance).act(game.observe()), drawn.params);
  return [
    `\`${drawn.seedPath}\``,
    '',
    '```text',
    game.rules,
    '',
    game.text,
    '```',
    '',
    `${answer === undefined ? 'A first reply of the oracle' : 'Answer'}: \`${(answer ?? first).replaceAll('\n', ' ').replaceAll('`', "'").slice(0, 200)}\``,
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

function round(value: number): string {
  return String(Number(value.toPrecision(6)));
}
