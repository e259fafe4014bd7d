import { describe, expect, it } from 'vitest';
import { readTraces } from './read-traces.ts';
import { reviewPage } from './review-page.ts';
import { tasksFromTraces } from './trace-tasks.ts';

const lines = (...rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join('\n');
const plain = { allTurns: false, mask: (text: string) => text };

const claude = lines(
  { type: 'summary', summary: 'Fix the parser', leafUuid: 'x' },
  {
    type: 'user',
    sessionId: 's1',
    uuid: 'a',
    message: { role: 'user', content: '<command-name>/clear</command-name>' },
  },
  {
    type: 'user',
    sessionId: 's1',
    uuid: 'b',
    message: { role: 'user', content: 'Fix the failing test of the parser.' },
  },
  {
    type: 'assistant',
    sessionId: 's1',
    uuid: 'c',
    message: {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look at it.' },
        { type: 'tool_use', name: 'Bash', input: { command: 'npm test' } },
      ],
    },
  },
  {
    type: 'user',
    sessionId: 's1',
    uuid: 'd',
    message: { role: 'user', content: [{ type: 'tool_result', content: '1 failed' }] },
  },
  {
    type: 'assistant',
    sessionId: 's1',
    uuid: 'e',
    message: { role: 'assistant', content: [{ type: 'text', text: 'Fixed.' }] },
  },
  {
    type: 'assistant',
    sessionId: 's1',
    uuid: 'f',
    isSidechain: true,
    message: { role: 'assistant', content: 'to a helper' },
  },
  { type: 'user', sessionId: 's1', uuid: 'g', message: { role: 'user', content: 'No, the test still fails.' } },
);

const codex = lines(
  { timestamp: 't', type: 'session_meta', payload: { id: 'c1', cwd: '/home/me' } },
  {
    type: 'response_item',
    payload: {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: '<environment_context>x</environment_context>' }],
    },
  },
  {
    type: 'response_item',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Rename the module please.' }] },
  },
  { type: 'response_item', payload: { type: 'reasoning', summary: [] } },
  {
    type: 'response_item',
    payload: { type: 'function_call', name: 'shell', arguments: '{"command":["mv"]}', call_id: '1' },
  },
  { type: 'response_item', payload: { type: 'function_call_output', call_id: '1', output: 'ok' } },
  { type: 'event_msg', payload: { type: 'agent_message', message: 'Done.' } },
  {
    type: 'response_item',
    payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] },
  },
);

const openai = lines(
  {
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What is the capital of Peru?' },
      { role: 'assistant', content: 'Lima.' },
    ],
  },
  {
    custom_id: 'b-1',
    body: { messages: [{ role: 'user', content: 'Name three rivers of Peru.' }] },
    response: { body: { choices: [{ message: { role: 'assistant', content: 'Amazon, Ucayali, Marañón.' } }] } },
  },
  { nothing: true },
);

describe('readTraces', () => {
  it('reads a session of Claude Code: no tool results, no side chains, no commands of the program', () => {
    const { conversations } = readTraces(claude, 'x.jsonl');
    expect(conversations).toEqual([
      {
        format: 'claude-code',
        session: 's1',
        turns: [
          { role: 'user', text: 'Fix the failing test of the parser.' },
          { role: 'assistant', text: 'I look at it.\n[Bash] {"command":"npm test"}\n\nFixed.' },
          { role: 'user', text: 'No, the test still fails.' },
        ],
      },
    ]);
  });

  it('reads a session of Codex, and its older form', () => {
    const wanted = {
      format: 'codex',
      turns: [
        { role: 'user', text: 'Rename the module please.' },
        { role: 'assistant', text: '[shell] {"command":["mv"]}\n\nDone.' },
      ],
    };
    expect(readTraces(codex, 'x.jsonl').conversations).toEqual([{ session: 'c1', ...wanted }]);
    const older = codex
      .split('\n')
      .slice(1)
      .map((line) => JSON.stringify(JSON.parse(line).payload))
      .join('\n');
    expect(readTraces(older, 'x.jsonl').conversations).toEqual([{ session: 'x.jsonl', ...wanted }]);
  });

  it('reads messages and requests with their responses, and counts what it cannot read', () => {
    const { conversations, skipped } = readTraces(`${openai}\nnot json`, 'x.jsonl');
    expect(conversations.map(({ turns }) => turns.at(-1)!.text)).toEqual(['Lima.', 'Amazon, Ucayali, Marañón.']);
    expect(skipped).toBe(2);
  });
});

describe('tasksFromTraces', () => {
  it('makes a task of a request, with the reply and what the user said to it', () => {
    const { tasks } = tasksFromTraces(readTraces(claude, 'x').conversations, plain);
    expect(tasks).toMatchObject([
      { text: 'Fix the failing test of the parser.', followUp: 'No, the test still fails.', source: { session: 's1' } },
    ]);
    expect(tasks[0]!.rubric).toContain('the test still fails');
  });

  it('with all turns, puts what was said before in front', () => {
    const turns = [
      { role: 'user', text: 'The first request is this.' },
      { role: 'assistant', text: 'One.' },
      { role: 'user', text: 'And the second is that.' },
      { role: 'assistant', text: 'Two.' },
    ] as const;
    const { tasks } = tasksFromTraces([{ format: 'openai', session: 's', turns }], { ...plain, allTurns: true });
    expect(tasks[1]!.text).toBe(
      'What was said before:\n\nUser: The first request is this.\n\nAssistant: One.\n\nThe request:\n\nAnd the second is that.',
    );
  });

  it('drops what nobody could judge, and takes keys out', () => {
    const one = (text: string, reply?: string) =>
      ({
        format: 'openai',
        session: 's',
        turns: [{ role: 'user', text }, ...(reply === undefined ? [] : [{ role: 'assistant', text: reply }])],
      }) as const;
    const key = `sk-${'a1'.repeat(12)}`;
    const { tasks, counts } = tasksFromTraces(
      [
        one('ok'),
        one('Nobody answers this.'),
        one(`Use ${key} for it.`, `With ${key}.`),
        one(`Use ${key} for it.`, 'Again.'),
      ] as never,
      plain,
    );
    expect(counts).toEqual({ tooShort: 1, tooLong: 0, unanswered: 1, repeated: 1 });
    expect(JSON.stringify(tasks)).not.toContain(key);
  });
});

it('a page holds the tasks as data that no reply can end', () => {
  const reference = '</script><script>alert(1)</script>';
  const page = reviewPage([
    { id: 't', text: 'q', rubric: 'r', reference, source: { format: 'openai', session: 's', turn: 0 } },
  ]);
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page).toContain('\\u003c/script>');
});
