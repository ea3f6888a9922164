import { FINDING_SEVERITIES, isFindingCode, type FindingCode } from '../trajectory/findings.ts';

/** Findings about calls of tools; those about boxes in answers and about the order of blocks are not. */
const ABOUT_CALLS: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'tool-not-closed',
  'self-closing-tool',
  'stray-tool-closing',
  'tool-outside-description',
  'tool-without-name',
  'unknown-tool',
  'unclosed-quote',
  'unquoted-attribute',
  'quote-in-attribute',
  'attribute-order',
  'unknown-attribute',
  'repeated-attribute',
  'attribute-spacing',
  'tool-tag-unread',
  'tool-without-args',
  'empty-args',
  'image-out-of-range',
  'observation-without-call',
  'call-broken',
  'call-incomplete',
  'unknown-function',
  'tool-not-defined',
]);

/** Whether a finding is an error that is not about a call: the dialect or its reward does not accept the format. */
export function isFormatError(code: string): boolean {
  return isFindingCode(code) && FINDING_SEVERITIES[code] === 'error' && !ABOUT_CALLS.has(code);
}

/** Whether a finding is an error of a tool call. */
export function isCallError(code: string): boolean {
  return isFindingCode(code) && FINDING_SEVERITIES[code] === 'error' && ABOUT_CALLS.has(code);
}
