import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { createModel } from '#learners/model/lm';
import { loadCheckpoint, saveCheckpoint } from '#learners/model/lm/files';
import { chatForm, patternForm } from '#learners/model/selfplay';

describe('the form of chat questions', () => {
  it('shows what was judged well, and reads the question behind its mark', () => {
    const chat = chatForm({ topic: 'fractions', instruction: 'Answer briefly.' });
    expect(chat.ask({ good: ['What is 1/2 + 1/3?'], bad: [] })).toContain('- What is 1/2 + 1/3?');
    expect(chat.read('Sure!\nQuestion: What is 3/4 of 20?')).toEqual({ question: 'What is 3/4 of 20?' });
    expect(chat.read('Hm')).toEqual({ fault: 'too short' });
    expect(chat.put('What?')).toBe('Answer briefly.\n\nWhat?');
    expect(chat.taken(chat.put('What?'))).toBe('What?');
    const pattern = patternForm({ a: '\\d=\\d' });
    expect(pattern.taken(pattern.put('1=2'))).toBe('1=2');
  });
});

describe('a checkpoint that is read as a file', () => {
  it('loads from a Buffer as from its bytes', () => {
    const model = createModel({ vocab: 8, context: 8, layers: 1, width: 8, heads: 1 }, createRng('checkpoint'));
    const bytes = saveCheckpoint(model);
    expect(loadCheckpoint(Buffer.from(bytes)).model.weights()).toEqual(model.weights());
  });
});
