import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Fault } from '#foundation/kernel';
import { providerNames } from '#world/models/providers';
import { findSimulatedWorld } from '#world/models/simulated';
import { ScorerSettings } from '#learners/skill/score';
import { findTemplate } from '#tasks/registry';
import { parseSetting } from '#tasks/settings';
import { type InitAnswers, usualAnswers } from './ask-questions.ts';
import { scorerOf } from './config-text.ts';

const scorers = 'exact, normalised, f1, anls, numeric, rules, json, command, code, rubric, pairwise';

/** What is wrong with an answer to a question of `pawl init skill`, in one sentence; nothing where it can be used. */
export function answerProblem(name: keyof InitAnswers, answer: string, folder: string): string | undefined {
  if (name === 'skill' || (name !== 'tasks' && answer === usualAnswers[name])) return undefined;
  if (name === 'scorer') return ScorerSettings.safeParse(scorerOf(answer)).success ? undefined : noScorer(answer);
  return name === 'tasks' ? tasksProblem(answer, folder) : modelProblem(answer);
}

function noScorer(kind: string): string {
  return `there is no scorer ${kind}; take one of ${scorers}`;
}

function tasksProblem(tasks: string, folder: string): string | undefined {
  const [, template, setting = '1'] = /^teach:([^@]+)(?:@(.+))?$/.exec(tasks) ?? [];
  if (template === undefined) {
    const path = resolve(folder, tasks);
    return existsSync(path) ? undefined : `there is no ${path}`;
  }
  return problemIn(() => parseSetting(findTemplate(template), setting));
}

function modelProblem(model: string): string | undefined {
  const [, world] = /^simulated:([^@]+)(?:@\d+)?$/.exec(model) ?? [];
  if (world !== undefined) return problemIn(() => findSimulatedWorld(world));
  const provider = model.slice(0, Math.max(0, model.indexOf(':')));
  if (providerNames.includes(provider) && model.length > provider.length + 1) return undefined;
  return `"${model}" does not name a provider and a model; write provider:model with one of ${providerNames.join(', ')}`;
}

function problemIn(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}
