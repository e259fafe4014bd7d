import type { AnyTemplate } from '#foundation/contracts/tasks';
import { rangeText } from '../define/param-range.ts';
import { findTemplate } from '../registry/find-template.ts';
import { operatorList } from '../operators/compose.ts';
import { templates } from '../registry/templates.ts';
import { answerOf, sample } from '../play/sample.ts';
import { start } from '../play/start.ts';

/** One composition per operator, for show. */
const exampleCompositions = [
  'SEQ(PARITY,GRID_NAV)',
  'PAR(PARITY,KV_RETRIEVAL)',
  'INTERLEAVE(MAJORITY,GRID_NAV)',
  'NEST(PARITY,3)',
  'MASK(MAJORITY,x.x)',
] as const;

function show(template: AnyTemplate, level: number): string {
  const drawn = sample(template, { level, seed: 'gallery' });
  const game = start(drawn);
  const answer = answerOf(drawn);
  const { kind, reward } = template.optimum(drawn.instance);
  const first = template.text.action(template.oracle(drawn.instance).act(game.observe()), drawn.params);
  const reply =
    answer === undefined ? `A first reply of the oracle: \`${inline(first)}\`` : `Answer: \`${inline(answer)}\``;
  return [
    `Level ${level} · \`${drawn.seedPath}\` · best return ${round(reward)} (${kind})`,
    '',
    '```text',
    game.rules,
    '',
    game.text,
    '```',
    '',
    reply,
  ].join('\n');
}

function inline(text: string): string {
  const line = text.replaceAll('\n', ' ').replaceAll('`', "'");
  return line.length > 200 ? `${line.slice(0, 197)}…` : line;
}

function round(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function section(template: AnyTemplate): string {
  const rows = Object.entries(template.params).map(
    ([name, range]) =>
      `| \`${name}\` | ${rangeText(range).replaceAll('|', '\\|')} | ${range.says.replaceAll('|', '\\|')} |`,
  );
  return [
    `## ${template.name}`,
    '',
    `${template.says} Domain ${template.domain}; ${template.levels.length} levels; metrics ${template.metrics.map(({ name }) => `\`${name}\``).join(', ')}.`,
    '',
    '| parameter | allowed | says |',
    '| --- | --- | --- |',
    ...rows,
    '',
    show(template, 1),
    '',
    show(template, Math.min(3, template.levels.length)),
  ].join('\n');
}

/** The gallery as a Markdown page: every template at two levels, then one composition per operator. */
export function galleryPage(): string {
  const operators = operatorList().map(({ name, args, says }) => `| \`${name}(${args})\` | ${says} |`);
  return [
    '# Gallery',
    '',
    'One instance of every template at two levels, as a language model sees it. Made by `pawl tasks gallery`; a test keeps it fresh.',
    '',
    ...templates.flatMap((template) => [section(template), '']),
    '# Compositions',
    '',
    '| operator | means |',
    '| --- | --- |',
    ...operators,
    '',
    ...exampleCompositions.flatMap((name) => [`## ${name}`, '', show(findTemplate(name), 1), '']),
  ].join('\n');
}
