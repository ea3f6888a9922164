/** Symbols of macros, as pylatexenc 2 writes them and mathruler rewrites them. */
const SYMBOLS: Readonly<Partial<Record<string, string>>> = {
  pi: 'pi',
  infty: 'inf',
  cup: 'U',
  cdot: '*',
  times: '*',
  left: '',
  right: '',
};

/** Macros whose one argument is their text. */
const PLAIN_MACROS = new Set(['text', 'mathrm', 'textbf', 'mathbf', 'mbox']);

/** Characters that stand for themselves. */
const ORDINARY = /^[0-9A-Za-z+\-*/=()[\].,:;^|<>! ]$/;

/** Two characters that LaTeX joins to one. */
const LIGATURE = /--|[<>!?]['`]|!`|\?`|''|``/;

/**
 * Simple LaTeX as mathruler's reader converts it (grader.py, `_parse_latex`, over pylatexenc): fractions as `a/b`, roots
 * as `sqrt(a)`, and common symbols. Null for everything else.
 */
export function latexText(written: string): string | null {
  const text = written
    .replaceAll('\\tfrac', '\\frac')
    .replaceAll('\\dfrac', '\\frac')
    .replaceAll('\\frac', ' \\frac');
  if (LIGATURE.test(text)) return null;
  const reader = { text, at: 0, depth: 0 };
  const plain = readSequence(reader, '');
  return plain === null || reader.at < text.length ? null : plain.replace(/^ +|(?<! ) +$/g, '');
}

interface Reader {
  readonly text: string;
  at: number;
  /** In how many groups the place is. */
  depth: number;
}

/** The most groups in one another, which CPython's stack is not enough for either. */
const DEEPEST = 1000;

/** Reads up to `end` (`}` or the end of the text), which it consumes; null where it cannot read on. */
function readSequence(reader: Reader, end: '' | '}'): string | null {
  let plain = '';
  while (reader.at < reader.text.length) {
    const character = reader.text[reader.at] ?? '';
    if (character === end) {
      reader.at++;
      return plain;
    }
    const part = readOne(reader);
    if (part === null) return null;
    plain += part;
  }
  return end === '' ? plain : null;
}

/** Reads a character, a group, or a macro with its arguments. */
function readOne(reader: Reader): string | null {
  const character = reader.text[reader.at] ?? '';
  if (character === '{') {
    if (reader.depth === DEEPEST) return null;
    reader.at++;
    reader.depth++;
    const inner = readSequence(reader, '}');
    reader.depth--;
    return inner;
  }
  if (character !== '\\') {
    reader.at++;
    return ORDINARY.test(character) ? character : null;
  }
  const name = /^\\([A-Za-z]+)/.exec(reader.text.slice(reader.at, reader.at + 20))?.[1];
  if (name === undefined) return null;
  reader.at += name.length + 1;
  // Spaces after the name of a macro are not part of the text.
  while (reader.text[reader.at] === ' ') reader.at++;
  if (name === 'frac') {
    const above = readArgument(reader);
    const below = above === null ? null : readArgument(reader);
    return above === null || below === null ? null : `${above}/${below}`;
  }
  if (name === 'sqrt') {
    if (reader.text[reader.at] === '[') return null;
    const inner = readArgument(reader);
    return inner === null ? null : `sqrt(${inner})`;
  }
  if (PLAIN_MACROS.has(name)) return reader.text[reader.at] === '{' ? readOne(reader) : null;
  return SYMBOLS[name] ?? null;
}

/** Reads the argument of a macro: a group or a single digit or letter. */
function readArgument(reader: Reader): string | null {
  const character = reader.text[reader.at] ?? '';
  return character === '{' || /^[0-9A-Za-z]$/.test(character) ? readOne(reader) : null;
}
