import { isTestFile } from './layer-rules.ts';

/** Methods that change what they are called on. */
const CHANGES = 'set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin'.split('|');

/**
 * State that outlives a call: a `let` at module level, or a list, map, set, table or record there that the file writes to. What is computed
 * once from arguments goes through `remember` of the kernel. Values from elsewhere are readonly by type, so a file writes to its own alone.
 */
export function moduleState(path: string, source: string): readonly string[] {
  if (isTestFile(path)) return [];
  const text = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  const lets = Array.from(text.matchAll(/^(?:export )?(?:let|var) (\w+)/gm), ([, name]) => `${path}: let ${name}`);
  const names = Array.from(
    text.matchAll(/^(?:export )?const (\w+)[^=\n]*= (?:new |\[|\{|Array|Object)/gm),
    ([, name]) => name!,
  );
  const written = names.filter((name) => {
    const change = `(?:\\[[^\\]\\n]*\\]!?|\\.\\w+)*(?:\\.(?:${CHANGES.join('|')})\\(|(?:\\[[^\\]\\n]*\\]!?|\\.\\w+) (?:[-+*/|&^?]{1,2})?= )`;
    return [...text.matchAll(new RegExp(`(?<![\\w.'\`])${name}${change}`, 'g'))].some(
      ({ index }) => !isShadowed(text, name, index),
    );
  });
  return [...lets, ...written.map((name) => `${path}: ${name} is written`)];
}

/** Whether the function around a place has a variable of the same name. Functions of a module begin at the start of a line. */
function isShadowed(text: string, name: string, at: number): boolean {
  const begin = text.lastIndexOf('\n}', at) + 1;
  return new RegExp(
    `(?:const|let) (?:\\{[^}]*\\b${name}\\b[^}]*\\}|\\[[^\\]]*\\b${name}\\b[^\\]]*\\]|${name}\\b)`,
  ).test(text.slice(begin, at).replaceAll(/^(?:export )?const.*$/gm, ''));
}
