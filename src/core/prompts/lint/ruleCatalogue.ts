import { t } from '@vscode/l10n';
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
    get title() {
      return t('A tag that the reward does not read');
    },
    severity: 'warning',
    byLoss: true,
    get why() {
      return t(
        'What a model writes into a tag that the reward does not read earns nothing, and can cost the format.',
      );
    },
  },
  'tag-missing': {
    get title() {
      return t('A tag or mark that the prompt never names');
    },
    severity: 'warning',
    byLoss: true,
    get why() {
      return t(
        'A model writes a tag, or a mark such as `\\boxed{...}`, only if the prompt names it, and the reward pays nothing where it is missing.',
      );
    },
  },
  'tag-mismatch': {
    get title() {
      return t('A tag that is asked for under one name and shown under another');
    },
    severity: 'warning',
    byLoss: true,
    otherwise: {
      severity: 'warning',
      when: 'where the prompt has no reward',
    },
    get why() {
      return t('Models follow one of the two names, and the reward pays for only one of them.');
    },
  },
  'tag-case': {
    get title() {
      return t('A tag in the wrong case');
    },
    severity: 'warning',
    byLoss: true,
    get why() {
      return t('The reward compares tags letter by letter, so a tag in a different case is a different tag.');
    },
  },
  'format-shown': {
    get title() {
      return t('A form that the reward rejects');
    },
    severity: 'warning',
    byLoss: true,
    otherwise: {
      severity: 'information',
      when: 'for a code fence around an example',
    },
    get why() {
      return t(
        'Models copy the form that a prompt shows, so a form that the reward does not accept costs every response.',
      );
    },
  },
  'tool-refused': {
    get title() {
      return t('A tool that the reward rejects');
    },
    severity: 'warning',
    byLoss: true,
    get why() {
      return t('The reward deducts for every call of a tool that it does not accept.');
    },
  },
  'tool-not-offered': {
    get title() {
      return t('A tool that is not offered');
    },
    severity: 'information',
    otherwise: {
      severity: 'warning',
      when: 'where none is offered, or one that the front matter names is not printed',
    },
    get why() {
      return t('The reward accepts the tool, but a model that is never told about it does not use it.');
    },
  },
  'tool-call-unseen': {
    get title() {
      return t('A tool call that the reward cannot see');
    },
    severity: 'warning',
    byLoss: true,
    get why() {
      return t(
        'The reward finds tool calls with a pattern; a call that does not match it earns nothing, even if it is right.',
      );
    },
  },
  'tool-limit': {
    get title() {
      return t('More tool calls than the reward pays for');
    },
    severity: 'warning',
    byLoss: true,
    get why() {
      return t(
        'The reward deducts from responses with more tool calls than it accepts, so a prompt that asks for more works against it.',
      );
    },
  },
  'args-convention': {
    get title() {
      return t('Args that do not follow the convention');
    },
    severity: 'warning',
    byLoss: true,
    otherwise: {
      severity: 'information',
      when: 'where only list and example differ',
    },
    get why() {
      return t(
        'The tool list, the examples and the reward must agree on the form of args, or the model learns a form that the reward does not pay for.',
      );
    },
  },
  'example-deduction': {
    get title() {
      return t('An example that is not paid in full');
    },
    severity: 'warning',
    byLoss: true,
    get why() {
      return t(
        'Models follow examples more closely than instructions, so what costs an example costs the responses that copy it.',
      );
    },
  },
  'image-count-fixed': {
    get title() {
      return t('A fixed number of images');
    },
    severity: 'warning',
    get why() {
      return t(
        'The number of images varies from question to question, so a number in the text is wrong for all others.',
      );
    },
  },
  'line-break-escaped': {
    get title() {
      return t('An escape that is read differently');
    },
    severity: 'warning',
    get why() {
      return t(
        'The model reads a backslash and an n where a line break was meant, or a control character in place of the beginning of a command such as `\\boxed`.',
      );
    },
  },
  'output-length': {
    get title() {
      return t('A length that the reward penalizes');
    },
    severity: 'warning',
    byLoss: true,
    otherwise: {
      severity: 'information',
      when: 'for words such as “as detailed as possible”',
    },
    get why() {
      return t(
        'The reward pays in full only for responses of a certain length, so a prompt that asks for a different length works against it.',
      );
    },
  },
  'variable-unfilled': {
    get title() {
      return t('A variable that is never filled');
    },
    severity: 'error',
    get why() {
      return t('The model reads a gap, or the name of the variable, instead of its value.');
    },
  },
  'front-matter-sent': {
    get title() {
      return t('Front matter that the model reads');
    },
    severity: 'error',
    get why() {
      return t(
        'The trainer renders the whole file, so the settings between the dashes become part of every prompt.',
      );
    },
  },
  'trainer-default': {
    get title() {
      return t('A default that is used because of the trainer');
    },
    severity: 'information',
    otherwise: {
      severity: 'warning',
      when: 'or error, by its loss, for an example that loses by it, and for what the reward cannot do without',
    },
    get why() {
      return t('The reward uses a default for what the trainer does not pass, and responses can lose by it.');
    },
  },
  'question-missing': {
    get title() {
      return t('No place for the question');
    },
    severity: 'error',
    get why() {
      return t('The template never prints the question, so the model is not asked anything.');
    },
  },
  'jinja-construct': {
    get title() {
      return t('A Jinja construct that renders differently');
    },
    severity: 'error',
    get why() {
      return t('PageTrace does not render it, or not as Jinja2 does where the model is trained.');
    },
  },
  'no-room': {
    get title() {
      return t('No room for the answer');
    },
    severity: 'warning',
    get why() {
      return t(
        'The prompt, its images and the answer share the context of the model; what does not fit is cut off or rejected.',
      );
    },
  },
  'reward-unclear': {
    get title() {
      return t('The reward is not certain');
    },
    severity: 'information',
    otherwise: {
      severity: 'error',
      when: 'with `--require-reward`',
    },
    get why() {
      return t(
        'The prompt names no reward, and its tags do not identify one, so it is not checked against a reward.',
      );
    },
  },
  'front-matter': {
    get title() {
      return t('Settings that cannot be used');
    },
    severity: 'warning',
    otherwise: {
      severity: 'error',
      when: 'for YAML that is not valid, and values that cannot be used',
    },
    get why() {
      return t('A key or value that PageTrace does not recognize has no effect on how the prompt is used.');
    },
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
