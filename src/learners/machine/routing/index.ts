/** Learning from rewards: value experts, bandits, the middle path. */
export { AdaptiveValueExperts, type Replacements } from './adaptive-value-experts.ts';
export { createArmMachine } from './arm-machine.ts';
export { MachineBandit } from './machine-bandit.ts';
export { MidPath, type MidPathReport, type PickBatch } from './routing-policy-update.ts';
export { RoutedValues, type RoutingRecord, type ValueAdviser } from './routed-values.ts';
export { ValueExperts } from './value-experts.ts';
export { detectionDefaults, routingDefaults, valueDefaults } from './value-knobs.ts';
