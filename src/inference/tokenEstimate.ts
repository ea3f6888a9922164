/** Everything but letters that take about one token each in most vocabularies: Chinese, Japanese, and Korean ones. */
const NARROW = /[^\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]+/gu;

/** How many other characters make about one token. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * A rough estimate of the tokens of a text that no server has counted, as a fraction so that the estimates of its
 * pieces can be added: one token for each CJK character, one for every four others.
 */
export function estimateTokens(text: string): number {
  const wide = text.replace(NARROW, '').length;
  return wide + (text.length - wide) / CHARACTERS_PER_TOKEN;
}
