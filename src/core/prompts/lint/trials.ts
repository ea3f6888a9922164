import { t } from '@vscode/l10n';
import type { Span } from '../../span.ts';
import type { Reading } from './reading/reading.ts';
import type { Shown } from './reading/shownParts.ts';

/** A response that is scored, with the ground truths that it may be compared with: forms of its own answer. */
export interface Trial {
  readonly response: string;
  readonly truths: readonly string[];
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
const TAGGED_ANSWER = /<answer>([\s\S]*?)<\/answer>(?![\s\S]*<answer>)/i;

/** The forms in which a data set may have the answer of a response as its ground truth. */
function truthsOf(response: string): readonly string[] {
  const tagged = TAGGED_ANSWER.exec(response)?.[1]?.trim();
  const boxed = BOXED.exec(tagged ?? response)?.[1]?.trim();
  const marked = /####\s*(.+)\s*$/.exec(response)?.[1]?.trim();
  const found = [boxed, marked, tagged].filter((each) => each !== undefined && each !== '');
  return found.length === 0 ? [response.trim()] : [...new Set(found as string[])];
}

interface Change {
  readonly sayPaid: (paid: string) => string;
  readonly change: (response: string) => string;
}

const trimAnswer = (text: string): string =>
  text.replace(/(<answer>)\s*([\s\S]*?)\s*(<\/answer>)/i, '$1$2$3');

const oneLineFeed = (text: string): string => text.replaceAll(/(<\/[\w-]+>)\s*(?=<[\w-]+>)/g, '$1\n');
const noGaps = (text: string): string => text.replaceAll(/(<\/[\w-]+>)\s+(?=<[\w-]+>)/g, '$1');

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
    change: (text) => /<[\w-]+>[\s\S]*<\/[\w-]+>/.exec(text)?.[0] ?? text,
  },
  {
    sayPaid: (paid) => t('It pays {0} for the same with the answer in \\boxed{}.', paid),
    change: (text) =>
      BOXED.test(text)
        ? text
        : TAGGED_ANSWER.test(text)
          ? text.replace(/(<answer>)\s*([\s\S]*?)\s*(<\/answer>)(?![\s\S]*<answer>)/i, '$1\\boxed{$2}$3')
          : `${text}\n\\boxed{${ANSWER}}`,
  },
  {
    sayPaid: (paid) => t('It pays {0} for the same with the answer in <answer> instead of \\boxed{}.', paid),
    change: (text) => (TAGGED_ANSWER.test(text) ? text : text.replace(BOXED, '<answer>$1</answer>')),
  },
  {
    sayPaid: (paid) => t('It pays {0} for the same with the answer itself instead of \\boxed{}.', paid),
    change: (text) => (TAGGED_ANSWER.test(text) ? text.replace(BOXED, '$1') : text),
  },
  {
    sayPaid: (paid) => t('It pays {0} for the same with its reasoning in <think> before the rest.', paid),
    change: (text) => (/<think>/i.test(text) ? text : `<think>${FILLED['think'] ?? ''}</think>\n${text}`),
  },
];
