import { describe, expect, it } from 'vitest';
import { nameRules, rulesOf } from './rules.ts';

const texts = (markdown: string): string[] => rulesOf(markdown).map(({ text }) => text);

describe('rules of a text', () => {
  it('are list items and paragraphs; items end at the next item, a heading or a blank line', () => {
    expect(texts('One rule\nover two lines.\n\n- first\n- second\n  goes on\n# Head\nlast')).toEqual([
      'One rule\nover two lines.',
      '- first',
      '- second\n  goes on',
      'last',
    ]);
    expect(texts('1. one\n2) two\n* three\n+ four')).toEqual(['1. one', '2) two', '* three', '+ four']);
    expect(texts('3.5 is no item\n-neither')).toEqual(['3.5 is no item\n-neither']);
    expect(texts('Weigh it\nonce - or twice')).toEqual(['Weigh it\nonce - or twice']);
  });

  it('stand where they stand in the text', () => {
    const markdown = '# A\n\nfirst\n- second\n';
    for (const { text, start, end } of rulesOf(markdown)) expect(markdown.slice(start, end)).toBe(text);
  });

  it('keep a fenced block with the rule above it, whatever is in it', () => {
    expect(texts('- run this:\n```sh\n# no heading\n\n- no item\n```\n- next')).toEqual([
      '- run this:\n```sh\n# no heading\n\n- no item\n```',
      '- next',
    ]);
    expect(texts('~~~\nalone\n~~~')).toEqual(['~~~\nalone\n~~~']);
  });

  it('are neither comments, blank lines nor lines without a word', () => {
    expect(texts('<!-- a note -->\n\n---\n- said <!-- why -->')).toEqual(['- said <!-- why -->']);
    expect(texts('- said\n  <!-- indented -->\n- again')).toEqual(['- said', '- again']);
    expect(texts('<!-- why --> said')).toEqual(['<!-- why --> said']);
  });

  it('know the headings above them, and a heading ends those of its rank and below', () => {
    const found = rulesOf('# A #\n## B\none\n### C\ntwo\n## D\nthree\n# E\nfour');
    expect(found.map(({ section }) => section)).toEqual([['A', 'B'], ['A', 'B', 'C'], ['A', 'D'], ['E']]);
    expect(rulesOf('### deep\nrule')[0]!.section).toEqual(['deep']);
  });

  it('are the same rule by their words: numbers of items, marks and case aside', () => {
    const [one, two, three] = rulesOf('1. Check  twice!\n12) check twice\n- Check thrice');
    expect(one!.key).toBe('check twice');
    expect(two!.key).toBe(one!.key);
    expect(three!.key).not.toBe(one!.key);
  });

  it('have ids by their words; the second of equal ones is told apart', () => {
    const [a, b, again, third] = nameRules(rulesOf('- a\n- b\n- A!\n- a'));
    expect(a).toMatch(/^r-[0-9a-f]{10}$/);
    expect(b).not.toBe(a);
    expect(again).toBe(`${a}-2`);
    expect(third).toBe(`${a}-3`);
  });
});
