/** How a task is named: references, seeds, splits, batches. */
export { Batch, batchFaces } from './batch.ts';
export { parseSetting, type Setting, settingOf, type Split, splits } from './seed-path.ts';
export { parseReference } from './task-reference.ts';
export { pathNameOf } from './versions.ts';
