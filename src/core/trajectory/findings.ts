import type { Finding, FindingDetails, Severity, Span } from '../span.ts';

// Names, because the minifier repeats a literal wherever it stands, in every script that has this table.
const ERROR = 'error';
const WARNING = 'warning';
const INFORMATION = 'information';

/** The severity of every finding that the parser reports, by code. */
export const FINDING_SEVERITIES = {
  'missing-block': ERROR,
  'duplicate-block': ERROR,
  'doubled-opening': ERROR,
  'doubled-closing': ERROR,
  'closing-without-opening': ERROR,
  'mentioned-tag': ERROR,
  'missing-opening': ERROR,
  'missing-closing': ERROR,
  'wrong-order': ERROR,
  'empty-block': WARNING,
  'half-written-tag': ERROR,
  'unfinished-tag': ERROR,
  'tag-case': INFORMATION,
  'tag-case-unread': ERROR,
  'tag-spacing': ERROR,
  'tag-attributes': ERROR,
  'self-closing-tag': ERROR,
  'foreign-tag': WARNING,
  'tool-in-dialect-without-tools': WARNING,
  'text-outside-tags': WARNING,
  'fenced-block': INFORMATION,
  'no-tools': WARNING,
  'tool-not-closed': ERROR,
  'self-closing-tool': ERROR,
  'stray-tool-closing': WARNING,
  'tool-outside-description': ERROR,
  'tool-without-name': ERROR,
  'unknown-tool': ERROR,
  'tool-not-offered': INFORMATION,
  'too-many-tools': WARNING,
  'mismatched-quotes': INFORMATION,
  'unclosed-quote': ERROR,
  'unquoted-attribute': ERROR,
  'quote-in-attribute': ERROR,
  'attribute-order': ERROR,
  'unknown-attribute': ERROR,
  'repeated-attribute': ERROR,
  'attribute-spacing': ERROR,
  'tool-tag-unread': ERROR,
  'tool-without-args': ERROR,
  'empty-args': ERROR,
  'args-without-image': WARNING,
  'args-image-not-first': WARNING,
  'image-reference-unread': WARNING,
  'image-out-of-range': ERROR,
  'think-image-out-of-range': WARNING,
  'image-not-in-think': WARNING,
  'empty-observation': WARNING,
  'turn-without-think': ERROR,
  'turn-without-action': ERROR,
  'block-after-end': ERROR,
  'too-many-turns': ERROR,
  'no-search': WARNING,
  'call-without-observation': WARNING,
  'observation-without-call': ERROR,
  'call-broken': ERROR,
  'call-incomplete': ERROR,
  'unknown-function': ERROR,
  'boxes-broken': ERROR,
  'boxes-fenced': ERROR,
  'entry-without-box': WARNING,
  'entry-not-object': ERROR,
  'box-malformed': ERROR,
  'box-inverted': ERROR,
  'box-not-in-pixels': WARNING,
  'box-taken-for-pixels': ERROR,
  'box-without-image': ERROR,
  'evidence-missing': ERROR,
  'evidence-doubled': ERROR,
  'evidence-out-of-order': WARNING,
  'evidence-empty': WARNING,
  'evidence-unread': ERROR,
  'evidence-cut': WARNING,
  'text-before-evidence': WARNING,
  'mark-in-observe': WARNING,
  'think-is-answer': WARNING,
  'answer-without-evidence': WARNING,
  'missing-answer': ERROR,
  'answer-not-closed': ERROR,
  'answers-differ': WARNING,
  'verdict-unread': ERROR,
  'score-missing': ERROR,
  'score-doubled': ERROR,
  'score-order': INFORMATION,
  'score-unread': ERROR,
  'score-out-of-range': ERROR,
  'average-wrong': ERROR,
  'definition-malformed': ERROR,
  'definition-doubled': WARNING,
  'definition-late': WARNING,
  'definition-unused': WARNING,
  'tool-not-defined': ERROR,
  'no-tool-use': WARNING,
  'missing-end-of-tools': ERROR,
  'text-after-tools': WARNING,
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
