import { expect, it } from 'vitest';
import { namedModels, trainModels } from './named-models.ts';

it('names models and addresses by role, without what may hold a key', () => {
  const target = {
    model: 'compatible:plum',
    baseUrl: 'https://me:secret@host/v1?key=secret',
    keyVariable: 'MY_KEY',
    providerOptions: { x: { token: 'secret' } },
  };
  const named = trainModels({ target, judge: 'openai:gpt-5-mini' });
  expect(named).toEqual({
    target: { model: 'compatible:plum', address: 'https://host/v1' },
    optimizer: { model: 'compatible:plum', address: 'https://host/v1' },
    judge: { model: 'openai:gpt-5-mini' },
  });
  expect(JSON.stringify(named)).not.toContain('secret');
  expect(namedModels({ target: undefined })).toEqual({});
});
