import type { SkillFiles } from '#foundation/contracts/skills';
import { Fault, hashOf, sha256 } from '#foundation/kernel';
import { parse } from 'yaml';
import { cutRegions, type CutText } from './regions.ts';
import { nameRules, rulesOf } from './rules.ts';
import { isSafePath } from './safe-path.ts';
import { documentsOf, skillNames } from './skill-set.ts';

/** A piece of SKILL.md: a rule (one list item or paragraph), or the headings, blanks and comments between rules. */
export type Block =
  | { readonly kind: 'rule'; readonly rule: Rule }
  | { readonly kind: 'between'; readonly text: string };

export interface Rule {
  /** Stable: from its words, whatever happens around it. */
  readonly id: string;
  readonly text: string;
  /** Headings above it, outermost first. */
  readonly section: readonly string[];
  readonly isProtected: boolean;
}

/** A skill as structure. `renderSkill(parseSkill(files))` is the same bytes. */
export interface SkillPackage {
  /** Front matter of SKILL.md as it stands, and as data; no data where it has none or it is no YAML mapping. */
  readonly frontMatter: { readonly text: string; readonly data: Readonly<Record<string, unknown>> | undefined };
  readonly blocks: readonly Block[];
  /** The rules among the blocks, in order. */
  readonly rules: readonly Rule[];
  /** Every file but SKILL.md. */
  readonly attachments: SkillFiles;
}

/** Reads the structure of a skill. Without SKILL.md, with an unsafe path or an unclosed region it is a fault. */
export function parseSkill(files: SkillFiles): SkillPackage {
  const { 'SKILL.md': _whole, ...attachments } = files;
  const { frontMatter: text, blocks } = blocksOf(files);
  return { frontMatter: { text, data: readFrontMatter(text) }, blocks, rules: rulesAmong(blocks), attachments };
}

function rulesAmong(blocks: readonly Block[]): readonly Rule[] {
  return blocks.flatMap((block) => (block.kind === 'rule' ? [block.rule] : []));
}

function blocksOf(files: SkillFiles): { readonly frontMatter: string; readonly blocks: readonly Block[] } {
  const whole = files['SKILL.md'];
  if (whole === undefined) throw new Fault('skill/no-document', 'the skill has no SKILL.md');
  for (const path of Object.keys(files)) {
    if (!isSafePath(path)) throw new Fault('skill/bad-path', `${JSON.stringify(path)} is no path inside a skill`);
  }
  const cut = cutRegions(whole);
  const body = whole.slice(cut.frontMatter.length);
  const guarded = protectedSpans(cut);
  const spans = rulesOf(body);
  const ids = nameRules(spans);
  const blocks: Block[] = [];
  let at = 0;
  for (const [i, { text, section, start, end }] of spans.entries()) {
    if (start > at) blocks.push({ kind: 'between', text: body.slice(at, start) });
    const isProtected = guarded.some((span) => start < span.end && span.start < end);
    blocks.push({ kind: 'rule', rule: { id: ids[i]!, text, section, isProtected } });
    at = end;
  }
  if (at < body.length) blocks.push({ kind: 'between', text: body.slice(at) });
  return { frontMatter: cut.frontMatter, blocks };
}

/** The files again; from the blocks alone, so that what is missing there is missing in the text. */
export function renderSkill({ frontMatter, blocks, attachments }: Omit<SkillPackage, 'rules'>): SkillFiles {
  const texts = blocks.map((block) => (block.kind === 'rule' ? block.rule.text : block.text));
  return { ...attachments, 'SKILL.md': frontMatter.text + texts.join('') };
}

/** The rules of SKILL.md in order; of a set, those of its skills one after another. */
export function rulesOfSkill(files: SkillFiles): readonly Rule[] {
  if (skillNames(files).length === 0) return rulesAmong(blocksOf(files).blocks);
  return documentsOf(files).flatMap((path) => rulesAmong(blocksOf({ 'SKILL.md': files[path]! }).blocks));
}

/** Where the regions of a cut lie in the body. */
function protectedSpans({ open, regions }: CutText): { start: number; end: number }[] {
  let at = 0;
  return regions.map(({ text }, i) => {
    const start = at + open[i]!.length;
    at = start + text.length;
    return { start, end: at };
  });
}

/** First 16 hexadecimal digits of SHA-256: of SKILL.md's text where that is the only file, else of all files. */
export function skillHash(files: SkillFiles): string {
  const body = files['SKILL.md'];
  const isAlone = body !== undefined && Object.keys(files).length === 1;
  return (isAlone ? sha256(new TextEncoder().encode(body)) : hashOf(files)).slice(0, 16);
}

function readFrontMatter(block: string): Readonly<Record<string, unknown>> | undefined {
  const lines = block.trimEnd().split('\n').slice(1, -1).join('\n');
  if (block === '' || isNested(lines)) return undefined;
  try {
    const value: unknown = parse(lines, { logLevel: 'error' });
    return isMapping(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Deeper than any front matter is: the parser calls itself for each bracket, and the stack is not ours to spend. */
const MOST_BRACKETS = 200;

function isNested(text: string): boolean {
  return text.split(/[[{]/u).length > MOST_BRACKETS;
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
