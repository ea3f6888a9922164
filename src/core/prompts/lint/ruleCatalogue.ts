import type { Severity } from '../../span.ts';

/** The description of a rule, for lists, hovers, and SARIF. */
export interface RuleAbout {
  /** A few words, as in a heading. */
  readonly title: string;
  readonly severity: Severity;
  /** Whether the severity follows from what a response loses; `severity` then applies where that is not known. */
  readonly byLoss?: true;
  /** Another severity that some of its findings have, and when; left out if all have the same. */
  readonly otherwise?: { readonly severity: Severity; readonly when: string };
  /** One sentence: why it matters. */
  readonly why: string;
}

/**
 * Every rule of the prompt lint. `docs/lint/<code>.md` describes each in more detail, with a prompt before and after.
 */
export const RULES = {
  'tag-unknown': {
    title: 'A tag that the reward does not know',
    severity: 'warning',
    byLoss: true,
    why: 'What a model writes into a tag that the reward does not read earns nothing, and can cost the format.',
  },
  'tag-missing': {
    title: 'A tag that the prompt never names',
    severity: 'warning',
    byLoss: true,
    why: 'A model that is not told of a tag does not write it, and the reward pays nothing for what it needs there.',
  },
  'tag-mismatch': {
    title: 'A tag that is asked for and shown under two names',
    severity: 'warning',
    byLoss: true,
    otherwise: { severity: 'warning', when: 'where the prompt has no reward' },
    why: 'Models follow one of the two names, and the reward pays for only one of them.',
  },
  'tag-case': {
    title: 'A tag in another case',
    severity: 'warning',
    byLoss: true,
    why: 'The reward compares tags letter by letter, and a tag in another case is another tag to it.',
  },
  'format-shown': {
    title: 'A form that the reward refuses',
    severity: 'warning',
    byLoss: true,
    otherwise: { severity: 'information', when: 'for a code fence around an example' },
    why: 'Models copy the form that a prompt shows; one that the reward does not take costs it in every response.',
  },
  'tool-refused': {
    title: 'A tool that the reward refuses',
    severity: 'warning',
    byLoss: true,
    why: 'Every use of a tool that the reward does not know is deducted.',
  },
  'tool-not-offered': {
    title: 'A tool that is not offered',
    severity: 'information',
    otherwise: {
      severity: 'warning',
      when: 'where none is offered, or one that the front matter names is not printed',
    },
    why: 'The reward takes the tool, but a model that is never told of it does not use it.',
  },
  'tool-call-unseen': {
    title: 'A tool call that the reward cannot see',
    severity: 'warning',
    byLoss: true,
    why: 'The reward finds tool calls with a pattern; one that it does not match earns nothing, however right it is.',
  },
  'tool-limit': {
    title: 'More tool calls than are paid',
    severity: 'warning',
    byLoss: true,
    why: 'The reward deducts from responses with more tool calls than it takes; a prompt that asks for more trains against it.',
  },
  'args-convention': {
    title: 'Args in another convention',
    severity: 'warning',
    byLoss: true,
    otherwise: { severity: 'information', when: 'where only list and example differ' },
    why: 'Tool list, examples and reward must agree on what args look like, or the model learns what is deducted.',
  },
  'example-deduction': {
    title: 'An example that is not paid in full',
    severity: 'warning',
    byLoss: true,
    why: 'Models follow examples more closely than words: what costs an example costs the responses after it.',
  },
  'image-count-fixed': {
    title: 'A number of images that is written out',
    severity: 'warning',
    why: 'The number of images varies from question to question; a number in the text is wrong for all others.',
  },
  'line-break-escaped': {
    title: 'A line break that is written as \\n',
    severity: 'warning',
    why: 'The model reads a backslash and an n; tags and steps that were meant to be on lines of their own run together.',
  },
  'output-length': {
    title: 'A length that the reward punishes',
    severity: 'warning',
    byLoss: true,
    otherwise: { severity: 'information', when: 'for words such as “as detailed as possible”' },
    why: 'The reward takes responses of a certain length only; a prompt that asks for another trains against it.',
  },
  'variable-unfilled': {
    title: 'A variable that is never filled',
    severity: 'error',
    why: 'Nothing fills it, so the model reads a gap, or the name of the variable instead of its value.',
  },
  'front-matter-sent': {
    title: 'A front matter that the model reads',
    severity: 'error',
    why: 'The trainer renders the whole file, so the settings between the dashes become part of every prompt.',
  },
  'trainer-default': {
    title: 'A default that the trainer causes',
    severity: 'information',
    otherwise: {
      severity: 'warning',
      when: 'or error, by its loss, for an example that loses by it, and for what the reward cannot do without',
    },
    why: 'The reward takes a default for what the trainer does not pass, and responses can lose by it.',
  },
  'question-missing': {
    title: 'No place for the question',
    severity: 'error',
    why: 'The template never prints the question, so the model is not asked anything.',
  },
  'jinja-construct': {
    title: 'A Jinja construct that renders otherwise',
    severity: 'error',
    why: 'It is not rendered here as Jinja2 renders it where the model is trained, or not at all.',
  },
  'no-room': {
    title: 'No room for the answer',
    severity: 'warning',
    why: 'Prompt, images and answer share the length of the model; what does not fit is cut off or refused.',
  },
  'reward-unclear': {
    title: 'The reward is not certain',
    severity: 'information',
    otherwise: { severity: 'error', when: 'with `--require-reward`' },
    why: 'The prompt names no reward, and its tags do not identify one, so it is not checked against a reward.',
  },
  'front-matter': {
    title: 'Settings that cannot be used',
    severity: 'warning',
    otherwise: { severity: 'error', when: 'for YAML that is not valid, and values that cannot be used' },
    why: 'A key or value that PageTrace does not know changes nothing about how the prompt is used.',
  },
} as const satisfies Record<string, RuleAbout>;

/**
 * The severity of a finding about which it is known what a response with it loses: an error for at least half of what
 * the reward can pay, a warning for less, information for nothing.
 */
export function severityOfLoss(loss: number, most: number): Severity {
  if (loss < 1e-9) return 'information';
  return loss >= most / 2 - 1e-9 ? 'error' : 'warning';
}

/** Code of a rule of the prompt lint. */
export type RuleCode = keyof typeof RULES;

/** All codes, in the order in which they are listed for a person. */
export const RULE_CODES = Object.keys(RULES) as readonly RuleCode[];

/** Whether `code` is the code of a rule of the prompt lint. */
export function isRuleCode(code: string): code is RuleCode {
  return Object.hasOwn(RULES, code);
}
