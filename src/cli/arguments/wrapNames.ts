/** Joins names with commas and breaks them into lines, each indented by `indent` characters. */
export function wrapNames(words: readonly string[], indent: number): string {
  const lines: string[] = [''];
  for (const word of words) {
    const line = lines.at(-1) ?? '';
    if (indent + line.length + word.length > 110) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line}, ${word}`;
  }
  return lines.join(`,\n${' '.repeat(indent)}`);
}
