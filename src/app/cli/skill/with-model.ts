import type { ModelSettings } from '#world/models/providers';
import type { TrainConfig } from './train-config.ts';

type Model = string | ModelSettings;

/**
 * The configuration with `--model` in place of its models: target and optimizer, or the optimizer alone where an agent is the
 * target. What the file says of a model beside its name (address, key variable, sampler) stays where the provider does.
 */
export function withModel(config: TrainConfig, model: string | undefined): TrainConfig {
  if (model === undefined) return config;
  const { agent, target, optimizer = target } = config;
  const writer = renamed(optimizer, model);
  return agent === undefined
    ? { ...config, target: renamed(target, model), optimizer: writer }
    : { ...config, optimizer: writer };
}

function renamed(before: Model | undefined, model: string): Model {
  if (typeof before !== 'object' || providerOf(before.model) !== providerOf(model)) return model;
  if (before.model === model) return before;
  const { price: _ofAnother, ...rest } = before;
  return { ...rest, model };
}

function providerOf(model: string): string {
  return model.slice(0, model.indexOf(':'));
}
