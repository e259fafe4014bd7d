import { z } from 'zod';
import { galleryPage } from '#tasks/pages';
import { defineCommand, ExitCode } from '../command.ts';

export const tasksGallery = defineCommand({
  name: 'tasks gallery',
  summary: 'Write the gallery: one instance of every template at two levels.',
  flags: z.object({ out: z.string().default('GALLERY.md').describe('the file') }),
  short: { out: 'o' },
  examples: ['pawl tasks gallery', 'pawl tasks gallery --out page.md'],

  run(_args, { out }, shell) {
    shell.writeFile(out, galleryPage());
    if (shell.json) shell.print(JSON.stringify({ file: out }));
    else shell.note(`wrote ${out}`);
    return Promise.resolve(ExitCode.ok);
  },
});
