import type { SkillFiles } from '#foundation/contracts/skills';
import { wordsOf } from '../rule-similarity/words.ts';

const member = /^([^/]+)\/SKILL\.md$/;

/** The skills of a set by the names of their folders; none where the files are one skill. The document of a set itself is blank. */
export function skillNames(files: SkillFiles): readonly string[] {
  if ((files['SKILL.md'] ?? '').trim() !== '') return [];
  return Object.keys(files)
    .flatMap((path) => member.exec(path)?.[1] ?? [])
    .sort();
}

/** The documents of a skill: its SKILL.md, or those of the skills of a set. */
export function documentsOf(files: SkillFiles): readonly string[] {
  const names = skillNames(files);
  return names.length === 0 ? ['SKILL.md'] : names.map((name) => `${name}/SKILL.md`);
}

/** The text of all documents. */
export function documentText(files: SkillFiles): string {
  return documentsOf(files)
    .map((path) => files[path] ?? '')
    .join('\n');
}

/**
 * The file that an edit belongs to. In a set an edit that names none, or none that is there, goes where its target stands, else to the
 * skill in whose words its own are likeliest; as rules are added, those words grow.
 *
 *     score(s) = Σ_w ln((n_sw + ½) / (N_s + ½ V))        w over the distinct words of the edit, n_sw how often skill s has w
 *
 * @source multinomial naive Bayes with Jeffreys' prior
 */
export function homeOf(
  files: SkillFiles,
  edit: { readonly file?: string | undefined; readonly target: string; readonly content: string },
): string {
  const named = edit.file ?? 'SKILL.md';
  const names = skillNames(files);
  if (names.length === 0 || (named !== 'SKILL.md' && Object.hasOwn(files, named))) return named;
  const within = names.find((name) => named === name || named.startsWith(`${name}/`));
  if (within !== undefined) return named === within ? `${within}/SKILL.md` : named;
  const target = edit.target.trim();
  const holding = target === '' ? [] : Object.keys(files).filter((path) => files[path]!.includes(target));
  return holding.length === 1 ? holding[0]! : `${likeliest(files, names, `${edit.content}\n${edit.target}`)}/SKILL.md`;
}

function likeliest(files: SkillFiles, names: readonly string[], text: string): string {
  const words = [...new Set(wordsOf(text))];
  const counts = names.map((name) => {
    const own = Object.keys(files).filter((path) => path.startsWith(`${name}/`));
    return countWords([name, ...own.map((path) => files[path]!)].join('\n'));
  });
  const vocabulary = new Set([...words, ...counts.flatMap((count) => [...count.keys()])]).size;
  const scores = counts.map((count) => {
    const total = [...count.values()].reduce((sum, n) => sum + n, 0);
    return words.reduce((sum, word) => sum + Math.log(((count.get(word) ?? 0) + 0.5) / (total + 0.5 * vocabulary)), 0);
  });
  return names[scores.indexOf(Math.max(...scores))]!;
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
