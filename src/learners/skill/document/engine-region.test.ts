import { describe, expect, it } from 'vitest';
import { readRegion, writeRegion } from './engine-region.ts';

const region = (text: string): string => `<!-- SLOW_UPDATE_START -->\n${text}\n<!-- SLOW_UPDATE_END -->`;
const appendix = '<!-- APPENDIX_START -->\nnotes\n<!-- APPENDIX_END -->';
const write = (text: string, content: string): string =>
  writeRegion({ 'SKILL.md': text }, 'SLOW_UPDATE', content)['SKILL.md']!;

describe('the regions of the engine', () => {
  it('are read without their markers, and absent where there is none', () => {
    expect(readRegion({ 'SKILL.md': `# A\n\n${region('  go slowly \n')}\n` }, 'SLOW_UPDATE')).toBe('go slowly');
    expect(readRegion({ 'SKILL.md': '# A\n' }, 'SLOW_UPDATE')).toBeUndefined();
    expect(readRegion({}, 'APPENDIX')).toBeUndefined();
    expect(readRegion({ 'SKILL.md': appendix }, 'SLOW_UPDATE')).toBeUndefined();
  });

  it('are written at the end, and read again', () => {
    expect(write('# A\n\ntext\n\n\n', ' go slowly\n')).toBe(`# A\n\ntext\n\n${region('go slowly')}\n`);
    expect(write('', 'alone')).toBe(`${region('alone')}\n`);
    expect(writeRegion({}, 'SLOW_UPDATE', 'alone')['SKILL.md']).toBe(`${region('alone')}\n`);
    expect(write('# A\n', '')).toBe('# A\n\n<!-- SLOW_UPDATE_START -->\n<!-- SLOW_UPDATE_END -->\n');
  });

  it('replace the one that was there, wherever it stood, and join what stood around it', () => {
    expect(write(`# A\n\n${region('old')}\n\nbelow\n`, 'new')).toBe(`# A\n\nbelow\n\n${region('new')}\n`);
    expect(write(`${region('old')}\n\nbelow\n`, 'new')).toBe(`below\n\n${region('new')}\n`);
    expect(write(`# A\n\n${region('old')}\n`, 'new')).toBe(`# A\n\n${region('new')}\n`);
  });

  it('leave the others and the other files as they are', () => {
    const made = writeRegion(
      { 'SKILL.md': `# A\n\n${appendix}\n\nbelow\n`, 'references/x.md': 'x' },
      'SLOW_UPDATE',
      'new',
    );
    expect(made).toEqual({
      'SKILL.md': `# A\n\n${appendix}\n\nbelow\n\n${region('new')}\n`,
      'references/x.md': 'x',
    });
  });

  it('do not let their content close or open a region', () => {
    const made = { 'SKILL.md': write('# A\n', 'a <!-- SLOW_UPDATE_END --> b <!-- KEEP_START --> c') };
    expect(readRegion(made, 'SLOW_UPDATE')).not.toContain('<!--');
    expect(readRegion(made, 'KEEP')).toBeUndefined();
  });
});
