import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldsOf, readFields, writeFields } from './json-fields.ts';

const tools = `\uFEFF{ "tools" : [
  {"name":"search","description":"Finds \\u0070ages.","strict":true, "n": 1.50},
\t{ "a.b/c*%" :{ "text": "old \\"one\\"\\n" } , "name":"x" , "name":"last" }  ], "empty": [], "none": {} }
`;
const pointers = ['/tools/0/description', '/tools/1/a.b~1c*%/text', '/tools/1/name'];

describe('fields of a JSON file', () => {
  it('are read as a set of skills, each under the name of its pointer', () => {
    const skill = readFields(tools, 'tools.json', pointers);
    expect(skill).toEqual({
      'SKILL.md': '',
      'tools.0.description/SKILL.md': 'Finds pages.',
      'tools.1.a%2Eb~1c%2A%25.text/SKILL.md': 'old "one"\n',
      'tools.1.name/SKILL.md': 'last',
    });
    expect(fieldsOf(skill).toSorted()).toEqual(pointers.toSorted());
  });

  it('are written back with the rest of the file byte for byte as it was', () => {
    const skill = readFields(tools, 'tools.json', pointers);
    expect(writeFields(tools, 'tools.json', skill)).toBe(tools);
    const changed = {
      ...skill,
      'tools.0.description/SKILL.md': 'Finds pages.\n- "New" ones first.\n',
      'tools.1.a%2Eb~1c%2A%25.text/SKILL.md': 'new\n',
      'tools.1.name/SKILL.md': 'later',
    };
    expect(writeFields(tools, 'tools.json', changed)).toBe(
      tools
        .replace('"Finds \\u0070ages."', String.raw`"Finds pages.\n- \"New\" ones first."`)
        .replace(String.raw`"old \"one\"\n"`, String.raw`"new\n"`)
        .replace('"last"', '"later"'),
    );
  });

  it('are named where they are no text, or not there', () => {
    for (const pointer of ['/tools', '/tools/0/n', '/tools/7/name', '/tools/0/toString', 'tools', '/empty/0']) {
      expect(() => readFields(tools, 'tools.json', [pointer])).toThrow(`tools.json has no text at ${pointer}`);
    }
    expect(() => readFields('{', 'tools.json', ['/a'])).toThrow('does not read as JSON');
  });

  it('of any JSON, however it is laid out, change nothing but themselves', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.string(), fc.nat(4), (before, after, now, indent) => {
        const text = JSON.stringify({ before, mine: ['x', 'y\n'], after }, null, indent);
        const skill = { 'SKILL.md': '', 'mine.1/SKILL.md': now };
        const written = writeFields(text, 'any.json', skill);
        const mine = now.trimEnd() === 'y' ? 'y\n' : now;
        expect(written).toBe(JSON.stringify({ before, mine: ['x', mine], after }, null, indent));
      }),
    );
  });
});
