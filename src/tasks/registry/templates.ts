import type { AnyTemplate } from '#foundation/contracts/tasks';
import { coreTemplates } from './core.ts';
import { formalTemplates } from './formal.ts';
import { interactiveTemplates } from './interactive.ts';
import { wrapperTemplates } from './wrappers.ts';

/** Every template, in the order the lists show them. */
export const templates: readonly AnyTemplate[] = [
  ...coreTemplates,
  ...formalTemplates,
  ...interactiveTemplates,
  ...wrapperTemplates,
];
