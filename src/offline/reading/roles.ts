import { around, height } from './geometry.ts';
import type { Pair, Segment } from './model.ts';

/** Labels of parties, with what else a question calls those whose names stand at them. */
const ROLES: readonly (readonly [label: RegExp, words: string])[] = [
  [/^(?:bill(?:ed)?|sold|invoiced?|charged?) to$/i, 'customer client buyer purchaser recipient billed'],
  [/^(?:ship(?:ped)?|deliver(?:ed|y)?|send|sent) to$/i, 'recipient consignee'],
  [/^to$/i, 'recipient addressee'],
  [/^from$/i, 'author sender sent written'],
  [/^(?:issued|invoiced) by$/i, 'issuer seller supplier'],
  [/^(?:written|prepared|compiled) by$/i, 'author written'],
];
/** Who a paper about a sale comes from sells. */
const SALE = /\b(?:invoice|receipt|delivery note|order|quotation|quote)\b/i;
/** Labels above a name with an address. */
const PARTY =
  /^(?:customer|client|buyer|purchaser|recipient|consignee|seller|supplier|vendor|sender|issuer|landlord|tenant|lessor|lessee|employer|contractor|payee|payer|insured|policyholder)$/i;
/** Labels of other things, which may stand beside that of a party. */
const OTHER_LABEL =
  /^(?:invoice|order|customer|account|due|payment|delivery|reference|our|your|date|terms?)\b.*\b(?:no|nr|number|date|terms?|reference|id|details)\b|^(?:date|terms|reference|payment)$/i;
/** Lines of a block stand no further below each other than so many heights of a word. */
const LINE_GAP = 1.5;
const MAX_LINES = 5;

/** The words by which a question may call what stands at a label: the customer at "Bill to". Empty for most labels. */
export function roleOf(label: string, pageText: string): string {
  const plain = bare(label);
  const words = ROLES.find(([pattern]) => pattern.test(plain))?.[1] ?? '';
  return /^from$/i.test(plain) && SALE.test(pageText) ? `${words} seller supplier vendor` : words;
}

/** A party's label above its block, with the block's lines: the first is the name. */
export interface PartyBlock {
  readonly pair: Pair;
  readonly segments: readonly Segment[];
}

/** Labels of parties above blocks of lines, as invoices and contracts have them. */
export function findParties(segments: readonly Segment[], wordHeight: number): PartyBlock[] {
  return segments.flatMap((label): PartyBlock[] => {
    if (!isPartyLabel(label.text)) return [];
    const beside = segments
      .filter(({ box }) => box.left >= label.box.right && sameLine(box, label.box))
      .sort((a, b) => a.box.left - b.box.left)[0];
    // A value beside the label is its own.
    if (beside !== undefined && !isAnyLabel(beside.text)) return [];
    const lines: Segment[] = [];
    let last = label;
    while (lines.length < MAX_LINES) {
      const next = segments.find(({ box }) => {
        const gap = box.top - last.box.bottom;
        return (
          gap > -2 && gap < LINE_GAP * wordHeight && Math.abs(box.left - label.box.left) < 0.6 * wordHeight
        );
      });
      if (next === undefined || isAnyLabel(next.text)) break;
      lines.push(next);
      last = next;
    }
    const [name] = lines;
    if (name === undefined || !/\p{L}{2}/u.test(name.text) || /[.!?:]$/.test(name.text)) return [];
    const piece = ({ text, start, end }: Segment): Pair['label'] => ({ text, start, end });
    const pair = { label: piece(label), value: piece(name), box: around([label.box, name.box]) };
    return [{ pair, segments: [label, ...lines] }];
  });
}

function isPartyLabel(text: string): boolean {
  const plain = bare(text);
  return PARTY.test(plain) || ROLES.some(([pattern]) => pattern.test(plain));
}

function isAnyLabel(text: string): boolean {
  return isPartyLabel(text) || OTHER_LABEL.test(bare(text)) || text.endsWith(':');
}

function bare(label: string): string {
  return label.replace(/[\s:.]+$/, '').trim();
}

function sameLine(one: Segment['box'], other: Segment['box']): boolean {
  return Math.abs(one.top + one.bottom - other.top - other.bottom) < height(other);
}
