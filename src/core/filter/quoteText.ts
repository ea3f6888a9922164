/** A text in quotes as filters write it. */
export function quoteText(text: string): string {
  return `"${escapeText(text, '"')}"`;
}

/** Names that need no backticks. */
const PLAIN_NAME = /^(?!(?:and|or|not|has|missing|is)$)[\p{L}_][\p{L}\p{M}\p{N}_.\-/@#+]*$/iu;

/** Texts that need no quotes: words that no language of filters or queries has. */
const PLAIN_TEXT =
  /^(?!(?:and|or|not|nan|inf|null|in|between|i?like|rlike|regexp|contains|matches|startswith|endswith|is|where|select|order|group|limit)$)[\p{L}_][\p{L}\p{M}\p{N}_.-]*$/iu;

/** A text as filters write it, in quotes only if it needs them. */
export function formatWord(text: string): string {
  return PLAIN_TEXT.test(text) ? text : quoteText(text);
}

/** The name of a field as filters write it. */
export function formatName(name: string): string {
  return PLAIN_NAME.test(name) ? name : quoteName(name);
}

/** A name in backticks as filters write it. */
export function quoteName(name: string): string {
  return `\`${escapeText(name, '`')}\``;
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '\\': '\\\\' };

function escapeText(text: string, quote: string): string {
  return text.replace(/["`\\\p{C}\u2028\u2029]/gu, (character) => {
    if (character === '"' || character === '`') return character === quote ? `\\${character}` : character;
    return ESCAPES[character] ?? escapedUnits(character);
  });
}

/** The code units of an invisible character, so that it is seen. */
function escapedUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
