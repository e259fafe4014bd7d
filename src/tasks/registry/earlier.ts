import type { AnyTemplate } from '#contracts';
import { execTinyVm1 } from '../templates/exec-tiny-vm.ts';

/** Versions that were replaced: no list shows them, but their seed paths and names (`NAME.v1`) still give the same tasks. */
export const earlierVersions: readonly AnyTemplate[] = [execTinyVm1];
