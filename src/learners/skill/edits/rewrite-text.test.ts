import { describe, expect, it } from 'vitest';
import { rewriteText } from './rewrite-text.ts';

const keep = (text: string): string => `<!-- KEEP_START -->\n${text}\n<!-- KEEP_END -->`;
const slow = '<!-- SLOW_UPDATE_START -->\nslowly\n<!-- SLOW_UPDATE_END -->';

describe('a rewritten text', () => {
  it('is the new one where nothing is protected, with one line end', () => {
    expect(rewriteText('# Old\n\ntext\n', '\n\n# New\n\nbody  \n\n')).toBe('# New\n\nbody\n');
  });

  it('keeps the front matter and none that the new text brings', () => {
    expect(rewriteText('---\nname: a\n---\n# Old\n', '---\nname: b\n---\n# New')).toBe('---\nname: a\n---\n# New\n');
  });

  it('has what the new text says in place of a region dropped, and the old region back', () => {
    expect(rewriteText(`# A\n\nx\n\n${slow}\n`, `# A\n\ny\n\n${slow.replace('slowly', 'fast')}\n`)).toBe(
      `# A\n\ny\n\n${slow}\n`,
    );
  });

  it('puts a kept region at the end of its section, before the next heading of its rank or above', () => {
    const old = `# A\n\n## B\n\n${keep('mine')}\n\n## C\n\nend\n`;
    expect(rewriteText(old, '# A\n\n## B\n\nnew\n\n### deeper\n\nmore\n\n## C\n\nother')).toBe(
      `# A\n\n## B\n\nnew\n\n### deeper\n\nmore\n\n${keep('mine')}\n\n## C\n\nother\n`,
    );
    expect(rewriteText(old, '# A\n\n## B\n\nnew\n\n# D\n\nother')).toBe(
      `# A\n\n## B\n\nnew\n\n${keep('mine')}\n\n# D\n\nother\n`,
    );
  });

  it('puts it before a heading without words, also where that ends the text', () => {
    const old = `# A\n\n${keep('mine')}\n`;
    expect(rewriteText(old, '# A\n\nnew\n\n# \n\nrest')).toBe(`# A\n\nnew\n\n${keep('mine')}\n\n# \n\nrest\n`);
    expect(rewriteText(old, '# A\n\nnew\n\n# ')).toBe(`# A\n\nnew\n\n${keep('mine')}\n\n#\n`);
  });

  it('puts it at the end where its heading is gone or never was, before the regions of the engine', () => {
    const old = `# A\n\n${keep('mine')}\n\n${slow}\n`;
    expect(rewriteText(old, '# Z\n\nnew')).toBe(`# Z\n\nnew\n\n${keep('mine')}\n\n${slow}\n`);
    expect(rewriteText(`${keep('mine')}\n`, '# Z\n\nnew')).toBe(`# Z\n\nnew\n\n${keep('mine')}\n`);
  });

  it('keeps the order of several regions by where they go', () => {
    const old = `# A\n\n${keep('one')}\n\n# B\n\n${keep('two')}\n`;
    expect(rewriteText(old, '# B\n\nb\n\n# A\n\na')).toBe(`# B\n\nb\n\n${keep('two')}\n\n# A\n\na\n\n${keep('one')}\n`);
  });
});
