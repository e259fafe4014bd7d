import { Fault } from '#foundation/kernel';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { pathNameOf, withPathName } from '../settings/versions.ts';
import { envNonstationary } from './env-nonstationary.ts';
import { mask } from './mask.ts';
import { nestInside } from './nest-inside.ts';
import { par } from './par.ts';
import { safeDecisionWithHelp } from './safe-decision.ts';
import { safeEpisode } from './safe-episode.ts';
import { selfCalibrationBatch } from './self-calibration.ts';
import { interleave, seq } from './seq.ts';

/** Longer expressions would nest deeper than the stack allows. */
const LONGEST = 1000;

/** Finds a template by name. */
export type Find = (name: string) => AnyTemplate;

type Operator = (args: readonly string[], find: Find) => AnyTemplate;

interface OperatorEntry {
  readonly args: string;
  readonly says: string;
  readonly make: Operator;
  readonly version?: number;
}

/** One answer is decided on as a whole, an episode step by step. */
function safeDecision(base: AnyTemplate): AnyTemplate {
  return base.shape === 'answer' ? safeDecisionWithHelp(base) : safeEpisode(base);
}

/** Every operator and wrapper: how many arguments it takes, and what it makes of them. */
const operators: Readonly<Record<string, OperatorEntry>> = {
  SEQ: { args: 'a,b', says: 'a to its end, then b', make: ([a, b], find) => seq(find(a!), find(b!)) },
  PAR: { args: 'a,b', says: 'both at once', make: ([a, b], find) => par(find(a!), find(b!)) },
  INTERLEAVE: { args: 'a,b', says: 'a step of each in turn', make: ([a, b], find) => interleave(find(a!), find(b!)) },
  NEST: {
    args: 'a,k',
    says: 'k deep, the answer to each a symbol of the next',
    make: ([a, k], find) => nestInside(find(a!), Number(k)),
    version: 2,
  },
  MASK: {
    args: 'a,pattern',
    says: 'with the symbols under x hidden',
    make: ([a, pattern], find) => mask(find(a!), pattern!),
  },
  ENV_NONSTATIONARY: {
    args: 'base',
    says: 'in a world that changes',
    make: ([a], find) => envNonstationary(find(a!)),
    version: 2,
  },
  SAFE_DECISION_WITH_HELP: {
    args: 'base',
    says: 'predict, ask for help, or abstain',
    make: ([a], find) => safeDecision(find(a!)),
    version: 2,
  },
  SELF_CALIBRATION_BATCH: {
    args: 'base',
    says: 'a batch whose accuracy is foretold',
    make: ([a], find) => selfCalibrationBatch(find(a!)),
  },
};

/** The operators, for lists and help. */
export function operatorList(): { readonly name: string; readonly args: string; readonly says: string }[] {
  return Object.entries(operators).map(([name, { args, says }]) => ({ name, args, says }));
}

/** Builds `SEQ(PARITY,NEST(MAJORITY,3))`; names without brackets are looked up. */
export function parseComposition(text: string, find: Find): AnyTemplate {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST) {
    throw new Fault('tasks/bad-composition', `an expression of ${trimmed.length} characters, at most ${LONGEST}`);
  }
  const match = /^([A-Z_]+)(?:\.v(\d+))?\((.*)\)$/s.exec(trimmed);
  if (match === null) return find(trimmed);
  const [, name = '', asked, inside = ''] = match;
  const operator = operators[name];
  if (operator === undefined) {
    const known = Object.keys(operators).join(', ');
    throw new Fault('tasks/bad-composition', `there is no operator ${name}; there are ${known}`);
  }
  const args = splitArguments(inside);
  const wanted = operator.args.split(',').length;
  if (args.length !== wanted || args.includes('')) {
    throw new Fault('tasks/bad-composition', `${name} takes ${operator.args}, got ${JSON.stringify(inside)}`);
  }
  const { make, version = 1 } = operator;
  if (asked !== undefined && Number(asked) !== version) {
    throw new Fault('tasks/bad-composition', `${name} is version ${version}, not ${asked}`);
  }
  const paths = new Map<string, string>();
  const composed = make(args, (inner) => {
    const part = parseComposition(inner, find);
    paths.set(inner, pathNameOf(part));
    return part;
  });
  // What is composed of versions has them in its seed path too.
  const inPath = args.map((arg) => paths.get(arg) ?? (/^\d+$/.test(arg) ? String(Number(arg)) : arg));
  return withPathName(composed, `${name}${version === 1 ? '' : `.v${version}`}(${inPath.join(',')})`);
}

/** Splits at commas outside brackets. */
function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === '(') depth += 1;
    if (text[i] === ')') depth -= 1;
    if (text[i] === ',' && depth === 0) {
      parts.push(text.slice(from, i).trim());
      from = i + 1;
    }
  }
  return [...parts, text.slice(from).trim()];
}
