import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { createRng } from '#foundation/kernel';
import { loadCheckpoint, readGguf, saveCheckpoint, writeGguf } from '#learners/model/lm/files';
import { createModel } from '../../src/learners/model/lm/model.ts';
import { readSafetensors } from '../../src/learners/model/lm/files/safetensors.ts';
import { characterTokenizer } from '../../src/learners/model/lm/tokens/characters.ts';
import { extractJson } from '../../src/learners/skill/optimizer/extract-json.ts';
import { AnalystReply } from '../../src/learners/skill/optimizer/reply-formats.ts';
import { readItems } from '../../src/learners/skill/edits/read-items.ts';
import { readTable } from '../../src/learners/table/read-table.ts';
import { takeTable } from '../../src/learners/table/table.ts';
import { readInput } from '../../src/app/cli/files.ts';
import { readSkilloptFile } from '../../src/app/cli/skill/skillopt/file.ts';
import { readTraces } from '../../src/app/cli/tasks/traces/read-traces.ts';
import { openStore } from '#world/store';
import { checkSignatures, signingKey, signRun } from '#world/store/signing';

/** A parser by name, with texts that it reads; bytes travel as one character each. */
export type Parser = readonly [string, string | readonly string[], (text: string) => unknown];

export const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
export const latinOf = (data: Uint8Array | string): string => Buffer.from(data).toString('latin1');

/** Parsers of what services, agents and other programs wrote. */
export function outsideParsers(): readonly Parser[] {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-parsers-'));
  const file = join(folder, 'mangled');
  const inFile = (text: string): string => {
    writeFileSync(file, bytesOf(text));
    return file;
  };
  const tokenizer = characterTokenizer('ab');
  const shape = { vocab: tokenizer.vocab, context: 4, layers: 1, width: 8, heads: 1, hidden: 4 };
  const model = createModel(shape, createRng('parsers'));
  const checkpoint = latinOf(saveCheckpoint(model, { tokenizer, notes: { on: 'sums' } }));
  const { sign, read } = signatures(folder);
  const table = { answer: 'queue', kinds: {}, ignore: [] };
  return [
    [
      'safetensors',
      checkpoint,
      (text) => {
        const read = readSafetensors(bytesOf(text));
        return read.names.map((name) => read.tensor(name));
      },
    ],
    ['a checkpoint', checkpoint, (text) => loadCheckpoint(bytesOf(text))],
    ['GGUF', latinOf(writeGguf(model, tokenizer, 'tiny')), (text) => readGguf(bytesOf(text))],
    ['traces', traces, (text) => readTraces(text, 'traces.jsonl')],
    ['a table in CSV', csv, (text) => takeTable(readTable(bytesOf(text), 't.csv'), table, 't.csv')],
    ['a table in JSON lines', jsonl, (text) => takeTable(readTable(bytesOf(text), 't.jsonl'), table, 't.jsonl')],
    [
      'a SkillOpt file',
      'train:\n  batch_size: 4\n  lr: &a 3\nmodel: { name: x, n: *a }\nseed: 1\n',
      (text) => readSkilloptFile(inFile(text)).number('seed'),
    ],
    [
      'replies of an optimizer',
      replies,
      (text) => {
        const reply = AnalystReply.safeParse(extractJson(text));
        return readItems(reply.data?.patch, 'patch', () => ({ id: 'e', source: 'failure', support: 1, causes: [] }));
      },
    ],
    ['signatures', sign, read],
    ['gzip', latinOf(gzipSync('p cnf 1 1\n1 0\n')), (text) => readInput('-', Readable.from([bytesOf(text)]))],
  ];
}

/** Signatures of a run that is there, and how the file of a workspace is read. */
function signatures(folder: string): { readonly sign: string; readonly read: (text: string) => unknown } {
  const store = openStore(folder);
  const journal = store.createRun({ loop: 'practise', seed: 1, config: {} });
  journal.finish({});
  const file = join(folder, 'signatures.jsonl');
  signRun(folder, store, journal.run, { key: signingKey(folder), now: 1 });
  signRun(folder, store, journal.run, { key: signingKey(folder), now: 2 });
  const sign = latinOf(readFileSync(file));
  return {
    sign,
    read(text) {
      writeFileSync(file, bytesOf(text));
      return checkSignatures(folder, store, journal.run);
    },
  };
}

const traces = [
  '{"type":"user","sessionId":"s","uuid":"u","message":{"role":"user","content":[{"type":"text","text":"hi"}]}}\n' +
    '{"type":"assistant","sessionId":"s","message":{"role":"assistant","content":[{"type":"tool_use","name":"ls","input":{"a":1}}]}}\n',
  '{"type":"session_meta","payload":{"id":"c"}}\n{"type":"response_item","payload":{"type":"message","role":"user","content":"x"}}\n' +
    '{"type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{}"}}\n',
  '{"id":"1","body":{"messages":[{"role":"user","content":"q"}]},"response":{"body":{"choices":[{"message":{"role":"assistant","content":"a","tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}}]}}}\n',
];
const csv = 'age,flag,list,queue\n1,true,"[1,2]",A\n2.50,false,"[3]",B\n-3,true,"[]",A\n4e1,false,"[1]",B\n';
const jsonl =
  '{"age":1,"words":["a"],"queue":"A"}\n{"age":2.5,"words":[],"queue":"B"}\n{"age":null,"words":["b"],"queue":"A"}\n';
const replies = [
  'Here:\n```json\n{"batch_size": 2, "failure_summary": [{"failure_type": "x", "count": 1}], "patch": {"edits": [{"op": "append", "content": "- a", "support_count": "2"},]}}\n```',
  '{"patch": {"reasoning": {"toString": 1}, "edits": [{"op": "replace", "target": "b", "content": "c", "from": ["1"]}]}, "appendix_notes": [{"note": 1}]} {}',
];
