const upTo = (text: string, mark: string): string => text.split(mark, 1)[0] ?? '';

/** The base name of an image's path up to `.jpg`, as VRAG-RL takes it. */
export function imageName(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return upTo(path.slice(path.lastIndexOf('/', Math.max(end - 1, 0)) + 1, end), '.jpg');
}

/** The names of the images of pages of a document: its name up to `.pdf`, an underscore, and the page. */
export function goldPageNames(fileName: string, pages: readonly string[]): readonly string[] {
  const stem = upTo(fileName, '.pdf');
  return pages.map((page) => `${stem}_${page}`);
}
