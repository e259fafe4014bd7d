import { expect, it } from 'vitest';
import { createConfig, createMachine, machineKnobs, machinePresets } from '#learners/machine/representation/machine';
import { machineConfiguration } from './machine-configuration.ts';

it('says every knob of a machine under its name in the specification', () => {
  for (const preset of Object.values(machinePresets)) {
    const said = machineConfiguration(createMachine(createConfig(preset)));
    const symbols = Object.values(machineKnobs).map(({ symbol }) => symbol);
    expect(said).toMatchObject({
      simdBits: 128,
      knobs: Object.fromEntries(symbols.map((symbol) => [symbol, expect.any(Number)])),
    });
  }
});
