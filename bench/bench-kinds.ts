import type { AnyJobKind } from '#foundation/contracts/ports';
import { suiteKind } from './commands/suite-kind.ts';
import { armKind } from './selfplay/arm-kind.ts';
import { playKind } from './train/play-kind.ts';

/** The jobs of benchmarks that others can do. */
export const benchKinds: readonly AnyJobKind[] = [suiteKind, armKind, playKind];
