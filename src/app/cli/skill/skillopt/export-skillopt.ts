import { join } from 'node:path';
import { z } from 'zod';
import type { Json } from '#foundation/contracts';
import { SkillFiles } from '#foundation/contracts/skills';
import { skillHash } from '#learners/skill/document';
import type { StoreReader } from '#world/store';
import type { Shell } from '../../command.ts';
import { skilloptRecord } from './step-record.ts';
import { Ended, summaryOf } from './summary.ts';

const StepData = z.looseObject({
  step: z.int(),
  edits: z.array(z.unknown()),
  candidate: z.string().nullable(),
});
const Verdict = z.looseObject({ candidate: z.string(), origin: z.string() });
const Started = z.looseObject({ settings: z.unknown() });

/** Writes what a run left in the layout of the original: config, history, skills by step, best skill, summary, one folder per step. */
export function exportSkillopt(store: StoreReader, run: string, folder: string, shell: Shell): void {
  const write = (path: string, content: string): void => shell.writeFile(join(folder, path), shell.mask(content));
  const json = (path: string, value: unknown): void => write(path, `${JSON.stringify(value, null, 2)}\n`);
  const filesOf = (hash: string): SkillFiles => {
    const blob = store.getBlob(hash);
    return blob === undefined ? {} : SkillFiles.parse(JSON.parse(new TextDecoder().decode(blob)));
  };
  const found = store.getRun(run);
  const began = z.object({ skill: SkillFiles }).parse(found?.config).skill;
  const history: Record<string, Json>[] = [];
  let current = began['SKILL.md'] ?? '';
  write('skills/skill_v0000.md', current);
  for (const { type, data } of store.eventsOf(run)) {
    if (type === 'training-started') json('config.json', Started.parse(data).settings);
    else if (type === 'candidate-accepted' || type === 'candidate-passed')
      current = filesOf(Verdict.parse(data).candidate)['SKILL.md'] ?? '';
    else if (type === 'step-ended') {
      const { step, edits, candidate } = StepData.parse(data);
      const number = String(step).padStart(4, '0');
      const files = candidate === null ? undefined : filesOf(candidate);
      const record = {
        ...skilloptRecord(StepData.parse(data)),
        candidate_hash: files === undefined ? null : skillHash(files),
      };
      history.push(record);
      json(`steps/step_${number}/step_record.json`, record);
      json(`steps/step_${number}/edit_apply_report.json`, edits);
      // A step without a candidate of its own leaves none: that of the step before is not its.
      if (files !== undefined) write(`steps/step_${number}/candidate_skill.md`, files['SKILL.md'] ?? '');
      write(`skills/skill_v${number}.md`, current);
    } else if (type === 'run-ended') {
      const ended = Ended.parse(data);
      write('best_skill.md', filesOf(ended.best.hash)['SKILL.md'] ?? '');
      const wallMs = found?.endedAt === undefined ? null : found.endedAt - found.startedAt;
      const { summary, tests } = summaryOf(ended, history, wallMs);
      for (const [name, value] of Object.entries(tests)) json(`${name}/summary.json`, value);
      json('summary.json', summary);
    }
  }
  json('history.json', history);
}
