import { t } from '@vscode/l10n';
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

/** The severity, rule and description that all findings with a code share. */
export interface FindingKind {
  readonly severity: Severity;
  /** The rule that the finding breaks. */
  readonly check: CheckCode;
  /** One line: what it means. */
  readonly description: string;
}

const kind = (severity: Severity, check: CheckCode, description: () => string): FindingKind => ({
  severity,
  check,
  get description() {
    return description();
  },
});
const error = (check: CheckCode, description: () => string): FindingKind => kind('error', check, description);
const warning = (check: CheckCode, description: () => string): FindingKind =>
  kind('warning', check, description);
const information = (check: CheckCode, description: () => string): FindingKind =>
  kind('information', check, description);

/** Every finding that the parser reports, by code. */
export const FINDING_KINDS = {
  'missing-block': error('blocks-present', () => t('A block that the dialect asks for is missing.')),
  'duplicate-block': error('blocks-once', () => t('A block occurs more than once.')),
  'doubled-opening': error('blocks-once', () => t('A block is opened again before it is closed.')),
  'doubled-closing': error('blocks-once', () => t('A block is closed again.')),
  'closing-without-opening': error('blocks-once', () => t('A closing tag has no opening tag.')),
  'mentioned-tag': error('blocks-once', () =>
    t('A tag is mentioned in running text, and the reward reads it as a tag.'),
  ),
  'missing-opening': error('blocks-closed', () => t('A block is closed but was never opened.')),
  'missing-closing': error('blocks-closed', () => t('A block is not closed.')),
  'wrong-order': error('blocks-in-order', () => t('A block comes before one that should precede it.')),
  'empty-block': warning('blocks-filled', () => t('A block is empty.')),
  'half-written-tag': error('tags-whole', () => t('The text ends in the middle of a tag.')),
  'unfinished-tag': error('tags-whole', () => t('A tag has no closing `>`.')),
  'tag-case': information('tags-plain', () => t('A tag is written in uppercase.')),
  'tag-case-unread': error('tags-plain', () =>
    t('A tag is written in uppercase, so the reward does not see it.'),
  ),
  'tag-spacing': error('tags-plain', () => t('A tag contains white space, so the reward does not see it.')),
  'tag-attributes': error('tags-plain', () => t('A block has attributes, so the reward does not see it.')),
  'self-closing-tag': error('tags-plain', () => t('The tag of a block is self-closing.')),
  'foreign-tag': warning('tags-of-dialect', () => t('A tag belongs to another dialect.')),
  'tool-in-dialect-without-tools': warning('tags-of-dialect', () =>
    t('The dialect has no tool calls, but the response contains one.'),
  ),
  'text-outside-tags': warning('nothing-outside', () => t('There is text outside the blocks.')),
  'fenced-block': information('not-fenced', () => t('The response is in a fenced code block.')),
  'no-tools': warning('tools-present', () => t('The block for tool calls contains none.')),
  'tool-not-closed': error('tools-closed', () => t('A tool call is not closed.')),
  'self-closing-tool': error('tools-closed', () => t('The tag of a tool call is self-closing.')),
  'stray-tool-closing': warning('tools-closed', () => t('A closing tag of a tool call has no opening tag.')),
  'tool-outside-description': error('tools-in-place', () =>
    t('A tool call is outside the block for tool calls.'),
  ),
  'tool-without-name': error('tools-known', () => t('A tool call has no name.')),
  'unknown-tool': error('tools-known', () => t('A call names a tool that the prompt does not offer.')),
  'tool-not-offered': information('tools-known', () =>
    t('A call names a tool that the dialect accepts but the prompt does not offer.'),
  ),
  'too-many-tools': warning('tools-few', () =>
    t('There are more tool calls than the reward accepts without a deduction.'),
  ),
  'mismatched-quotes': information('attributes-readable', () =>
    t('A value begins with one kind of quote and ends with the other.'),
  ),
  'unclosed-quote': error('attributes-readable', () => t("An attribute's value has no closing quote.")),
  'unquoted-attribute': error('attributes-readable', () => t("An attribute's value has no quotes.")),
  'quote-in-attribute': error('attributes-readable', () =>
    t("A quote inside an attribute's value hides the call from the reward."),
  ),
  'attribute-order': error('attributes-readable', () => t('args comes before name.')),
  'unknown-attribute': error('attributes-readable', () => t('A tool call has an unknown attribute.')),
  'repeated-attribute': error('attributes-readable', () => t('An attribute occurs twice.')),
  'attribute-spacing': error('attributes-readable', () =>
    t('There is too little or too much white space around an attribute.'),
  ),
  'tool-tag-unread': error('attributes-readable', () => t('The reward cannot read the tag of a tool call.')),
  'tool-without-args': error('args-filled', () => t('A tool call has no args.')),
  'empty-args': error('args-filled', () => t('The args of a tool call are empty.')),
  'args-without-image': warning('images-named', () => t('The args of a tool call name no image.')),
  'args-image-not-first': warning('images-named', () =>
    t('The args of a tool call do not begin with the image.'),
  ),
  'image-reference-unread': warning('images-named', () =>
    t('An image is referred to in a way that the reward does not recognize.'),
  ),
  'image-out-of-range': error('images-in-range', () =>
    t('The response names an image that the request does not have.'),
  ),
  'think-image-out-of-range': warning('images-in-range', () =>
    t('`<think>` names an image that the request does not have.'),
  ),
  'image-not-in-think': warning('images-in-think', () =>
    t('A tool call uses an image that `<think>` does not name.'),
  ),
  'empty-observation': warning('observations-filled', () => t('A tool call has no observation.')),
  'turn-without-think': error('turns-whole', () => t('A turn does not begin with reasoning.')),
  'turn-without-action': error('turns-whole', () => t('A turn ends without an action.')),
  'block-after-end': error('turns-whole', () => t('A block comes after the one that ends the trajectory.')),
  'too-many-turns': error('turns-few', () => t('There are more turns than the environment allows.')),
  'no-search': warning('searches-made', () => t('The trajectory has no search, so the reward is 0.')),
  'call-without-observation': warning('calls-answered', () => t('The environment has not answered a call.')),
  'observation-without-call': error('calls-answered', () =>
    t('There is a result from the environment without a call.'),
  ),
  'call-broken': error('calls-readable', () => t('A call cannot be read as JSON.')),
  'call-incomplete': error('calls-readable', () => t('A call has no name or lacks an argument.')),
  'unknown-function': error('calls-readable', () =>
    t('A call names a function that the environment does not have.'),
  ),
  'boxes-broken': error('boxes-readable', () => t('Boxes cannot be read as JSON.')),
  'boxes-fenced': error('boxes-readable', () =>
    t('Boxes are in a fenced code block, which the reward cannot read.'),
  ),
  'entry-without-box': warning('boxes-readable', () =>
    t('An entry in a list of boxes has no box, so the reward skips it.'),
  ),
  'entry-not-object': error('boxes-readable', () => t('An entry in a list of boxes is not an object.')),
  'box-malformed': error('boxes-sound', () =>
    t('A box does not consist of four numbers that the tool accepts.'),
  ),
  'box-inverted': error('boxes-sound', () => t('A box ends before it begins.')),
  'box-not-in-pixels': warning('boxes-sound', () =>
    t('A box seems to be normalized, but pixels are required.'),
  ),
  'box-taken-for-pixels': error('boxes-sound', () =>
    t('A normalized box has a number of 1 or more, so the tool reads it as pixels.'),
  ),
  'box-without-image': error('boxes-sound', () => t('A box comes before any image.')),
  'evidence-missing': error('evidence-by-image', () => t('An image has no line of evidence.')),
  'evidence-doubled': error('evidence-by-image', () => t('An image has two lines of evidence.')),
  'evidence-out-of-order': warning('evidence-by-image', () =>
    t('The lines of evidence are not in the order of the images.'),
  ),
  'evidence-empty': warning('evidence-by-image', () => t('A line of evidence is empty.')),
  'evidence-unread': error('evidence-readable', () =>
    t('The reward does not recognize an item of evidence here.'),
  ),
  'evidence-cut': warning('evidence-readable', () => t('The reward ends an item of evidence early.')),
  'text-before-evidence': warning('evidence-readable', () => t('Text in evidence belongs to no image.')),
  'mark-in-observe': warning('evidence-readable', () =>
    t('`<observe>` contains a mark of evidence, which costs 1.'),
  ),
  'think-is-answer': warning('answer-supported', () =>
    t('`<think>` has the same text as `<answer>`, which costs 1.'),
  ),
  'answer-without-evidence': warning('answer-supported', () =>
    t('There is an answer although no image has evidence.'),
  ),
  'missing-answer': error('answer-boxed', () => t('There is no boxed answer.')),
  'answer-not-closed': error('answer-boxed', () => t('A boxed answer is not closed.')),
  'answers-differ': warning('answer-boxed', () =>
    t('The boxed answers differ, and only the last one counts.'),
  ),
  'verdict-unread': error('verdicts-readable', () =>
    t('There is a verdict that the program does not recognize.'),
  ),
  'score-missing': error('scores-complete', () => t('A line of the judge is missing.')),
  'score-doubled': error('scores-complete', () => t('A line of the judge occurs twice.')),
  'score-order': information('scores-complete', () => t('The lines of the judge are out of order.')),
  'score-unread': error('scores-sound', () => t('A line of the judge has no number or is empty.')),
  'score-out-of-range': error('scores-sound', () => t('A score is not a whole number from 1 to 5.')),
  'average-wrong': error('scores-sound', () => t('The average does not match the scores.')),
  'definition-malformed': error('tools-defined', () => t('The definition of a tool lacks a field.')),
  'definition-doubled': warning('tools-defined', () =>
    t('A definition repeats a tool that is already known.'),
  ),
  'definition-late': warning('tools-defined', () => t('A tool is defined after the first tool call.')),
  'definition-unused': warning('tools-defined', () => t('A tool is defined but not used.')),
  'tool-not-defined': error('tools-defined', () =>
    t('A call uses a tool that is neither in the pool nor defined.'),
  ),
  'no-tool-use': warning('tools-defined', () => t('No tool is used.')),
  'missing-end-of-tools': error('tools-ended', () => t('END_OF_TOOLS is missing.')),
  'text-after-tools': warning('tools-ended', () => t('There is text after END_OF_TOOLS.')),
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
