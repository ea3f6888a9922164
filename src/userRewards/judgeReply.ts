/** Pairs of words with which prompts ask for a verdict, in the order in which they are looked for. */
const WORDS: readonly (readonly [right: RegExp, wrong: RegExp])[] = [
  [/\btrue\b/i, /\bfalse\b/i],
  [/\byes\b/i, /\bno\b/i],
  [/\bcorrect\b/i, /\bincorrect\b/i],
  [/\b1\b/, /\b0\b/],
];

/** A line that begins an item of a request with several items, such as `--- ITEM 2 ---`. */
const ITEM = /^\W*(?:item|sample|case|question|query)\s*#?\d+\W*$/gim;

/**
 * The reply of a judge to a prompt, in the form that the prompt asks for: `<judge>True</judge>` for each item if it
 * mentions that tag; otherwise the first pair of words that it contains, as it writes them (True or False, Yes or No,
 * correct or incorrect, 1 or 0); otherwise True or False.
 */
export function judgeReply(prompt: string, verdict: 'right' | 'wrong'): string {
  const isRight = verdict === 'right';
  if (/<judge>/i.test(prompt)) {
    const items = Math.max(1, prompt.match(ITEM)?.length ?? 0);
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
