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
    /** Completes a sentence about the response: `with nothing between the tags`. */
    readonly how: string;
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
  const changed = CHANGES.flatMap(({ how, change }) => {
    const made = change(response);
    return made === response ? [] : [{ how, response: made, truths: truthsOf(made) }];
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
  readonly how: string;
  readonly change: (response: string) => string;
}

const trimAnswer = (text: string): string =>
  text.replace(/(<answer>)\s*([\s\S]*?)\s*(<\/answer>)/i, '$1$2$3');

/** Changes of the white space between tags. */
const GAPS: readonly Change[] = [
  {
    how: 'with one line feed between the tags',
    change: (text) => text.replaceAll(/(<\/[\w-]+>)\s*(?=<[\w-]+>)/g, '$1\n'),
  },
  {
    how: 'with nothing between the tags',
    change: (text) => text.replaceAll(/(<\/[\w-]+>)\s+(?=<[\w-]+>)/g, '$1'),
  },
];

/** Small changes that reward functions often pay for, in the order in which they are preferred. */
const CHANGES: readonly Change[] = [
  { how: 'without the white space around the answer', change: trimAnswer },
  ...GAPS,
  ...GAPS.map(({ how, change }) => ({
    how: `${how} and without the white space around the answer`,
    change: (text: string) => change(trimAnswer(text)),
  })),
  {
    how: 'with its tags in lower case',
    change: (text) => text.replaceAll(/<\/?[\w-]+/g, (tag) => tag.toLowerCase()),
  },
  {
    how: 'without the text around its tags',
    change: (text) => /<[\w-]+>[\s\S]*<\/[\w-]+>/.exec(text)?.[0] ?? text,
  },
  {
    how: 'with the answer in \\boxed{}',
    change: (text) =>
      BOXED.test(text)
        ? text
        : TAGGED_ANSWER.test(text)
          ? text.replace(/(<answer>)\s*([\s\S]*?)\s*(<\/answer>)(?![\s\S]*<answer>)/i, '$1\\boxed{$2}$3')
          : `${text}\n\\boxed{${ANSWER}}`,
  },
  {
    how: 'with the answer in <answer> instead of \\boxed{}',
    change: (text) => (TAGGED_ANSWER.test(text) ? text : text.replace(BOXED, '<answer>$1</answer>')),
  },
  {
    how: 'with the answer itself instead of \\boxed{}',
    change: (text) => (TAGGED_ANSWER.test(text) ? text.replace(BOXED, '$1') : text),
  },
  {
    how: 'with its reasoning in <think> before the rest',
    change: (text) => (/<think>/i.test(text) ? text : `<think>${FILLED['think'] ?? ''}</think>\n${text}`),
  },
];
