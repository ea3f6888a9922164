import { t } from '@vscode/l10n';
import type { Span } from '../../span.ts';
import type { Reading } from './reading/reading.ts';
import type { Shown } from './reading/shownParts.ts';

/** A response that is scored, with the ground truths that it may be compared with: forms of its own answer. */
export interface Trial {
  readonly response: string;
  readonly truths: readonly string[];
}

/** A response that is scored, and those that are scored if it could be: small changes of it. */
export interface TrialWithChanges extends Trial {
  readonly changed: readonly Trial[];
}

/** A response that a prompt shows or asks for, and what it would be with a small change. */
export interface ShownTrial extends Trial {
  /** An example, or a form whose placeholders are filled. */
  readonly kind: 'example' | 'form';
  /** In the rendered prompt. */
  readonly span: Span;
  readonly changed: readonly (Trial & {
    /** A sentence about what the changed response is paid. */
    readonly sayPaid: (paid: string) => string;
  })[];
}

/** The most examples and forms that are scored: a function of a person may be slow. */
const MOST_TRIALS = 20;

const ANSWER = '42';
/** The content of a form's tags, by their names; other tags contain a sentence. */
const FILLED: Readonly<Record<string, string>> = {
  think: 'Image 1 shows a table. Its last row says 42.',
  evidence: '[1]: the total of the table is 42 in the last row',
  answer: ANSWER,
};
const SENTENCE = 'The table says 42 in its last row.';

/** The responses that a prompt shows or asks for, as a person's own reward function can score them. */
export function findTrials(reading: Reading): readonly ShownTrial[] {
  const examples = reading.shown
    .filter(({ kind }) => kind === 'example')
    .map(({ span }) => trial('example', span, reading.text.slice(span.start, span.end)));
  const form = formTrial(reading);
  return [...(form === null ? [] : [form]), ...examples].slice(0, MOST_TRIALS);
}

/** A response in the form that a prompt describes; null if it describes none. */
function formTrial(reading: Reading): ShownTrial | null {
  const { text, shown, asked } = reading;
  const forms = shown.filter(({ kind }) => kind !== 'example');
  const names = new Set([
    ...forms.flatMap(({ blocks }) => blocks.map(({ name }) => name)),
    ...asked.map(({ name }) => name),
  ]);
  const ending = finalAnswer(text, [...names].some(isAnswer));
  const answer = /\\boxed\s*\{/.test(text) && ending === '' ? `\\boxed{${ANSWER}}` : ANSWER;
  const whole = forms.find(({ blocks }) =>
    [...names].every((name) => blocks.some((each) => each.name === name)),
  );
  if (whole !== undefined) return trial('form', whole.span, fillForm(text, whole, answer) + ending);
  if (names.size === 0 && ending === '') return null;
  const places = [...forms.map(({ span }) => span), ...asked.map(({ span }) => span)];
  const span = places.toSorted((a, b) => a.start - b.start)[0] ?? { start: 0, end: 0 };
  const tagged = [...names].map((name) => `<${name}>${contentOf(name, answer)}</${name}>`).join('\n');
  return trial('form', span, (tagged === '' ? SENTENCE : tagged) + ending);
}

const isAnswer = (name: string): boolean => name.toLowerCase() === 'answer';

/** How a response ends if the prompt asks for a final answer outside of tags; empty if it does not. */
function finalAnswer(text: string, isTagged: boolean): string {
  if (isTagged) return '';
  if (/\\boxed\s*\{/.test(text)) return `\n\\boxed{${ANSWER}}`;
  return text.includes('####') ? `\n#### ${ANSWER}` : '';
}

const contentOf = (name: string, answer: string): string =>
  isAnswer(name) ? answer : (FILLED[name.toLowerCase()] ?? SENTENCE);

/** A form as the prompt writes it, with its placeholders filled. */
function fillForm(text: string, { blocks }: Shown, answer: string): string {
  return blocks
    .map((block, index) => {
      const before = blocks[index - 1];
      const gap = before === undefined ? '' : text.slice(before.span.end, block.span.start);
      const content =
        block.kind === 'concrete'
          ? text.slice(block.content.start, block.content.end)
          : contentOf(block.name, answer);
      return `${/^\s*$/.test(gap) ? gap : '\n'}<${block.name}>${content}</${block.name}>`;
    })
    .join('');
}

function trial(kind: ShownTrial['kind'], span: Span, response: string): ShownTrial {
  const changed = CHANGES.flatMap(({ sayPaid, change }) => {
    const made = change(response);
    return made === response ? [] : [{ sayPaid, response: made, truths: truthsOf(made) }];
  });
  return { kind, span, response, truths: truthsOf(response), changed };
}

const BOXED = /\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}/;

/** A place between an opening and a closing answer tag. */
function answerSpan(text: string, isLast: boolean): Span | null {
  const opened = [...text.matchAll(/<answer>/gi)].map(({ 0: tag, index }) => index + tag.length);
  const start = opened[0];
  if (start === undefined) return null;
  const closed = /<\/answer>/gi;
  closed.lastIndex = (isLast ? opened.at(-1) : start) ?? start;
  const end = closed.exec(text)?.index;
  return end === undefined ? null : { start, end };
}

/** The text from the first opening answer tag to the closing tag after the last one; null if there is none. */
function taggedAnswer(text: string): string | null {
  const span = answerSpan(text, true);
  return span === null ? null : text.slice(span.start, span.end);
}

/** A text with another answer between its tags; the same text if it has none. */
function withAnswer(text: string, span: Span | null, change: (answer: string) => string): string {
  if (span === null) return text;
  const { start, end } = span;
  return text.slice(0, start) + change(text.slice(start, end).trim()) + text.slice(end);
}

/** The last line of a text after four hashes, which may end the line before it. */
function markedAnswer(text: string): string | undefined {
  const lines = text.trimEnd();
  const lineStart = Math.max(...['\n', '\r', '\u2028', '\u2029'].map((mark) => lines.lastIndexOf(mark))) + 1;
  const line = lines.slice(lineStart);
  if (lines.slice(0, lineStart).trimEnd().endsWith('####')) return line.trim();
  const at = line.indexOf('####');
  return at < 0 ? undefined : line.slice(at + 4).trim();
}

/** The forms in which a data set may have the answer of a response as its ground truth. */
function truthsOf(response: string): readonly string[] {
  const tagged = taggedAnswer(response)?.trim();
  const boxed = BOXED.exec(tagged ?? response)?.[1]?.trim();
  const marked = markedAnswer(response);
  const found = [boxed, marked, tagged].filter((each) => each !== undefined && each !== '');
  return found.length === 0 ? [response.trim()] : [...new Set(found as string[])];
}

interface Change {
  readonly sayPaid: (paid: string) => string;
  readonly change: (response: string) => string;
}

const trimAnswer = (text: string): string => withAnswer(text, answerSpan(text, false), (answer) => answer);

const oneLineFeed = (text: string): string => text.replaceAll(/(<\/[\w-]+>)\s*(?=<[\w-]+>)/g, '$1\n');
const noGaps = (text: string): string => text.replaceAll(/(<\/[\w-]+>)\s+(?=<[\w-]+>)/g, '$1');

/** A text from its first opening tag to its last closing one. */
function withoutTextAround(text: string): string {
  const first = /<[\w-]+>/.exec(text);
  const last = [...text.matchAll(/<\/[\w-]+>/g)].at(-1);
  if (first === null || last === undefined || last.index < first.index + first[0].length) return text;
  return text.slice(first.index, last.index + last[0].length);
}

/** Small changes that reward functions often pay for, in the order in which they are preferred. */
const CHANGES: readonly Change[] = [
  {
    sayPaid: (paid) => t('It pays {0} for the same without the white space around the answer.', paid),
    change: trimAnswer,
  },
  {
    sayPaid: (paid) => t('It pays {0} for the same with one line feed between the tags.', paid),
    change: oneLineFeed,
  },
  { sayPaid: (paid) => t('It pays {0} for the same with nothing between the tags.', paid), change: noGaps },
  {
    sayPaid: (paid) =>
      t(
        'It pays {0} for the same with one line feed between the tags and without the white space around the answer.',
        paid,
      ),
    change: (text) => oneLineFeed(trimAnswer(text)),
  },
  {
    sayPaid: (paid) =>
      t(
        'It pays {0} for the same with nothing between the tags and without the white space around the answer.',
        paid,
      ),
    change: (text) => noGaps(trimAnswer(text)),
  },
  {
    sayPaid: (paid) => t('It pays {0} for the same with its tags in lowercase.', paid),
    change: (text) => text.replaceAll(/<\/?[\w-]+/g, (tag) => tag.toLowerCase()),
  },
  {
    sayPaid: (paid) => t('It pays {0} for the same without the text around its tags.', paid),
    change: withoutTextAround,
  },
  {
    sayPaid: (paid) => t('It pays {0} for the same with the answer in \\boxed{}.', paid),
    change: (text) =>
      BOXED.test(text)
        ? text
        : taggedAnswer(text) !== null
          ? withAnswer(text, answerSpan(text, true), (answer) => `\\boxed{${answer}}`)
          : `${text}\n\\boxed{${ANSWER}}`,
  },
  {
    sayPaid: (paid) => t('It pays {0} for the same with the answer in <answer> instead of \\boxed{}.', paid),
    change: (text) => (taggedAnswer(text) !== null ? text : text.replace(BOXED, '<answer>$1</answer>')),
  },
  {
    sayPaid: (paid) => t('It pays {0} for the same with the answer itself instead of \\boxed{}.', paid),
    change: (text) => (taggedAnswer(text) !== null ? text.replace(BOXED, '$1') : text),
  },
  {
    sayPaid: (paid) => t('It pays {0} for the same with its reasoning in <think> before the rest.', paid),
    change: (text) => (/<think>/i.test(text) ? text : `<think>${FILLED['think'] ?? ''}</think>\n${text}`),
  },
];
