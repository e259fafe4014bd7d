import { exampleLessons, type Lessons, teachExamples, textLessons } from '#learners/model/lm-practice';
import type { Shell } from '../command.ts';
import { wantedTasks } from '../commands/tasks-usage.ts';
import { isTextFile, readText } from './text-file.ts';

/** What `pawl lm train` teaches. */
export interface ChosenLessons {
  readonly lessons: Lessons;
  /** What it is, for the model card. */
  readonly trainedOn: string;
  /** What to type after the checkpoint to test it. */
  readonly test: string;
}

/** A text file of the user's own, or the text face of a template. */
export async function chooseLessons(
  name: string,
  flags: { readonly tasks: number; readonly level: number; readonly seed: string; readonly set: readonly string[] },
  shell: Shell,
): Promise<ChosenLessons> {
  if (isTextFile(name)) {
    const { bytes, text } = await readText(name, shell);
    return {
      lessons: textLessons(text),
      trainedOn: `the text file ${name}, ${bytes.length} bytes, in windows of the context`,
      test: `OTHER.txt --after ${name}`,
    };
  }
  const { template, setting, draw } = wantedTasks([name], { ...flags, split: 'train', index: 0 });
  return {
    lessons: exampleLessons(teachExamples(template, setting, flags.tasks, draw)),
    trainedOn: `the text face of ${template.name}, setting ${setting.setting}, tasks 0 to ${flags.tasks - 1} of the training split of seed ${flags.seed}, as the oracle plays them`,
    test: `${name} --level ${flags.level}`,
  };
}
