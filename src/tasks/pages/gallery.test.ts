import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { galleryPage } from './gallery.ts';

it('shows what the templates make now; PAWL_GOLDEN=write or `pawl tasks gallery` refreshes it', () => {
  const file = new URL('../../../GALLERY.md', import.meta.url);
  if (process.env['PAWL_GOLDEN'] === 'write') writeFileSync(file, galleryPage());
  expect(readFileSync(file, 'utf8')).toBe(galleryPage());
});
