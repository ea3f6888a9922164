/** Names that Windows gives to devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** The most characters of a name, so that its bytes fit into every file system with its number and extension. */
const LONGEST = 50;

/** Names for the files of samples: each once, also where upper and lower case are the same. */
export class FileNames {
  readonly #taken = new Map<string, number>();

  /**
   * A name for a file, without its extension.
   * @param wanted any text, such as an id; null for none
   * @param folder names in different folders may be the same
   */
  take(wanted: string | null, folder: string): string {
    const base = safeName(wanted ?? '');
    for (;;) {
      const key = `${folder}/${base.toLowerCase()}`;
      const count = (this.#taken.get(key) ?? 0) + 1;
      this.#taken.set(key, count);
      const name = count === 1 ? base : `${base}-${count}`;
      if (count === 1) return name;
      const numbered = `${folder}/${name.toLowerCase()}`;
      if (this.#taken.has(numbered)) continue;
      this.#taken.set(numbered, 1);
      return name;
    }
  }
}

/** A text as a name that is allowed everywhere and leads nowhere. */
function safeName(wanted: string): string {
  const plain = wanted.normalize('NFC').replaceAll(/[^\p{L}\p{N}._-]+/gu, '_');
  const short = trimMarks(Array.from(trimMarks(plain)).slice(0, LONGEST).join(''));
  if (short === '') return 'sample';
  return DEVICE.test(short.toLowerCase().split('.', 1)[0] ?? '') ? `sample-${short}` : short;
}

/** A name without dots and dashes around it: one before it hides a file, and Windows drops one after it. */
function trimMarks(name: string): string {
  let [start, end] = [0, name.length];
  while (start < end && MARKS.includes(name.charAt(start))) start += 1;
  while (end > start && MARKS.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(start, end);
}

const MARKS = '._-';
