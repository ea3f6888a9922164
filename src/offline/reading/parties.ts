import { boxHeight } from '../../core/geometry/box.ts';
import type { Phrase } from '../../core/layout/model.ts';

/** Labels of parties, with other words that a question may use for the party. */
const OTHER_NAMES: readonly (readonly [label: RegExp, words: string])[] = [
  [/^(?:bill(?:ed)?|sold|invoiced?|charged?) to$/i, 'customer client buyer purchaser recipient billed'],
  [/^(?:ship(?:ped)?|deliver(?:ed|y)?|send|sent) to$/i, 'recipient consignee'],
  [/^to$/i, 'recipient addressee'],
  [/^from$/i, 'author sender sent written'],
  [/^(?:issued|invoiced) by$/i, 'issuer seller supplier'],
  [/^(?:written|prepared|compiled) by$/i, 'author written'],
];
/** The sender of a document about a sale is the seller. */
const SALE = /\b(?:invoice|receipt|delivery note|order|quotation|quote)\b/i;
/** Labels above a name with an address. */
const PARTY =
  /^(?:customer|client|buyer|purchaser|recipient|consignee|seller|supplier|vendor|sender|issuer|landlord|tenant|lessor|lessee|employer|contractor|payee|payer|insured|policyholder)$/i;
/** Labels of other things, which may be next to that of a party. */
const OTHER_LABEL =
  /^(?:invoice|order|customer|account|due|payment|delivery|reference|our|your|date|terms?)\b.*\b(?:no|nr|number|date|terms?|reference|id|details)\b|^(?:date|terms|reference|payment)$/i;
/** The largest distance between lines of a block, in word heights. */
const LINE_GAP = 1.5;
const MAX_LINES = 5;

/** Words that a question may use for the value of a label: the customer for "Bill to". Empty for most labels. */
export function otherNamesOf(label: string, pageText: string): string {
  const plain = bare(label);
  const names = OTHER_NAMES.find(([pattern]) => pattern.test(plain))?.[1] ?? '';
  return /^from$/i.test(plain) && SALE.test(pageText) ? `${names} seller supplier vendor` : names;
}

/** A party's label above the lines of its name and address. */
export interface Party {
  readonly label: Phrase;
  readonly name: Phrase;
  /** All lines, including the label and the name. */
  readonly lines: readonly Phrase[];
}

/** Labels of parties above their names and addresses, as in invoices and contracts. */
export function findParties(lines: readonly Phrase[], wordHeight: number): Party[] {
  return lines.flatMap((label): Party[] => {
    if (!isPartyLabel(label.text)) return [];
    const beside = lines
      .filter(({ box }) => box.left >= label.box.right && areOnOneHeight(box, label.box))
      .sort((a, b) => a.box.left - b.box.left)[0];
    // A value next to the label belongs to it.
    if (beside !== undefined && !isAnyLabel(beside.text)) return [];
    const below: Phrase[] = [];
    let last = label;
    while (below.length < MAX_LINES) {
      const next = lines.find(({ box }) => {
        const gap = (box.top - last.box.bottom) / wordHeight;
        return gap > -0.1 && gap < LINE_GAP && Math.abs(box.left - label.box.left) < 0.6 * wordHeight;
      });
      if (next === undefined || isAnyLabel(next.text)) break;
      below.push(next);
      last = next;
    }
    const [name] = below;
    if (name === undefined || !/\p{L}{2}/u.test(name.text) || /[.!?:]$/.test(name.text)) return [];
    return [{ label, name, lines: [label, ...below] }];
  });
}

function isPartyLabel(text: string): boolean {
  const plain = bare(text);
  return PARTY.test(plain) || OTHER_NAMES.some(([pattern]) => pattern.test(plain));
}

function isAnyLabel(text: string): boolean {
  return isPartyLabel(text) || OTHER_LABEL.test(bare(text)) || text.endsWith(':');
}

function bare(label: string): string {
  return label.replace(/(?<![\s:.])[\s:.]+$/, '').trim();
}

function areOnOneHeight(one: Phrase['box'], other: Phrase['box']): boolean {
  return Math.abs(one.top + one.bottom - other.top - other.bottom) < boxHeight(other);
}
