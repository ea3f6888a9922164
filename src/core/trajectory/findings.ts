import type { Finding, FindingDetails, Severity, Span } from '../span.ts';

/** A validity rule; each finding belongs to the rule that it breaks. */
export type CheckCode =
  | 'blocks-present'
  | 'blocks-once'
  | 'blocks-closed'
  | 'blocks-in-order'
  | 'blocks-filled'
  | 'tags-whole'
  | 'tags-plain'
  | 'tags-of-dialect'
  | 'nothing-outside'
  | 'not-fenced'
  | 'tools-present'
  | 'tools-in-place'
  | 'tools-closed'
  | 'tools-known'
  | 'tools-few'
  | 'attributes-readable'
  | 'args-filled'
  | 'images-named'
  | 'images-in-range'
  | 'images-in-think'
  | 'observations-filled'
  | 'turns-whole'
  | 'turns-few'
  | 'searches-made'
  | 'calls-answered'
  | 'calls-readable'
  | 'boxes-readable'
  | 'boxes-sound'
  | 'evidence-by-image'
  | 'evidence-readable'
  | 'answer-supported'
  | 'answer-boxed'
  | 'verdicts-readable'
  | 'scores-complete'
  | 'scores-sound'
  | 'tools-defined'
  | 'tools-ended';

/** The severity and rule that all findings with a code share. */
export interface FindingKind {
  readonly severity: Severity;
  /** The rule that the finding breaks. */
  readonly check: CheckCode;
}

/** Every finding that the parser reports, by code. */
export const FINDING_KINDS = {
  'missing-block': { severity: 'error', check: 'blocks-present' },
  'duplicate-block': { severity: 'error', check: 'blocks-once' },
  'doubled-opening': { severity: 'error', check: 'blocks-once' },
  'doubled-closing': { severity: 'error', check: 'blocks-once' },
  'closing-without-opening': { severity: 'error', check: 'blocks-once' },
  'mentioned-tag': { severity: 'error', check: 'blocks-once' },
  'missing-opening': { severity: 'error', check: 'blocks-closed' },
  'missing-closing': { severity: 'error', check: 'blocks-closed' },
  'wrong-order': { severity: 'error', check: 'blocks-in-order' },
  'empty-block': { severity: 'warning', check: 'blocks-filled' },
  'half-written-tag': { severity: 'error', check: 'tags-whole' },
  'unfinished-tag': { severity: 'error', check: 'tags-whole' },
  'tag-case': { severity: 'information', check: 'tags-plain' },
  'tag-case-unread': { severity: 'error', check: 'tags-plain' },
  'tag-spacing': { severity: 'error', check: 'tags-plain' },
  'tag-attributes': { severity: 'error', check: 'tags-plain' },
  'self-closing-tag': { severity: 'error', check: 'tags-plain' },
  'foreign-tag': { severity: 'warning', check: 'tags-of-dialect' },
  'tool-in-dialect-without-tools': { severity: 'warning', check: 'tags-of-dialect' },
  'text-outside-tags': { severity: 'warning', check: 'nothing-outside' },
  'fenced-block': { severity: 'information', check: 'not-fenced' },
  'no-tools': { severity: 'warning', check: 'tools-present' },
  'tool-not-closed': { severity: 'error', check: 'tools-closed' },
  'self-closing-tool': { severity: 'error', check: 'tools-closed' },
  'stray-tool-closing': { severity: 'warning', check: 'tools-closed' },
  'tool-outside-description': { severity: 'error', check: 'tools-in-place' },
  'tool-without-name': { severity: 'error', check: 'tools-known' },
  'unknown-tool': { severity: 'error', check: 'tools-known' },
  'tool-not-offered': { severity: 'information', check: 'tools-known' },
  'too-many-tools': { severity: 'warning', check: 'tools-few' },
  'mismatched-quotes': { severity: 'information', check: 'attributes-readable' },
  'unclosed-quote': { severity: 'error', check: 'attributes-readable' },
  'unquoted-attribute': { severity: 'error', check: 'attributes-readable' },
  'quote-in-attribute': { severity: 'error', check: 'attributes-readable' },
  'attribute-order': { severity: 'error', check: 'attributes-readable' },
  'unknown-attribute': { severity: 'error', check: 'attributes-readable' },
  'repeated-attribute': { severity: 'error', check: 'attributes-readable' },
  'attribute-spacing': { severity: 'error', check: 'attributes-readable' },
  'tool-tag-unread': { severity: 'error', check: 'attributes-readable' },
  'tool-without-args': { severity: 'error', check: 'args-filled' },
  'empty-args': { severity: 'error', check: 'args-filled' },
  'args-without-image': { severity: 'warning', check: 'images-named' },
  'args-image-not-first': { severity: 'warning', check: 'images-named' },
  'image-reference-unread': { severity: 'warning', check: 'images-named' },
  'image-out-of-range': { severity: 'error', check: 'images-in-range' },
  'think-image-out-of-range': { severity: 'warning', check: 'images-in-range' },
  'image-not-in-think': { severity: 'warning', check: 'images-in-think' },
  'empty-observation': { severity: 'warning', check: 'observations-filled' },
  'turn-without-think': { severity: 'error', check: 'turns-whole' },
  'turn-without-action': { severity: 'error', check: 'turns-whole' },
  'block-after-end': { severity: 'error', check: 'turns-whole' },
  'too-many-turns': { severity: 'error', check: 'turns-few' },
  'no-search': { severity: 'warning', check: 'searches-made' },
  'call-without-observation': { severity: 'warning', check: 'calls-answered' },
  'observation-without-call': { severity: 'error', check: 'calls-answered' },
  'call-broken': { severity: 'error', check: 'calls-readable' },
  'call-incomplete': { severity: 'error', check: 'calls-readable' },
  'unknown-function': { severity: 'error', check: 'calls-readable' },
  'boxes-broken': { severity: 'error', check: 'boxes-readable' },
  'boxes-fenced': { severity: 'error', check: 'boxes-readable' },
  'entry-without-box': { severity: 'warning', check: 'boxes-readable' },
  'entry-not-object': { severity: 'error', check: 'boxes-readable' },
  'box-malformed': { severity: 'error', check: 'boxes-sound' },
  'box-inverted': { severity: 'error', check: 'boxes-sound' },
  'box-not-in-pixels': { severity: 'warning', check: 'boxes-sound' },
  'box-taken-for-pixels': { severity: 'error', check: 'boxes-sound' },
  'box-without-image': { severity: 'error', check: 'boxes-sound' },
  'evidence-missing': { severity: 'error', check: 'evidence-by-image' },
  'evidence-doubled': { severity: 'error', check: 'evidence-by-image' },
  'evidence-out-of-order': { severity: 'warning', check: 'evidence-by-image' },
  'evidence-empty': { severity: 'warning', check: 'evidence-by-image' },
  'evidence-unread': { severity: 'error', check: 'evidence-readable' },
  'evidence-cut': { severity: 'warning', check: 'evidence-readable' },
  'text-before-evidence': { severity: 'warning', check: 'evidence-readable' },
  'mark-in-observe': { severity: 'warning', check: 'evidence-readable' },
  'think-is-answer': { severity: 'warning', check: 'answer-supported' },
  'answer-without-evidence': { severity: 'warning', check: 'answer-supported' },
  'missing-answer': { severity: 'error', check: 'answer-boxed' },
  'answer-not-closed': { severity: 'error', check: 'answer-boxed' },
  'answers-differ': { severity: 'warning', check: 'answer-boxed' },
  'verdict-unread': { severity: 'error', check: 'verdicts-readable' },
  'score-missing': { severity: 'error', check: 'scores-complete' },
  'score-doubled': { severity: 'error', check: 'scores-complete' },
  'score-order': { severity: 'information', check: 'scores-complete' },
  'score-unread': { severity: 'error', check: 'scores-sound' },
  'score-out-of-range': { severity: 'error', check: 'scores-sound' },
  'average-wrong': { severity: 'error', check: 'scores-sound' },
  'definition-malformed': { severity: 'error', check: 'tools-defined' },
  'definition-doubled': { severity: 'warning', check: 'tools-defined' },
  'definition-late': { severity: 'warning', check: 'tools-defined' },
  'definition-unused': { severity: 'warning', check: 'tools-defined' },
  'tool-not-defined': { severity: 'error', check: 'tools-defined' },
  'no-tool-use': { severity: 'warning', check: 'tools-defined' },
  'missing-end-of-tools': { severity: 'error', check: 'tools-ended' },
  'text-after-tools': { severity: 'warning', check: 'tools-ended' },
} as const satisfies Record<string, FindingKind>;

export type FindingCode = keyof typeof FINDING_KINDS;

/** The codes of all findings that the parser reports. */
export const FINDING_CODES = Object.keys(FINDING_KINDS) as readonly FindingCode[];

/** Whether `code` is the code of a parser finding. */
export function isFindingCode(code: string): code is FindingCode {
  return Object.hasOwn(FINDING_KINDS, code);
}

type With<Key extends keyof FindingDetails> = Required<Pick<FindingDetails, Key>>;

/** The data of findings, by code. Repairs and lint rules read it from here, never from the message. */
export interface FindingData {
  'missing-block': With<'tag'>;
  'duplicate-block': With<'tag'>;
  'doubled-opening': With<'tag'>;
  'doubled-closing': With<'tag'>;
  'closing-without-opening': With<'tag'>;
  'missing-opening': With<'tag'>;
  'missing-closing': With<'tag'>;
  'wrong-order': With<'tag' | 'before'>;
  'empty-block': With<'tag'>;
  'foreign-tag': With<'tag'>;
  'mentioned-tag': With<'tag'>;
  'unknown-tool': With<'tool'>;
  'tool-not-offered': With<'tool'>;
  'tool-not-defined': With<'tool'>;
  'unknown-attribute': With<'attribute'>;
  'repeated-attribute': With<'attribute'>;
  'mismatched-quotes': With<'attribute'>;
  'unclosed-quote': With<'attribute'>;
  'unquoted-attribute': With<'attribute'>;
  'quote-in-attribute': With<'attribute'>;
  'tool-without-args': With<'args'>;
  'empty-args': With<'args'>;
  'image-not-in-think': With<'image'>;
  'evidence-missing': With<'image'>;
  'evidence-doubled': With<'image'>;
  'average-wrong': With<'average'>;
}

/** Creates a finding with the severity of its code and the data that its code requires. */
export function finding<C extends FindingCode>(
  code: C,
  span: Span,
  message: string,
  ...[data]: C extends keyof FindingData ? [data: FindingData[C]] : []
): Finding {
  return {
    code,
    severity: FINDING_KINDS[code].severity,
    span: { start: span.start, end: span.end },
    message,
    ...(data === undefined ? {} : { data }),
  };
}

/** The data of a finding with code `code` that the parser reported; null for other findings. */
export function findingData<C extends keyof FindingData>(found: Finding, code: C): FindingData[C] | null {
  // `finding` stored the data that this code requires.
  return found.code === code && found.data !== undefined ? (found.data as FindingData[C]) : null;
}
