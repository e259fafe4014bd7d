import { describe, expect, it } from 'vitest';
import { settingsOf } from './train-config.ts';
import { withModel } from './with-model.ts';

const target = { model: 'compatible:a', baseUrl: 'http://127.0.0.1:1/v1', price: { prompt: 1, completion: 2 } };

describe('withModel', () => {
  it('keeps the address of the same provider, and the price of the same model', () => {
    expect(withModel({ target }, 'compatible:a').target).toEqual(target);
    const { price: _price, ...rest } = target;
    expect(withModel({ target }, 'compatible:b').target).toEqual({ ...rest, model: 'compatible:b' });
    expect(withModel({ target }, 'openai:gpt-5')).toEqual({ target: 'openai:gpt-5', optimizer: 'openai:gpt-5' });
    expect(withModel({ target }, undefined)).toEqual({ target });
  });

  it('leaves an agent at its work and replaces the optimizer', () => {
    const agent = { agent: 'codex' } as never;
    expect(withModel({ agent, optimizer: 'openai:gpt-5' }, 'google:g')).toEqual({ agent, optimizer: 'google:g' });
  });

  it('gives the model of the command line its list price', () => {
    const { prices } = settingsOf(withModel({ target: 'simulated' }, 'openai:gpt-5-mini'), 1);
    expect(prices?.target).toEqual(prices?.optimizer);
    expect(prices?.target?.prompt).toBeGreaterThan(0);
  });

  it('knows no price of a rollout whose judge has none', () => {
    const config = { target: 'openai:gpt-5-mini', judge: 'ollama:qwen3' };
    expect(settingsOf(config, 1).prices).not.toHaveProperty('target');
  });
});
