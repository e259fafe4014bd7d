import { z } from 'zod';
import type { Score } from '#foundation/contracts';
import type { Scorer } from '#foundation/contracts/skills';
import { Fault, hashOf } from '#foundation/kernel';
import { fieldOf } from './task-answers.ts';

/** One thing a reply must do. */
export const Rule = z.union([
  z.strictObject({ matches: z.string(), flags: z.string().optional(), says: z.string().optional() }),
  z.strictObject({ avoids: z.string(), flags: z.string().optional(), says: z.string().optional() }),
  z.strictObject({ contains: z.string(), says: z.string().optional() }),
  z.strictObject({ lacks: z.string(), says: z.string().optional() }),
  z.strictObject({ minWords: z.int().min(0), says: z.string().optional() }),
  z.strictObject({ maxWords: z.int().min(0), says: z.string().optional() }),
]);
export type Rule = z.infer<typeof Rule>;

/** Scores a reply by rules: of the scorer, and of the task in `rules`. Success is all of them, credit is their share. */
export function rulesScorer(common: readonly Rule[]): Scorer {
  for (const rule of common) holds(rule, '');
  return {
    name: 'rules',
    fingerprint: { scorer: 'rules', rules: hashOf(common), version: 1 },
    score({ text }, task): Score {
      const rules = [...common, ...ownRules(fieldOf(task, 'rules'), task.id)];
      if (rules.length === 0) throw new Fault('score/no-answer', `task ${task.id} has no rules`);
      const broken = rules.filter((rule) => !holds(rule, text));
      if (broken.length === 0) return { hard: 1, soft: 1 };
      const said = broken.map(sayRule).join('; ');
      return { hard: 0, soft: 1 - broken.length / rules.length, why: `broken rule: ${said}`, feedback: said };
    },
  };
}

function ownRules(value: unknown, task: string): readonly Rule[] {
  if (value === undefined) return [];
  const parsed = z.array(Rule).safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Fault('score/bad-rule', `the rules of task ${task} do not read`, { details: { task } });
}

function holds(rule: Rule, text: string): boolean {
  if ('matches' in rule) return expression(rule.matches, rule.flags).test(text);
  if ('avoids' in rule) return !expression(rule.avoids, rule.flags).test(text);
  if ('contains' in rule) return text.includes(rule.contains);
  if ('lacks' in rule) return !text.includes(rule.lacks);
  const words = text.split(/\s+/).filter(Boolean).length;
  return 'minWords' in rule ? words >= rule.minWords : words <= rule.maxWords;
}

function expression(source: string, flags: string | undefined): RegExp {
  try {
    return new RegExp(source, (flags ?? '').replaceAll(/[gy]/g, ''));
  } catch (cause) {
    throw new Fault('score/bad-rule', `/${source}/ is no regular expression`, { cause, details: { source } });
  }
}

function sayRule(rule: Rule): string {
  if (rule.says !== undefined) return rule.says;
  const [said] = Object.entries(rule);
  return said === undefined ? 'a rule' : `${said[0]} ${said[1]}`;
}
