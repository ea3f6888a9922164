/** The escape of the first half of a character outside the basic plane. */
const FIRST_HALF = /^\\u[dD][89abAB]/u;

/** Where a string that begins with the quote at `start` ends. */
interface StringEnd {
  /** The place of its closing quote, or null if it was cut off. */
  readonly closing: number | null;
  /** The end of its complete characters. */
  readonly complete: number;
}

function endOfString(text: string, start: number): StringEnd {
  /** The first half of a character, if its second half is still to come. */
  let half: number | null = null;
  let at = start + 1;
  while (at < text.length) {
    if (text[at] === '"') return { closing: at, complete: at };
    const length = text[at] !== '\\' ? 1 : text[at + 1] === 'u' ? 6 : 2;
    if (at + length > text.length) return { closing: null, complete: half ?? at };
    half = length === 6 && half === null && FIRST_HALF.test(text.slice(at, at + length)) ? at : null;
    at += length;
  }
  return { closing: null, complete: half ?? at };
}

/**
 * JSON of an object or list that was cut off, completed so that it can be parsed: a text that is a value ends where its
 * last complete character ends, what else is not complete is left out, and what is open is closed. What is broken before
 * its end stays broken. Takes time in proportion to the length.
 */
export function closeJson(text: string): string {
  /** The closings of what is open, the outermost first. */
  const closings: string[] = [];
  /** Where the text can be cut so that only the closings are missing. */
  let end = 0;
  let previous = '';
  const closed = (kept: string): string => kept + closings.toReversed().join('');
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    switch (character) {
      case '{':
      case '[':
        closings.push(character === '{' ? '}' : ']');
        end = at + 1;
        break;
      case '}':
      case ']':
        closings.pop();
        end = at + 1;
        break;
      case ',':
        end = at;
        break;
      case ':':
        break;
      case '"': {
        const isKey = closings.at(-1) === '}' && previous !== ':';
        const { closing, complete } = endOfString(text, at);
        if (closing === null) return closed(isKey ? text.slice(0, end) : `${text.slice(0, complete)}"`);
        if (!isKey) end = closing + 1;
        at = closing;
        break;
      }
      default:
        continue;
    }
    previous = character;
  }
  return closed(text.slice(0, end));
}
