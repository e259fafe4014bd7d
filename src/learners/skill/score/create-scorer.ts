import { z } from 'zod';
import type { ModelClient } from '#foundation/contracts/ports';
import type { Sandbox, Scorer } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import { compareAnswers, likenesses } from './compare-answers.ts';
import { jsonScorer } from './json-reply.ts';
import { numericLikeness } from './numeric.ts';
import { pairwiseScorer, rubricScorer } from './rubric.ts';
import { Rule, rulesScorer } from './rules.ts';
import { codeScorer, commandScorer } from './sandboxed.ts';

const part = z.enum(['whole', 'last-line', 'tagged']).default('tagged');
const limits = { milliseconds: z.int().min(1).default(10_000), megabytes: z.int().min(16).default(256) };

/** A scorer as a configuration file names it. */
export const ScorerSettings = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['exact', 'normalised', 'f1', 'anls']), part }),
  z.strictObject({
    kind: z.literal('numeric'),
    absolute: z.number().min(0).default(1e-6),
    relative: z.number().min(0).default(0),
    part,
  }),
  z.strictObject({ kind: z.literal('rules'), rules: z.array(Rule).default([]) }),
  z.strictObject({ kind: z.literal('json'), schema: z.record(z.string(), z.unknown()).optional() }),
  z.strictObject({
    kind: z.literal('command'),
    command: z.array(z.string()).min(1),
    /** Texts beside the reply, by path; the command line brings the files that the command names. */
    files: z.record(z.string(), z.string()).optional(),
    ...limits,
  }),
  z.strictObject({ kind: z.literal('code'), ...limits }),
  /** Without a rubric each task brings its own. */
  z.strictObject({ kind: z.enum(['rubric', 'pairwise']), rubric: z.string().min(1).optional() }),
]);
export type ScorerSettings = z.infer<typeof ScorerSettings>;

/** What some scorers need of the world. */
export interface ScorerPorts {
  /** Runs commands of the system. */
  readonly sandbox?: Sandbox;
  /** Runs JavaScript that has nothing but the language. */
  readonly codeSandbox?: Sandbox;
  readonly judge?: ModelClient;
}

/** The scorer that a configuration names. */
export function createScorer(settings: ScorerSettings, ports: ScorerPorts = {}): Scorer {
  switch (settings.kind) {
    case 'exact':
    case 'normalised':
    case 'f1':
    case 'anls':
      return compareAnswers(settings.kind, likenesses[settings.kind], settings.part);
    case 'numeric': {
      const { absolute, relative } = settings;
      return compareAnswers('numeric', numericLikeness(absolute, relative), settings.part, { absolute, relative });
    }
    case 'rules':
      return rulesScorer(settings.rules);
    case 'json':
      return jsonScorer(settings.schema);
    case 'command':
      return commandScorer(settings, settings, need(ports.sandbox, 'command', 'a sandbox'));
    case 'code':
      return codeScorer(settings, need(ports.codeSandbox, 'code', 'a sandbox'));
    case 'rubric':
      return rubricScorer(settings.rubric, need(ports.judge, 'rubric', 'a judge'));
    case 'pairwise':
      return pairwiseScorer(settings.rubric, need(ports.judge, 'pairwise', 'a judge'));
  }
}

function need<T>(port: T | undefined, scorer: string, what: string): T {
  if (port === undefined) throw new Fault('score/missing-port', `the scorer ${scorer} needs ${what}`);
  return port;
}
