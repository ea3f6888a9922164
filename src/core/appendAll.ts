/**
 * Appends the items of `more` to `list`. Spreading a list into `push` fails once it has more items than a call can have
 * arguments, about 120,000, which a response of a megabyte can reach.
 */
export function appendAll<T>(list: T[], more: readonly T[]): void {
  for (const item of more) list.push(item);
}
