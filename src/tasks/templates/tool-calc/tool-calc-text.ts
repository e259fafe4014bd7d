import type { TextFace } from '#foundation/contracts/tasks';
import { answerPart } from '../../faces/reply.ts';
import type { ExprId } from '../../tools/calc-plan.ts';
import { FIRST_OPERATOR, type Prefix, prefixText } from '../arith-expr/arith-expression.ts';
import { bracketsOf, type CalcAction, type CalcParams, type CalcSeen, isCallable } from './tool-calc-game.ts';

/** TOOL_CALC_ARITH as a language model reads and answers it. */
export const calcText: TextFace<CalcParams, CalcSeen, CalcAction> = {
  rules: rulesText,
  observation: observationText,
  action(action) {
    if (action.kind === 'THINK') return 'THINK';
    return action.kind === 'ANSWER' ? `ANSWER ${action.value}` : `TOOL_CALL ${idText(action.expr_id)}`;
  },
  parse: (reply, params, { prefix }) => parseAction(reply, params, bracketsOf(prefix)),
};

function idText(id: ExprId): string {
  return id < FIRST_OPERATOR ? `x${id + 1}` : `e${id - FIRST_OPERATOR + 1}`;
}

/** The brackets of an expression as text, as they close. */
export function bracketTexts(prefix: Prefix): string[] {
  const text = prefixText(prefix);
  const open: number[] = [];
  const texts: string[] = [];
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === '(') open.push(i);
    else if (text[i] === ')') texts.push(text.slice(open.pop(), i + 1));
  }
  return texts;
}

function observationText({ prefix, values, results, pending, step }: CalcSeen): string {
  const brackets = bracketTexts(prefix).map((text, i) => `e${i + 1} = ${text}`);
  const known = values.map((value, i) => `x${i + 1} = ${value ?? 'hidden'}`);
  const told = results.map(({ expr_id, value }) => `${idText(expr_id)} = ${value}`);
  return (
    `${known.join(', ')}\n${brackets.join('\n')}\n` +
    `results: ${told.length === 0 ? 'none' : told.join(', ')}; to come: ${pending}; steps done: ${step}`
  );
}

function rulesText({
  cost_per_call,
  bit_width,
  hidden,
  step_budget,
  over_penalty,
  latency,
  pricing,
  scope,
}: CalcParams): string {
  const what = [
    ...(hidden > 0 ? ['a hidden variable, as in TOOL_CALL x1'] : []),
    scope === 'all' ? 'a bracket, as in TOOL_CALL e1' : 'any bracket but the last, as in TOOL_CALL e1',
  ];
  return (
    `Evaluate the last of the bracketed expressions below; all values are ${bit_width}-bit two's complement and wrap around after every operator; a max b is the larger one, a min b the smaller. Each turn do one thing. ` +
    `THINK: nothing. TOOL_CALL: asks a calculator that is always right for ${what.join(', or ')}; it costs ${cost_per_call}` +
    `${pricing === 'size' ? ' times the number of operators in the bracket (a variable counts as one)' : ''}, and the result is shown ${latency === 0 ? 'at once' : `after ${latency} more turns`}. ` +
    `ANSWER n: ends the task and earns 1 if n is right, else 0. More than ${step_budget} turns cost ${over_penalty}; ${2 * step_budget} are the most. A reply that cannot be read wastes a turn. ` +
    'Reply as in "answer: TOOL_CALL e1" or "answer: ANSWER -5".'
  );
}

/** The one action a reply names. */
function parseAction(reply: string, params: CalcParams, brackets: number): CalcAction | undefined {
  const text = answerPart(reply).toUpperCase().replaceAll('−', '-');
  const found = new Set(text.match(/\bTHINK\b|\bTOOL_CALL\s+[XE]\d{1,2}\b|\bANSWER\s+[-+]?\d{1,10}\b/g) ?? []);
  const [only] = found;
  if (found.size !== 1 || only === undefined) return undefined;
  if (only === 'THINK') return { kind: 'THINK' };
  const [kind, what = ''] = only.split(/\s+/);
  if (kind === 'ANSWER') {
    const value = Number(what) + 0;
    const limit = 2 ** (params.bit_width - 1);
    return value >= -limit && value < limit ? { kind: 'ANSWER', value } : undefined;
  }
  const place = Number(what.slice(1)) - 1;
  const expr_id = what.startsWith('X') ? place : FIRST_OPERATOR + place;
  const isSound =
    place >= 0 && (what.startsWith('E') || place < FIRST_OPERATOR) && isCallable(params, brackets, expr_id);
  return isSound ? { kind: 'TOOL_CALL', expr_id } : undefined;
}
