/** A number as tables and sentences show it, with at most six decimals. */
export function shortNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toFixed(6))) : String(value);
}

/** A number and the word for what it counts, in the singular or plural. */
export function countText(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
