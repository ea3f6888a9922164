import { t } from '@vscode/l10n';

/** A list in a sentence: `a`, `a and b`, `a, b and c`; empty if there are no items. */
export function joinList(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : t('{0} and {1}', items.slice(0, -1).join(', '), last);
}

/** Choices in a sentence: `a`, `a or b`, `a, b or c`; empty if there are no items. */
export function joinChoices(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : t('{0} or {1}', items.slice(0, -1).join(', '), last);
}
