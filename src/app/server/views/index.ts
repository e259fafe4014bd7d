/** What pages show of a run. */
export { type BenchList, BenchResult } from './bench-view.ts';
export { type FragmentView, MachineTrace, MachineView } from './machine-view.ts';
export { type Mark, markFrom } from './notes.ts';
export { type RolloutTrace, rolloutTrace } from './rollouts-view.ts';
export { RunFold } from './run-fold.ts';
export { pairsOf } from './certificates-view.ts';
export { type RunSetting, runSettings } from './run-settings.ts';
export { runSentence } from './run-sentence.ts';
export { RunViews } from './run-view.ts';
