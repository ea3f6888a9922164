import { Buffer } from 'node:buffer';
import { questionOfPrompt } from '../../core/records/promptQuestion.ts';
import { hashText } from './textDigest.ts';

/** Characters of JSON that a text keeps. A longer one is replaced by what tells it apart. */
const KEPT = 64;

/** Stands for what was left out of a text: an ellipsis, in ASCII, so that no text must be decoded because of it. */
const ELLIPSIS = '\\u2026';

const COLON = 58;
const TAB = 9;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const BACKSLASH = 92;

/**
 * The JSON text of a record with every long text replaced by a short one, so that reading it costs what its numbers
 * cost: the same numbers, keys and lists, and texts that are equal where those of the record are. What it cannot see is
 * a mistake inside a long text; whoever reads the whole record sees that.
 * @param text bytes of UTF-8, one in each UTF-16 unit
 * @param unhashed keys whose texts are all replaced by the same one, such as that of the response
 */
export function shortenRecord(
  text: string,
  start: number,
  end: number,
  unhashed: ReadonlySet<string>,
): string {
  let out = '';
  let copied = start;
  let key = '';
  for (let open = text.indexOf('"', start); open !== -1 && open < end;) {
    const close = endOfText(text, open + 1, end);
    if (close === -1) break;
    const length = close - open - 1;
    if (length <= KEPT) {
      if (isKey(text, close)) key = text.slice(open + 1, close);
    } else if (!isKey(text, close)) {
      out += `${text.slice(copied, open + 1)}${unhashed.has(key) ? ELLIPSIS : digestOf(text, open, close)}`;
      copied = close;
    }
    open = text.indexOf('"', close + 1);
  }
  out += text.slice(copied, end);
  return isAscii(out) ? out : decode(out);
}

/** Whether a JSON text that ends at `close` is a key. */
function isKey(text: string, close: number): boolean {
  let after = close + 1;
  let unit = text.charCodeAt(after);
  while (unit === SPACE || unit === TAB || unit === CARRIAGE_RETURN) unit = text.charCodeAt((after += 1));
  return unit === COLON;
}

/** Where a JSON text that begins before `from` ends; -1 if it does not. */
function endOfText(text: string, from: number, end: number): number {
  for (
    let close = text.indexOf('"', from);
    close !== -1 && close < end;
    close = text.indexOf('"', close + 1)
  ) {
    let before = close - 1;
    while (before >= from && text.charCodeAt(before) === BACKSLASH) before -= 1;
    // An even number of backslashes are pairs.
    if ((close - before) % 2 === 1) return close;
  }
  return -1;
}

/** The last texts that were shortened, with what stands for them. A run has the prompt of a question many times. */
const recent: { readonly literal: string; readonly digest: string }[] = [];
const MOST_RECENT = 4;
/** Longer texts are not kept. */
const LONGEST_RECENT = 16_384;

/** What tells a long text apart: its beginning, which people see, and a hash. */
function digestOf(text: string, open: number, close: number): string {
  const literal = text.slice(open, close + 1);
  const known = recent.find((each) => each.literal === literal);
  if (known !== undefined) return known.digest;
  const digest = makeDigest(literal);
  if (literal.length > LONGEST_RECENT) return digest;
  recent.push({ literal, digest });
  if (recent.length > MOST_RECENT) recent.shift();
  return digest;
}

function makeDigest(literal: string): string {
  // The same text can be written with escapes that are not necessary, such as those of all characters but ASCII.
  const isPlain = !literal.includes('\\u') && !literal.includes('\\/');
  const hash = isPlain ? hashText(literal) : hashText(canonical(literal));
  return `${questionIn(literal) ?? beginning(literal)}${ELLIPSIS}${hash.toString(36)}`;
}

/** How a prompt of a chat template begins, as JSON: with a mark, or with the name of a role. Most texts are told apart so. */
const TEMPLATE_START = /^"(?:[<[]|(?:system|user)\\[nr])/;

/** What a prompt of a chat template contains somewhere or begins with, as JSON in bytes. */
const TEMPLATE =
  /<\|im_start\|>user|<\|start_header_id\|>user|<start_of_turn>user|<(?:\xef\xbd\x9c|\\uff5c)User|<\|start\|>user|<\|user\|>|\[INST\]|^"(?:system|user)\\[nr]/;

/** The beginning of the question in a prompt that a chat template made, as JSON: such prompts all begin alike. */
function questionIn(literal: string): string | null {
  if (!TEMPLATE_START.test(literal) || !TEMPLATE.test(literal)) return null;
  try {
    const prompt: unknown = JSON.parse(decode(literal));
    if (typeof prompt !== 'string') return null;
    const question = JSON.stringify(questionOfPrompt(prompt).slice(0, KEPT));
    return Buffer.from(question.slice(1, -1)).toString('latin1');
  } catch {
    return null;
  }
}

/** The shortest JSON of a JSON text, in bytes; the text itself if it is not JSON. */
function canonical(literal: string): string {
  try {
    const value: unknown = JSON.parse(Buffer.from(literal, 'latin1').toString('utf8'));
    return Buffer.from(JSON.stringify(value)).toString('latin1');
  } catch {
    return literal;
  }
}

/** The first characters of a JSON text, up to an escape. */
function beginning(literal: string): string {
  const escape = literal.indexOf('\\', 1);
  let end = Math.min(escape === -1 ? KEPT : escape, KEPT);
  // Not within a character.
  while (end > 1 && (literal.charCodeAt(end) & 0xc0) === 0x80) end -= 1;
  return literal.slice(1, end);
}

function isAscii(text: string): boolean {
  return !/[\u0080-\u00ff]/.test(text);
}

function decode(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
