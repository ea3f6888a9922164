import { t as translate } from '@vscode/l10n';

/** A translated string in pieces. */
interface Pieces {
  /** The text before the first value. */
  readonly first: string;
  /** Each value's index in the call, and the text after it. */
  readonly rest: readonly { readonly index: number; readonly text: string }[];
}

/** The strings that were used so far; those without values are whole. */
const known = new Map<string, string | Pieces>();

/**
 * The same as `t` of `@vscode/l10n`, but several times as fast, for the sentences that are written while scoring. It
 * looks up each string once, so the language must not change after the first call.
 */
export function t(message: string, ...values: readonly (string | number)[]): string {
  const pieces = known.get(message) ?? lookUp(message);
  if (typeof pieces === 'string') return pieces;
  const { first, rest } = pieces;
  let text = first;
  for (const { index, text: after } of rest) text += `${values[index] ?? ''}${after}`;
  return text;
}

function lookUp(message: string): string | Pieces {
  const [first = '', ...others] = translate(message).split(/\{(\d+)\}/);
  const rest = [];
  for (let at = 0; at < others.length; at += 2) {
    rest.push({ index: Number(others[at]), text: others[at + 1] ?? '' });
  }
  const pieces = rest.length === 0 ? first : { first, rest };
  known.set(message, pieces);
  return pieces;
}
