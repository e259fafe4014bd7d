import type { AnyTemplate } from '#contracts';

/** Tools, language, communication and safety. */
export const interactiveTemplates: readonly AnyTemplate[] = [];
