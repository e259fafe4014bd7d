import { join } from 'node:path';
import { z } from 'zod';
import { Json, SkillFiles } from '#contracts';
import type { StoreReader } from '#store';
import type { Shell } from '../command.ts';

const StepData = z.looseObject({ step: z.int(), edit_apply_report: z.array(z.unknown()) });
const Verdict = z.looseObject({ candidate: z.string(), origin: z.string() });
const Ended = z.looseObject({
  best: z.object({ hash: z.string(), origin: z.string() }),
  final: z.object({ hash: z.string() }),
  bestStep: z.int(),
  steps: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  undecided: z.int(),
  skipped: z.int(),
  stages: z.record(
    z.string(),
    z.looseObject({ calls: z.number(), promptTokens: z.number(), completionTokens: z.number() }),
  ),
  score: z.looseObject({ before: z.unknown(), after: z.unknown(), final: z.unknown() }),
});
const Measured = z
  .looseObject({ hard: z.number(), soft: z.number(), byType: z.record(z.string(), z.unknown()) })
  .nullable();

/** Writes what a run left in the layout of the original: history, skills by step, best skill, summary, one folder per step. */
export function exportSkillopt(store: StoreReader, run: string, folder: string, shell: Shell): void {
  const write = (path: string, content: string): void => shell.writeFile(join(folder, path), content);
  const json = (path: string, value: unknown): void => write(path, `${JSON.stringify(value, null, 2)}\n`);
  const skillOf = (hash: string): string => {
    const blob = store.getBlob(hash);
    return blob === undefined ? '' : (SkillFiles.parse(JSON.parse(new TextDecoder().decode(blob)))['SKILL.md'] ?? '');
  };
  const found = store.getRun(run);
  const began = z.object({ skill: SkillFiles }).parse(found?.config).skill;
  json('config.json', found?.config);
  const history: Json[] = [];
  let current = began['SKILL.md'] ?? '';
  write('skills/skill_v0000.md', current);
  let candidate = '';
  for (const { type, data } of store.eventsOf(run)) {
    if (type.startsWith('candidate-')) {
      candidate = skillOf(Verdict.parse(data).candidate);
      if (type === 'candidate-accepted' || type === 'candidate-passed') current = candidate;
    } else if (type === 'step-ended') {
      const { step, edit_apply_report: report } = StepData.parse(data);
      const number = String(step).padStart(4, '0');
      history.push(data);
      json(`steps/step_${number}/step_record.json`, data);
      json(`steps/step_${number}/edit_apply_report.json`, report);
      write(`steps/step_${number}/candidate_skill.md`, candidate);
      write(`skills/skill_v${number}.md`, current);
    } else if (type === 'run-ended') writeEnd(Ended.parse(data), skillOf, write, json);
  }
  json('history.json', history);
}

function writeEnd(
  ended: z.infer<typeof Ended>,
  skillOf: (hash: string) => string,
  write: (path: string, content: string) => void,
  json: (path: string, value: unknown) => void,
): void {
  const [before, after, final] = [ended.score.before, ended.score.after, ended.score.final].map((score) =>
    Measured.parse(score ?? null),
  );
  write('best_skill.md', skillOf(ended.best.hash));
  for (const [name, score] of [
    ['test_eval_baseline', before],
    ['test_eval', after],
    ['test_eval_final', final],
  ] as const) {
    if (score !== null && score !== undefined) json(`${name}/summary.json`, { ...score.byType, overall: score.hard });
  }
  const tokens = Object.entries(ended.stages).map(([stage, { calls, promptTokens, completionTokens }]) => [
    stage,
    { calls, prompt_tokens: promptTokens, completion_tokens: completionTokens },
  ]);
  json('summary.json', {
    best_step: ended.bestStep,
    best_origin: ended.best.origin,
    total_steps: ended.steps,
    total_accepts: ended.accepted,
    total_rejects: ended.rejected,
    total_undecided: ended.undecided,
    total_skips: ended.skipped,
    baseline_test_hard: before?.hard ?? null,
    baseline_test_soft: before?.soft ?? null,
    test_hard: after?.hard ?? null,
    test_soft: after?.soft ?? null,
    final_test_hard: final?.hard ?? null,
    final_test_soft: final?.soft ?? null,
    test_delta_hard: before && after ? after.hard - before.hard : null,
    final_test_delta_hard: before && final ? final.hard - before.hard : null,
    token_summary: Object.fromEntries(tokens),
  });
}
