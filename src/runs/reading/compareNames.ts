/** Compares names by their texts and numbers, the same on every machine. */
export function compareNames(one: string, other: string): number {
  const [a, b] = [one, other].map((name) => name.split(/(\d+)/)) as [string[], string[]];
  for (let part = 0; part < Math.min(a.length, b.length); part += 1) {
    const [left = '', right = ''] = [a[part], b[part]];
    // Every second part is a number.
    const order = part % 2 === 1 ? compareNumbers(left, right) : left < right ? -1 : Number(left > right);
    if (order !== 0) return order;
  }
  return a.length - b.length || (one < other ? -1 : 1);
}

function compareNumbers(left: string, right: string): number {
  const [a, b] = [left.replace(/^0+/, ''), right.replace(/^0+/, '')];
  return a.length - b.length || (a < b ? -1 : Number(a > b));
}
