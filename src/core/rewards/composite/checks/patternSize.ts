/** What a class such as `\\p{L}` counts, in parts. */
const CLASS_SIZE = 20;

/** A group that is being read: its parts so far, and those of its last element, which a repetition follows. */
interface Sequence {
  before: number;
  last: number;
}

/**
 * About how many parts a pattern has once its counted repetitions are written out, as the engine does: `(ab){3}` has 6.
 * Time and memory of its compilation grow with them. Takes time in proportion to the length, whatever the text is.
 */
export function patternSize(pattern: string): number {
  const open: Sequence[] = [];
  let sequence: Sequence = { before: 0, last: 0 };
  const add = (size: number): void => {
    sequence.before += sequence.last;
    sequence.last = size;
  };
  for (let at = 0; at < pattern.length; at++) {
    switch (pattern[at]) {
      case '\\':
        at += 1;
        add(/[pP]/u.test(pattern[at] ?? '') ? CLASS_SIZE : 1);
        break;
      case '(':
        open.push(sequence);
        sequence = { before: 0, last: 0 };
        break;
      case ')': {
        const inside = sequence.before + sequence.last;
        sequence = open.pop() ?? { before: 0, last: 0 };
        add(inside);
        break;
      }
      case '{': {
        const [whole = '', least = '', most = ''] =
          /^\{(\d{1,6})(?:,(\d{0,6}))?\}/u.exec(pattern.slice(at, at + 16)) ?? [];
        if (whole === '') add(1);
        else {
          sequence.last *= Math.max(1, Number(least), Number(most));
          at += whole.length - 1;
        }
        break;
      }
      default:
        add(1);
    }
  }
  const rest = open.reduce((sum, { before, last }) => sum + before + last, 0);
  return rest + sequence.before + sequence.last;
}
