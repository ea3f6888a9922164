import type { Tokens } from './tokens.ts';

/** Words that say nothing of a place: in English and German. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the of in on at to for from by with and or as is are was were be been has have had it its this that these ' +
    'those which who there their than then not no but per into over under up out about also only ' +
    'der die das den dem des ein eine einen einem einer und oder in im am an auf aus bei mit nach von vom zu zum zur für ' +
    'als ist sind war waren wird werden wurde wurden hat haben es sie er sich nicht auch nur so wie um über unter ' +
    'shows show reads says stands states value values amount amounts zeigt steht beträgt betrug ' +
    '的 了 在 是 和 与 为 有 一 这 那 中 上 下 年 月 日'
  ).split(' '),
);

/** The tokens of a text that say what it is about: no stop words, no units, no signs. */
export function contentOf({ keys, optional }: Pick<Tokens, 'keys' | 'optional'>): number[] {
  const content: number[] = [];
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    if (!STOP_WORDS.has(key) && !optional.has(at) && WORD.test(key)) content.push(at);
  }
  return content;
}

const WORD = /[\p{L}\p{N}]/u;
