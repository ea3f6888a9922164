/** A text of Python between either kind of quotation marks, with the comma or the bracket after it. */
const ITEM = /\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")\s*(,|\]$)/y;

/** Longer texts are not looked at: references are short. */
const LONGEST = 100_000;

/**
 * A list of texts that is written in a text, as JSON or as Python prints it, as evaluations write references; any other
 * value as it is.
 */
export function readTextList(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('[') || value.length > LONGEST) return value;
  return jsonTexts(value) ?? pythonTexts(value) ?? value;
}

function jsonTexts(text: string): readonly string[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.length > 0 && list.every((item) => typeof item === 'string')
      ? list
      : null;
  } catch {
    return null;
  }
}

function pythonTexts(text: string): readonly string[] | null {
  const texts: string[] = [];
  ITEM.lastIndex = 1;
  for (let item = ITEM.exec(text); item !== null; item = ITEM.exec(text)) {
    texts.push(unescape(item[1] ?? item[2] ?? ''));
    if (item[3] !== ',') return texts;
  }
  return null;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** What the escapes stand for that Python prints. */
function unescape(written: string): string {
  return written.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|(.))/gi,
    (whole, two: string | undefined, four: string | undefined, eight: string | undefined, one = '') => {
      const code = two ?? four ?? eight;
      if (code === undefined) return ESCAPES.get(one as string) ?? (one as string);
      const point = Number.parseInt(code, 16);
      return point > 0x10ffff ? whole : String.fromCodePoint(point);
    },
  );
}
