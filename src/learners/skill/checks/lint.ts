import type { SkillFiles, SkillTask } from '#foundation/contracts/skills';
import { countTokens } from '../document/count-tokens.ts';
import { createLeakScan, describeLeak } from './leaks.ts';
import { findPairs } from './rule-pairs.ts';
import { parseSkill, type Rule, rulesOfSkill } from '../document/skill-document.ts';

export interface LintFinding {
  readonly kind: 'duplicate' | 'contradiction' | 'length' | 'leak' | 'front-matter';
  readonly file: string;
  /** Ids of the rules concerned. */
  readonly rules: readonly string[];
  readonly message: string;
}

/** What agents are known to read well. @source Agent Skills: keep SKILL.md under 500 lines and 5,000 tokens */
const MOST_LINES = 500;
const MOST_TOKENS = 5000;

/** What is wrong with a skill; `guarded` are tasks whose answers and ids must not be in it. */
export function lintSkill(files: SkillFiles, guarded: readonly SkillTask[]): readonly LintFinding[] {
  return [
    ...lintFrontMatter(files),
    ...lintLength(files),
    ...lintPairs(rulesOfSkill(files)),
    ...lintLeaks(files, guarded),
  ];
}

function lintFrontMatter(files: SkillFiles): LintFinding[] {
  const { text, data } = parseSkill(files).frontMatter;
  if (text === '') return [];
  const missing = ['name', 'description'].filter((key) => typeof data?.[key] !== 'string');
  const message = data === undefined ? 'the front matter is no YAML mapping' : `no ${missing.join(' and no ')}`;
  return missing.length === 0 ? [] : [{ kind: 'front-matter', file: 'SKILL.md', rules: [], message }];
}

function lintLength(files: SkillFiles): LintFinding[] {
  const text = files['SKILL.md']!;
  const lines = text.split('\n').length;
  const tokens = countTokens(text);
  if (lines <= MOST_LINES && tokens <= MOST_TOKENS) return [];
  const message = `${lines} lines and about ${tokens} tokens; ${MOST_LINES} and ${MOST_TOKENS} are read well`;
  return [{ kind: 'length', file: 'SKILL.md', rules: [], message }];
}

function lintPairs(rules: readonly Rule[]): LintFinding[] {
  return findPairs(rules.map(({ text }) => text)).map(({ kind, first, second }) => {
    const [a, b] = [rules[first]!, rules[second]!];
    const message = `${JSON.stringify(a.text)} and ${JSON.stringify(b.text)}`;
    return { kind, file: 'SKILL.md', rules: [a.id, b.id], message };
  });
}

function lintLeaks(files: SkillFiles, guarded: readonly SkillTask[]): LintFinding[] {
  const findLeaks = createLeakScan(guarded);
  return Object.entries(files).flatMap(([file, text]) =>
    findLeaks(text).map((leak): LintFinding => ({ kind: 'leak', file, rules: [], message: describeLeak(leak) })),
  );
}
