import type { Harness, SkillFiles } from '#contracts';
import { aggregate } from './aggregate.ts';
import { askStructured } from './ask-structured.ts';
import { createLeakScan } from './leaks.ts';
import { joinSections, skillSection } from './prompt-layout.ts';
import { promptText } from './prompts/prompt-text.ts';
import type { Proposed, ProposeInput, Proposer } from './proposer.ts';
import { reflect, type ReflectSettings } from './reflect.ts';
import { RewriteReply } from './reply-formats.ts';
import { rewriteSchema } from './reply-schemas.ts';
import { rewriteText } from './rewrite-text.ts';
import { rolloutRecord } from './rollout-record.ts';
import { select } from './select.ts';
import { skillHash } from './skill-document.ts';
import { update } from './update.ts';

export interface StageSettings extends ReflectSettings {
  readonly mergeBatchSize: number;
  readonly mayRepair: boolean;
}

/** Reflect, aggregate, select, update: bounded edits in patch mode, a rewrite in the other two. */
export function reflectiveProposer(name: string, settings: StageSettings): Proposer {
  return {
    name,
    async propose(input, optimizer): Promise<Proposed> {
      const { parent: skill, history, metaSkill, editBudget, guarded } = input;
      const { mode, mergeBatchSize, mayRepair } = settings;
      const analystReports = await reflect({ ...input, skill, settings }, optimizer);
      const merged = await aggregate({ skill, reports: analystReports, mode, mergeBatchSize, metaSkill }, optimizer);
      const { proposal } = await select({ skill, proposal: merged, editBudget, metaSkill }, optimizer);
      const made = await update({ skill, proposal, mode, history, guarded, mayRepair }, optimizer);
      const reports = { editReports: made.reports, analystReports };
      return made.action === 'candidate'
        ? { skill: made.skill, why: '', items: made.items, ...reports }
        : { skill: undefined, why: made.why, items: [], ...reports };
    },
  };
}

/** One skill from two parents that are good at other tasks; the first one's protected regions stay. */
export const parentMerger: Proposer = {
  name: 'merge',
  async propose(input, optimizer): Promise<Proposed> {
    const { parent, other } = input;
    if (other === undefined || skillHash(other) === skillHash(parent)) return nothing('there is no second parent');
    const answer = await askStructured(
      {
        stage: 'merge_parents',
        system: { role: 'merge_parents' },
        user: joinSections(skillSection(parent, 'First skill'), skillSection(other, 'Second skill')),
        schema: RewriteReply,
        json: rewriteSchema,
        maxTokens: optimizer.rewriteMaxTokens ?? 64_000,
        check: ({ new_skill }) => (new_skill.trim() === '' ? 'new_skill is empty' : undefined),
      },
      optimizer,
    );
    if (!answer.ok) return nothing(answer.problem);
    const text = rewriteText(parent['SKILL.md']!, answer.reply.new_skill);
    return checked({ ...other, ...parent, 'SKILL.md': text }, input);
  },
};

/** A coding agent improves the files of the skill in its own workspace. */
export function codingAgentProposer(harness: Harness): Proposer {
  return {
    name: 'coding-agent',
    async propose(input, optimizer): Promise<Proposed> {
      const { parent } = input;
      const prompt = promptText('coding_agent', optimizer.prompts);
      const files = { ...placed('skill', parent), ...placed('rollouts', rolloutFiles(input)) };
      const reply = await harness.run({ prompt, skill: {}, files, seed: optimizer.seed });
      const skill: Record<string, string> = { ...parent };
      for (const [path, text] of Object.entries(reply.files ?? {})) {
        const name = path.startsWith('skill/') ? path.slice('skill/'.length) : undefined;
        if (name === undefined || !Object.hasOwn(parent, name)) continue;
        skill[name] = rewriteText(parent[name]!, text);
      }
      return checked(skill, input);
    },
  };
}

function rolloutFiles({ rollouts }: ProposeInput): SkillFiles {
  const name = (i: number): string => `${String(i).padStart(3, '0')}.json`;
  return Object.fromEntries(rollouts.map((each, i) => [name(i), JSON.stringify(rolloutRecord(each), null, 2)]));
}

function placed(folder: string, files: SkillFiles): SkillFiles {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
}

/** Refuses a skill that is its parent, or that leaks. */
function checked(skill: SkillFiles, { parent, guarded }: ProposeInput): Proposed {
  if (skillHash(skill) === skillHash(parent)) return nothing('nothing was changed');
  const findLeaks = createLeakScan(guarded);
  const known = new Set(
    Object.values(parent)
      .flatMap(findLeaks)
      .map(({ text }) => text),
  );
  const leak = Object.values(skill)
    .flatMap(findLeaks)
    .find(({ text }) => !known.has(text));
  if (leak !== undefined)
    return nothing(`it contains ${leak.kind === 'id' ? 'the id' : 'an answer'} of task ${leak.taskId}`);
  return { skill, why: '', items: [], editReports: [], analystReports: [] };
}

function nothing(why: string): Proposed {
  return { skill: undefined, why, items: [], editReports: [], analystReports: [] };
}
