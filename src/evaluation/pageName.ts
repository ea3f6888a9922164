/** Files that are a page of their own. */
const IMAGE = /\.(?:png|jpe?g|webp)$/iu;

/** The name of a page of a document, the same wherever the page is named: `report.pdf#page=4`, or the path of an image. */
export const pageName = (path: string, page: number): string =>
  IMAGE.test(path) ? path : `${path}#page=${page}`;
