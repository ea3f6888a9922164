import { t } from '@vscode/l10n';
import { wholeNumber } from '../displayLocale.ts';
import { joinList } from '../joinList.ts';
import { oneLine } from '../oneLine.ts';
import { visibleText } from '../visibleText.ts';

/** The most characters of a name that a prompt offers. */
const LONGEST = 100;

const PLAIN = /^[\p{L}\p{M}\p{Nd}_.:-]+(?: [\p{L}\p{M}\p{Nd}_.:-]+)*$/u;

/** Characters that nobody sees, some of which are letters or marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/**
 * Whether a prompt can offer a tool by this name: letters, digits, `_`, `-`, `.`, `:` and single spaces between them. A
 * model may write anything as a name, also what a template would run.
 */
export function isPlainName(name: string): boolean {
  return name.length <= LONGEST && PLAIN.test(name) && !INVISIBLE.test(name);
}

/** Tools that a prompt can offer, and the names of the others. */
export function splitPlain<Named extends { readonly name: string }>(
  tools: readonly Named[],
): { readonly offered: readonly Named[]; readonly leftOut: readonly string[] } {
  return {
    offered: tools.filter(({ name }) => isPlainName(name)),
    leftOut: tools.filter(({ name }) => !isPlainName(name)).map(({ name }) => name),
  };
}

/** The most names of a sentence, and the most characters of each. */
const MOST_LISTED = 5;
const LONGEST_LISTED = 60;

/** Names that a model wrote, in a sentence: the first ones, each in one line, and how many more there are. */
export function listNames(names: readonly string[]): string {
  const more = names.length - MOST_LISTED;
  const first = names.slice(0, MOST_LISTED).map((name) => oneLine(visibleText(name), LONGEST_LISTED) || '""');
  return joinList(more > 0 ? [...first, t('{0} more', wholeNumber(more))] : first);
}
