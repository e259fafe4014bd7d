import { wordsOf } from '../rule-similarity/words.ts';

/**
 * Letters that look like others, as the Latin ones that they are taken for.
 *
 * @source Unicode Technical Standard 39, confusables: the Cyrillic, Greek and Latin letters that stand for one ASCII letter
 */
const lookalikes = new Map(
  Object.entries({
    a: 'аɑα',
    b: 'вьβƅ',
    c: 'сϲᴄ',
    d: 'ԁɗ',
    e: 'еєεҽ',
    g: 'ɡց',
    h: 'һнհ',
    i: 'іıιɩӏ',
    j: 'јϳ',
    k: 'кκ',
    m: 'мᴍ',
    n: 'пηո',
    o: 'оοσօ',
    p: 'рρ',
    q: 'ԛգ',
    r: 'гᴦ',
    s: 'ѕꜱ',
    t: 'тτ',
    u: 'υսᴜ',
    v: 'ѵνᴠ',
    w: 'ԝѡωա',
    x: 'хχ',
    y: 'уүγ',
    z: 'ᴢ',
  }).flatMap(([letter, others]) => Array.from(others).map((other) => [other, letter] as const)),
);

/** Text without what nobody sees (format characters, accents) and with one letter for all that look like it. */
function skeleton(text: string): string {
  const plain = text
    .replaceAll(/&(?:shy|zwn?j|ZeroWidthSpace|#173|#820[345]|#x(?:ad|200[bcd]));/giu, '')
    .normalize('NFKD')
    .replaceAll(/[\p{Cf}\p{M}]/gu, '')
    .toLowerCase();
  return Array.from(plain, (letter) => lookalikes.get(letter) ?? letter).join('');
}

/** What an answer or id is looked for by. */
export function leakWords(text: string): string[] {
  return wordsOf(skeleton(text));
}

/** The ways to read a text: as it stands, without the markup inside words, and with spelled-out words put together. */
export function leakReadings(text: string): readonly (readonly string[])[] {
  const plain = skeleton(text);
  const bare = plain
    .replaceAll(/<!--[\s\S]*?-->/gu, '')
    .replaceAll(/<\/?[a-z][^<>]{0,100}>/gu, '')
    .replaceAll(/[*_`~\\]/gu, '');
  const joined = bare.replaceAll(
    /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][\s.·-]){3,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu,
    (spelled) => spelled.replaceAll(/[\s.·-]/gu, ''),
  );
  return [...new Set([plain, bare, joined])].map(wordsOf);
}
