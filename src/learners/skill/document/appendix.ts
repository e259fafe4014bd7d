import type { SkillFiles } from '#foundation/contracts/skills';
import { distinctNotes } from './appendix-note.ts';
import { askStructured } from '../optimizer/ask-structured.ts';
import { readRegion, writeRegion } from './engine-region.ts';
import { oneLine } from './fence.ts';
import type { Optimizer } from '../optimizer/optimizer.ts';
import { recordsSection } from '../optimizer/prompt-layout.ts';
import { dropMarkers } from './regions.ts';
import { ConsolidateReply } from '../optimizer/reply-formats.ts';
import { consolidateSchema } from '../optimizer/reply-schemas.ts';

const heading = '## Execution Notes Appendix';

/** The notes in the skill's appendix region, in order. */
export function appendixNotesOf(skill: SkillFiles): readonly string[] {
  const lines = (readRegion(skill, 'APPENDIX') ?? '').split('\n');
  return lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2).trim());
}

/** The skill with these notes added to its appendix, without repeats. No notes at all makes the empty region. */
export function addAppendixNotes(
  skill: SkillFiles,
  notes: readonly string[],
): { readonly skill: SkillFiles; readonly added: number; readonly total: number } {
  const before = appendixNotesOf(skill);
  const after = distinctNotes([...before, ...notes.map(asLine)]);
  return { skill: setAppendixNotes(skill, after), added: after.length - before.length, total: after.length };
}

/** The skill whose appendix holds just these notes, at the end of SKILL.md. */
export function setAppendixNotes(skill: SkillFiles, notes: readonly string[]): SkillFiles {
  const bullets = distinctNotes(notes.map(asLine)).map((note) => `- ${note}`);
  return writeRegion(skill, 'APPENDIX', [heading, ...bullets].join('\n'));
}

/** Fewer notes that say the same, or undefined where the optimizer gave nothing strictly shorter. */
export async function consolidateNotes(
  notes: readonly string[],
  optimizer: Optimizer,
): Promise<readonly string[] | undefined> {
  const answer = await askStructured(
    {
      stage: 'appendix_consolidate',
      system: { role: 'appendix_consolidate' },
      user: recordsSection(
        'Notes',
        `${notes.length} notes, one JSON object per line.`,
        notes.map((note) => ({ note })),
      ),
      schema: ConsolidateReply,
      json: consolidateSchema,
      maxTokens: 4096,
    },
    optimizer,
  );
  if (!answer.ok) return undefined;
  const shorter = distinctNotes(answer.reply.notes.map(asLine));
  return shorter.length > 0 && shorter.length < notes.length ? shorter : undefined;
}

function asLine(note: string): string {
  return oneLine(dropMarkers(note), 500);
}
