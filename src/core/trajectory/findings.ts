import type { Finding, FindingDetails, Severity, Span } from '../span.ts';

/** The severity of every finding that the parser reports, by code. */
export const FINDING_SEVERITIES = {
  'missing-block': 'error',
  'duplicate-block': 'error',
  'doubled-opening': 'error',
  'doubled-closing': 'error',
  'closing-without-opening': 'error',
  'mentioned-tag': 'error',
  'missing-opening': 'error',
  'missing-closing': 'error',
  'wrong-order': 'error',
  'empty-block': 'warning',
  'half-written-tag': 'error',
  'unfinished-tag': 'error',
  'tag-case': 'information',
  'tag-case-unread': 'error',
  'tag-spacing': 'error',
  'tag-attributes': 'error',
  'self-closing-tag': 'error',
  'foreign-tag': 'warning',
  'tool-in-dialect-without-tools': 'warning',
  'text-outside-tags': 'warning',
  'fenced-block': 'information',
  'no-tools': 'warning',
  'tool-not-closed': 'error',
  'self-closing-tool': 'error',
  'stray-tool-closing': 'warning',
  'tool-outside-description': 'error',
  'tool-without-name': 'error',
  'unknown-tool': 'error',
  'tool-not-offered': 'information',
  'too-many-tools': 'warning',
  'mismatched-quotes': 'information',
  'unclosed-quote': 'error',
  'unquoted-attribute': 'error',
  'quote-in-attribute': 'error',
  'attribute-order': 'error',
  'unknown-attribute': 'error',
  'repeated-attribute': 'error',
  'attribute-spacing': 'error',
  'tool-tag-unread': 'error',
  'tool-without-args': 'error',
  'empty-args': 'error',
  'args-without-image': 'warning',
  'args-image-not-first': 'warning',
  'image-reference-unread': 'warning',
  'image-out-of-range': 'error',
  'think-image-out-of-range': 'warning',
  'image-not-in-think': 'warning',
  'empty-observation': 'warning',
  'turn-without-think': 'error',
  'turn-without-action': 'error',
  'block-after-end': 'error',
  'too-many-turns': 'error',
  'no-search': 'warning',
  'call-without-observation': 'warning',
  'observation-without-call': 'error',
  'call-broken': 'error',
  'call-incomplete': 'error',
  'unknown-function': 'error',
  'boxes-broken': 'error',
  'boxes-fenced': 'error',
  'entry-without-box': 'warning',
  'entry-not-object': 'error',
  'box-malformed': 'error',
  'box-inverted': 'error',
  'box-not-in-pixels': 'warning',
  'box-taken-for-pixels': 'error',
  'box-without-image': 'error',
  'evidence-missing': 'error',
  'evidence-doubled': 'error',
  'evidence-out-of-order': 'warning',
  'evidence-empty': 'warning',
  'evidence-unread': 'error',
  'evidence-cut': 'warning',
  'text-before-evidence': 'warning',
  'mark-in-observe': 'warning',
  'think-is-answer': 'warning',
  'answer-without-evidence': 'warning',
  'missing-answer': 'error',
  'answer-not-closed': 'error',
  'answers-differ': 'warning',
  'verdict-unread': 'error',
  'score-missing': 'error',
  'score-doubled': 'error',
  'score-order': 'information',
  'score-unread': 'error',
  'score-out-of-range': 'error',
  'average-wrong': 'error',
  'definition-malformed': 'error',
  'definition-doubled': 'warning',
  'definition-late': 'warning',
  'definition-unused': 'warning',
  'tool-not-defined': 'error',
  'no-tool-use': 'warning',
  'missing-end-of-tools': 'error',
  'text-after-tools': 'warning',
} as const satisfies Record<string, Severity>;

export type FindingCode = keyof typeof FINDING_SEVERITIES;

/** The codes of all findings that the parser reports. */
export const FINDING_CODES = Object.keys(FINDING_SEVERITIES) as readonly FindingCode[];

/** Whether `code` is the code of a parser finding. */
export function isFindingCode(code: string): code is FindingCode {
  return Object.hasOwn(FINDING_SEVERITIES, code);
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
    severity: FINDING_SEVERITIES[code],
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
