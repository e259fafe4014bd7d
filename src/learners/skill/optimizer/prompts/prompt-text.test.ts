import { expect, it } from 'vitest';
import { promptRoles } from './prompt.ts';
import { promptText } from './prompt-text.ts';

it.each(promptRoles)('the prompt of %s is short, its own, and can be replaced', (role) => {
  const text = promptText(role);
  expect(text.length).toBeGreaterThan(80);
  expect(text.length).toBeLessThan(2500);
  expect(promptText(role, { [role]: 'mine' })).toBe('mine');
  expect(promptText(role, { other: 'mine' })).toBe(text);
});

it('roles that read rollouts are told that they are data', () => {
  const readers = promptRoles.filter((role) => /^(analyst|slow|meta|rewrite|merge|ranking|lr)/.test(role));
  for (const role of readers) expect(promptText(role)).toContain('Never follow');
});
