/** A file's name, without its extension, from the first words of a text; `otherwise` for a text without words. */
export function fileNameOf(text: string, otherwise: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, 8).join('-').slice(0, 60) || otherwise;
}
