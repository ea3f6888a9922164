/** The number of UTF-16 units of `element`'s text before a position in it. */
export function textOffset(element: Element, node: Node, offset: number): number {
  const before = document.createRange();
  before.setStart(element, 0);
  before.setEnd(node, offset);
  return before.toString().length;
}
