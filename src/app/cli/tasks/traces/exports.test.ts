import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type ReadTraces, readTraces } from './read-traces.ts';

const read = (name: string): ReadTraces =>
  readTraces(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8'), name);

it('reads spans of OpenTelemetry: messages as attributes, as text or in parts, and as events; of a conversation what saw most', () => {
  expect(read('otel-spans.json')).toEqual({
    skipped: 0,
    conversations: [
      {
        format: 'opentelemetry',
        session: 'talk-1',
        turns: [
          { role: 'system', text: 'You help customers.' },
          { role: 'user', text: 'Where is parcel 731 now?' },
          { role: 'assistant', text: 'It is in Ulm.' },
        ],
      },
      {
        format: 'opentelemetry',
        session: 'b1',
        turns: [
          { role: 'user', text: 'Cancel my order 812, please.' },
          { role: 'assistant', text: 'It is cancelled.' },
        ],
      },
    ],
  });
});

it('reads a trace and rows of observations of Langfuse: generations alone, of each trace what saw most', () => {
  expect(read('langfuse-trace.json').conversations).toEqual([
    {
      format: 'langfuse',
      session: 'trace-7',
      turns: [
        { role: 'system', text: 'You help customers.' },
        { role: 'user', text: 'Which fee applies to refunds?' },
        { role: 'assistant', text: 'None within 30 days.' },
      ],
    },
  ]);
  expect(read('langfuse-observations.jsonl').conversations).toEqual([
    {
      format: 'langfuse',
      session: 'trace-8',
      turns: [
        { role: 'user', text: 'Translate this note to French.' },
        { role: 'assistant', text: 'Voici.' },
      ],
    },
  ]);
  const rows = readFileSync(join(import.meta.dirname, 'fixtures/langfuse-observations.jsonl'), 'utf8').trim();
  const page = `{"data": [${rows.split('\n').join(',\n')}], "meta": {}}`;
  expect(readTraces(page, 'page.json').conversations).toEqual(read('langfuse-observations.jsonl').conversations);
});

it('takes what a trace tells itself where it has no generation', () => {
  const trace = { id: 't', input: 'Which day is it today?', output: 'Monday.', observations: [] };
  expect(readTraces(JSON.stringify(trace), 'x').conversations).toMatchObject([
    { session: 't', turns: [{ role: 'user' }, { role: 'assistant', text: 'Monday.' }] },
  ]);
});

it('reads a session of OpenCode, without what the program says in the name of the user', () => {
  expect(read('opencode-session.json').conversations).toEqual([
    {
      format: 'opencode',
      session: 'ses_1',
      turns: [
        { role: 'user', text: 'Fix the build of the parser.' },
        { role: 'assistant', text: '[bash] {"command":"make"}\n\nIt builds again.' },
        { role: 'user', text: 'Thanks, now the tests.' },
      ],
    },
  ]);
});
