/** Pairs of words with which prompts ask for a verdict, in the order in which they are looked for. */
const WORDS: readonly (readonly [right: RegExp, wrong: RegExp])[] = [
  [/\btrue\b/i, /\bfalse\b/i],
  [/\byes\b/i, /\bno\b/i],
  [/\bcorrect\b/i, /\bincorrect\b/i],
  [/\b1\b/, /\b0\b/],
];

/** The name of an item of a request with several items, such as `ITEM 2`; only a line of its own begins an item. */
const ITEM = /(?:item|sample|case|question|query)\s*#?\d+/gi;

const LINE_BREAK = /[\n\r\u2028\u2029]/;

/**
 * The reply of a judge to a prompt, in the form that the prompt asks for: `<judge>True</judge>` for each item if it
 * mentions that tag; otherwise the first pair of words that it contains, as it writes them (True or False, Yes or No,
 * correct or incorrect, 1 or 0); otherwise True or False.
 */
export function judgeReply(prompt: string, verdict: 'right' | 'wrong'): string {
  const isRight = verdict === 'right';
  if (/<judge>/i.test(prompt)) {
    const items = Math.max(1, countItems(prompt));
    return Array<string>(items)
      .fill(`<judge>${isRight ? 'True' : 'False'}</judge>`)
      .join('\n');
  }
  for (const [right, wrong] of WORDS) {
    const rightWord = right.exec(prompt)?.[0];
    const wrongWord = wrong.exec(prompt)?.[0];
    if (rightWord !== undefined && wrongWord !== undefined) return isRight ? rightWord : wrongWord;
  }
  return isRight ? 'True' : 'False';
}

function countItems(prompt: string): number {
  let count = 0;
  for (const { index, 0: name } of prompt.matchAll(ITEM))
    if (isLineEdge(prompt, index - 1, -1) && isLineEdge(prompt, index + name.length, 1)) count += 1;
  return count;
}

/** Whether only characters that are not of words stand between an offset and an end of its line, in one direction. */
function isLineEdge(text: string, offset: number, step: 1 | -1): boolean {
  for (let at = offset; ; at += step) {
    const character = text[at];
    if (character === undefined || LINE_BREAK.test(character)) return true;
    if (/\w/.test(character)) return false;
  }
}
