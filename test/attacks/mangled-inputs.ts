import { setImmediate } from 'node:timers/promises';
import * as yaml from 'yaml';
import { readAiger, writeAiger } from '#logic/circuit/aiger';
import { createRng, Fault, type Rng } from '#foundation/kernel';
import { readTasks } from '#learners/skill/worlds';
import { checkProof, parseDimacs } from '#logic/sat';
import { lintSkill } from '#learners/skill/checks';
import { createBuilder } from '#logic/circuit/graph';
import { parseConfigText } from '../../src/app/cli/config/config-file.ts';
import { bytesOf, latinOf, outsideParsers, type Parser } from './outside-parsers.ts';

/** A text with some bytes changed, dropped, doubled, or replaced by what parsers stumble over. @source mutation fuzzing, as in AFL */
function mutate(text: string, rng: Rng): string {
  let changed = text;
  for (let times = rng.int(1, 6); times > 0 && changed.length > 0; times -= 1) {
    const at = rng.below(changed.length);
    const nasty = rng.pick([
      '0',
      '-',
      '99999999999',
      '"',
      '[',
      '{',
      '\n',
      '\u0000',
      '\u{ffff}',
      '---\n',
      ',',
      '-0',
      '1e999',
      '__proto__',
      ' ',
    ]);
    const kind = rng.below(4);
    if (kind === 0) changed = changed.slice(0, at) + nasty + changed.slice(at);
    else if (kind === 1) changed = changed.slice(0, at) + changed.slice(at + rng.int(1, 4));
    else if (kind === 2) changed = changed.slice(0, at) + changed.slice(Math.max(0, at - rng.below(20)));
    else changed = changed.slice(0, at) + String.fromCharCode(rng.below(256)) + changed.slice(at + 1);
  }
  return changed;
}

function circuitText(format: 'ascii' | 'binary'): string {
  const builder = createBuilder();
  const [a, b, c] = [builder.input(), builder.input(), builder.input()];
  const circuit = builder.build([builder.and(a, builder.xor(b, c)), builder.and(b, c)]);
  return latinOf(
    writeAiger({ circuit, latches: [], properties: { bad: 0, constraints: 0, justice: [], fairness: 0 } }, { format }),
  );
}

const formula = 'p cnf 3 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 3 0\n';
export const parsers: readonly Parser[] = [
  ['DIMACS', formula, (text) => parseDimacs(bytesOf(text))],
  ['AIGER, ASCII', circuitText('ascii'), (text) => readAiger(bytesOf(text))],
  ['AIGER, binary', circuitText('binary'), (text) => readAiger(bytesOf(text))],
  ['DRAT', '2 0\nd 1 2 0\n3 0\n0\n', (text) => checkProof(parseDimacs(formula), bytesOf(text), 'drat')],
  ['LRAT', '5 2 0 1 2 0\n6 3 0 5 3 4 0\n7 d 1 0\n', (text) => checkProof(parseDimacs(formula), bytesOf(text), 'lrat')],
  [
    'JSON lines',
    '{"id":"a","text":"t","answer":"x"}\n{"id":"b","text":"u","answer":["y",1]}\n',
    (text) => readTasks(text, 'tasks.jsonl'),
  ],
  ['CSV', 'id,text,answer\n1,"a, ""b""",c\n2,d,e\n', (text) => readTasks(text, 'tasks.csv')],
  [
    'YAML of a config file',
    ['seed: 7\ntrain: { x: [2, y] }\n', 'a: &b\n  c: 1\nd: *b\n', '? [k]\n: |\n  t\n', '- "q\\n"\n- !!int 3\n'],
    (text) => parseConfigText(text, 'pawl.config.yaml', yaml),
  ],
  [
    'SKILL.md and its YAML',
    [
      '---\nname: x\ndescription: [a, {b: c}]\n---\n- rule\n',
      '# One\n- rule\n<!-- KEEP_START -->\nkept\n<!-- KEEP_END -->\n',
      '---\nname: x\n---\n## A\nb\n',
    ],
    (text) => lintSkill({ 'SKILL.md': text }, []),
  ],
  ...outsideParsers(),
];

interface Mangled {
  readonly strange: readonly string[];
  readonly slowestMs: number;
  readonly perSecond: number;
}

/** So many between pauses, in which whoever waits for news of this process gets some. */
const atOnce = 500;

/** What broke a parser in some other way than by a fault, of so many mangled inputs; the longest that one took, and how many a second of CPU does. */
export async function mangle([name, texts, parse]: Parser, count: number): Promise<Mangled> {
  const rng = createRng(`attacks/parsers/${name}`);
  const strange: string[] = [];
  let slowestMs = 0;
  const before = process.cpuUsage();
  // To write down the stack of each fault costs more than to find it.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  for (let i = 0; i < count && strange.length < 5; i += 1) {
    const input = mutate(typeof texts === 'string' ? texts : rng.pick(texts), rng);
    const began = performance.now();
    try {
      await parse(input);
    } catch (error) {
      if (!(error instanceof Fault)) strange.push(`${JSON.stringify(input)}: ${String(error)}`);
    }
    slowestMs = Math.max(slowestMs, performance.now() - began);
    if (i % atOnce === 0) await setImmediate();
  }
  Error.stackTraceLimit = stackTraceLimit;
  const { user, system } = process.cpuUsage(before);
  return { strange, slowestMs, perSecond: (1e6 * count) / (user + system) };
}
