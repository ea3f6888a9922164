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

const error = (check: CheckCode, description: string): FindingKind => ({
  severity: 'error',
  check,
  description,
});
const warning = (check: CheckCode, description: string): FindingKind => ({
  severity: 'warning',
  check,
  description,
});
const information = (check: CheckCode, description: string): FindingKind => ({
  severity: 'information',
  check,
  description,
});

/** Every finding that the parser reports, by code. */
export const FINDING_KINDS = {
  'missing-block': error('blocks-present', 'A block that the dialect asks for is missing.'),
  'duplicate-block': error('blocks-once', 'A block occurs more than once.'),
  'doubled-opening': error('blocks-once', 'A block is opened again before it is closed.'),
  'doubled-closing': error('blocks-once', 'A block is closed again.'),
  'closing-without-opening': error('blocks-once', 'A closing tag has no opening tag.'),
  'mentioned-tag': error(
    'blocks-once',
    'A tag is mentioned in running text, and the reward reads it as a tag.',
  ),
  'missing-opening': error('blocks-closed', 'A block is closed but was never opened.'),
  'missing-closing': error('blocks-closed', 'A block is not closed.'),
  'wrong-order': error('blocks-in-order', 'A block comes before one that should precede it.'),
  'empty-block': warning('blocks-filled', 'A block is empty.'),
  'half-written-tag': error('tags-whole', 'The text ends in the middle of a tag.'),
  'unfinished-tag': error('tags-whole', 'A tag ends before its >.'),
  'tag-case': information('tags-plain', 'A tag is written in uppercase.'),
  'tag-case-unread': error('tags-plain', 'A tag is written in uppercase, so the reward does not see it.'),
  'tag-spacing': error('tags-plain', 'A tag contains white space, so the reward does not see it.'),
  'tag-attributes': error('tags-plain', 'A block has attributes, so the reward does not see it.'),
  'self-closing-tag': error('tags-plain', 'The tag of a block is self-closing.'),
  'foreign-tag': warning('tags-of-dialect', 'A tag belongs to another dialect.'),
  'tool-in-dialect-without-tools': warning(
    'tags-of-dialect',
    'The dialect has no tool calls, but the response contains one.',
  ),
  'text-outside-tags': warning('nothing-outside', 'There is text outside the blocks.'),
  'fenced-block': information('not-fenced', 'The response is in a fenced code block.'),
  'no-tools': warning('tools-present', 'The block for tool calls contains none.'),
  'tool-not-closed': error('tools-closed', 'A tool call is not closed.'),
  'self-closing-tool': error('tools-closed', 'The tag of a tool call is self-closing.'),
  'stray-tool-closing': warning('tools-closed', 'A closing tag of a tool call has no opening tag.'),
  'tool-outside-description': error('tools-in-place', 'A tool call is outside the block for tool calls.'),
  'tool-without-name': error('tools-known', 'A tool call has no name.'),
  'unknown-tool': error('tools-known', 'A tool is called that the prompt does not offer.'),
  'tool-not-offered': information(
    'tools-known',
    'A tool is called that the dialect accepts but the prompt does not offer.',
  ),
  'too-many-tools': warning(
    'tools-few',
    'There are more tool calls than the reward accepts without a deduction.',
  ),
  'mismatched-quotes': information(
    'attributes-readable',
    'A value begins with one kind of quote and ends with the other.',
  ),
  'unclosed-quote': error('attributes-readable', "An attribute's value has no closing quote."),
  'unquoted-attribute': error('attributes-readable', "An attribute's value has no quotes."),
  'quote-in-attribute': error(
    'attributes-readable',
    "A quote inside an attribute's value hides the call from the reward.",
  ),
  'attribute-order': error('attributes-readable', 'args comes before name.'),
  'unknown-attribute': error('attributes-readable', 'A tool call has an unknown attribute.'),
  'repeated-attribute': error('attributes-readable', 'An attribute occurs twice.'),
  'attribute-spacing': error(
    'attributes-readable',
    'There is too little or too much white space around an attribute.',
  ),
  'tool-tag-unread': error('attributes-readable', 'The reward cannot read the tag of a tool call.'),
  'tool-without-args': error('args-filled', 'A tool call has no args.'),
  'empty-args': error('args-filled', 'The args of a tool call are empty.'),
  'args-without-image': warning('images-named', 'The args of a tool call name no image.'),
  'args-image-not-first': warning('images-named', 'The args of a tool call do not begin with the image.'),
  'image-reference-unread': warning(
    'images-named',
    'An image is referred to in a way that the reward does not recognize.',
  ),
  'image-out-of-range': error('images-in-range', 'An image is named that the request does not have.'),
  'think-image-out-of-range': warning(
    'images-in-range',
    'think names an image that the request does not have.',
  ),
  'image-not-in-think': warning('images-in-think', 'A tool call uses an image that think does not name.'),
  'empty-observation': warning('observations-filled', 'A tool call has no observation.'),
  'turn-without-think': error('turns-whole', 'A turn does not begin with reasoning.'),
  'turn-without-action': error('turns-whole', 'A turn ends without an action.'),
  'block-after-end': error('turns-whole', 'A block comes after the one that ends the trajectory.'),
  'too-many-turns': error('turns-few', 'There are more turns than the environment allows.'),
  'no-search': warning('searches-made', 'The trajectory has no search, without which the reward is 0.'),
  'call-without-observation': warning('calls-answered', 'The environment has not answered a call.'),
  'observation-without-call': error('calls-answered', 'There is a result of the environment without a call.'),
  'call-broken': error('calls-readable', 'A call cannot be read as JSON.'),
  'call-incomplete': error('calls-readable', 'A call has no name or lacks an argument.'),
  'unknown-function': error('calls-readable', 'A function is called that the environment does not have.'),
  'boxes-broken': error('boxes-readable', 'Boxes cannot be read as JSON.'),
  'boxes-fenced': error('boxes-readable', 'Boxes are in a fenced code block, which the reward cannot read.'),
  'entry-without-box': warning(
    'boxes-readable',
    'An entry in a list of boxes has no box, so the reward skips it.',
  ),
  'entry-not-object': error('boxes-readable', 'An entry in a list of boxes is not an object.'),
  'box-malformed': error('boxes-sound', 'A box does not consist of four numbers that the tool accepts.'),
  'box-inverted': error('boxes-sound', 'A box ends before it begins.'),
  'box-not-in-pixels': warning('boxes-sound', 'A box seems to be normalized, but pixels are required.'),
  'box-taken-for-pixels': error(
    'boxes-sound',
    'A normalized box has a number of 1 or more, so the tool reads it as pixels.',
  ),
  'box-without-image': error('boxes-sound', 'A box comes before any image.'),
  'evidence-missing': error('evidence-by-image', 'An image has no line of evidence.'),
  'evidence-doubled': error('evidence-by-image', 'An image has two lines of evidence.'),
  'evidence-out-of-order': warning(
    'evidence-by-image',
    'The lines of evidence are not in the order of the images.',
  ),
  'evidence-empty': warning('evidence-by-image', 'A line of evidence is empty.'),
  'evidence-unread': error('evidence-readable', 'The reward does not recognize an item of evidence here.'),
  'evidence-cut': warning('evidence-readable', 'The reward ends an item of evidence early.'),
  'text-before-evidence': warning('evidence-readable', 'Text in evidence belongs to no image.'),
  'mark-in-observe': warning('evidence-readable', 'observe contains a mark of evidence, which costs 1.'),
  'think-is-answer': warning('answer-supported', 'think has the same text as answer, which costs 1.'),
  'answer-without-evidence': warning(
    'answer-supported',
    'There is an answer although no image has evidence.',
  ),
  'missing-answer': error('answer-boxed', 'There is no boxed answer.'),
  'answer-not-closed': error('answer-boxed', 'A boxed answer is not closed.'),
  'answers-differ': warning('answer-boxed', 'There are different boxed answers; the last one counts.'),
  'verdict-unread': error('verdicts-readable', 'There is a verdict that the program does not recognize.'),
  'score-missing': error('scores-complete', 'A line of the judge is missing.'),
  'score-doubled': error('scores-complete', 'A line of the judge occurs twice.'),
  'score-order': information('scores-complete', 'The lines of the judge are out of order.'),
  'score-unread': error('scores-sound', 'A line of the judge has no number or is empty.'),
  'score-out-of-range': error('scores-sound', 'A score is not a whole number from 1 to 5.'),
  'average-wrong': error('scores-sound', 'The average does not match the scores.'),
  'definition-malformed': error('tools-defined', 'The definition of a tool lacks a field.'),
  'definition-doubled': warning('tools-defined', 'A tool is defined that is already known.'),
  'definition-late': warning('tools-defined', 'A tool is defined after the first tool call.'),
  'definition-unused': warning('tools-defined', 'A tool is defined but not used.'),
  'tool-not-defined': error('tools-defined', 'A tool is used that is neither in the pool nor defined.'),
  'no-tool-use': warning('tools-defined', 'No tool is used.'),
  'missing-end-of-tools': error('tools-ended', 'END_OF_TOOLS is missing.'),
  'text-after-tools': warning('tools-ended', 'There is text after END_OF_TOOLS.'),
} as const satisfies Record<string, FindingKind>;

export type FindingCode = keyof typeof FINDING_KINDS;

/** The codes of all findings that the parser reports, each with a one-line description. */
export const FINDING_CODES: readonly { readonly code: FindingCode; readonly description: string }[] = (
  Object.keys(FINDING_KINDS) as FindingCode[]
).map((code) => ({ code, description: FINDING_KINDS[code].description }));

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
