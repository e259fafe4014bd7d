import { describe, expect, it } from 'vitest';
import { checkTemplate } from './define/check-template.ts';
import { templates } from './registry/templates.ts';

describe.each(templates)('$name', (template) => {
  it('passes `pawl tasks check` with 1,000 instances per level', () => {
    expect(checkTemplate(template, 1000, performance).findings).toEqual([]);
  });
});
