import type { JsonObject } from '../json.ts';
import { sentence, space, tag, variation, WORDS } from './alphabets.ts';
import type { Choices } from './choices.ts';

/** A record for a reward that compares a short answer: tags or a box around it, and sometimes a broken form. */
export function publicRecord(choose: Choices): JsonObject {
  const reference = choose.chance(0.6) ? mathAnswer(choose) : sentence(choose, 3);
  const given = choose.chance(0.6) ? reference : mathAnswer(choose);
  const around = choose.chance(0.2) ? space(choose) : '';
  const answer = `${around}${given}${around}`;
  const written = choose.pick([
    `${tag(choose, 'answer', false)}${answer}${tag(choose, 'answer', true)}`,
    `\\boxed{${answer}}`,
    `#### ${answer}`,
    answer,
  ]);
  const think = choose.chance(0.8)
    ? `${tag(choose, 'think', false)}${sentence(choose, 3)}${tag(choose, 'think', true)}`
    : '';
  return {
    response: `${think}${choose.chance(0.1) ? 'x' : ''}${around}${written}`,
    ground_truth: reference,
    // An empty prompt says that the response is the whole text that Search-R1 reads.
    prompt: choose.chance(0.3) ? '' : null,
  };
}

function mathAnswer(choose: Choices): string {
  const [a, b] = [choose.below(20), 1 + choose.below(9)];
  return choose.pick([
    `${a}`,
    `-${a}.${b}`,
    `${a}/${b}`,
    `\\frac{${a}}{${b}}`,
    `(${a}, ${b}]`,
    `${a}\\sqrt{${b}}`,
    `${b},${String(a).padStart(3, '0')}`,
    `${b}x+${a}`,
    `${b}(x+${a})`,
    `${a} cm`,
  ]);
}

/** Pieces of answers that MATH's string comparison rewrites, removes, or fails on. */
const MATH_PIECES = [
  ...[
    '\\frac',
    '\\dfrac',
    '\\tfrac',
    '\\sqrt',
    '\\left',
    '\\right',
    '\\!',
    '\\\\',
    '\\$',
    '\\%',
    '\\\\%',
    '%',
  ],
  ...[
    '^{\\circ}',
    '^\\circ',
    '\\text{ cm}',
    '\\text{ ',
    '\\text{cm}',
    '{',
    '}',
    '{.',
    ' .',
    '.',
    '=',
    'x=',
    'ab=',
    '\u{1d400}=',
  ],
  ...['0.5', '1/2', '-3/4', '1', '2', '12', 'x', '(', ')', ',', ' ', '\n', '/', '$', '01/2', '\u0663/4'],
] as unknown as readonly [string, ...string[]];

/** A record for verl's MATH reward: boxes of all forms, with answers that differ in notation. */
export function mathTextRecord(choose: Choices): JsonObject {
  const reference = choose.chance(0.5) ? mathAnswer(choose) : mathPieces(choose);
  const given = choose.chance(0.4)
    ? reference
    : renoted(choose, choose.chance(0.7) ? reference : mathPieces(choose));
  const written = choose.pick([
    `\\boxed{${given}}`,
    `\\boxed{${given}}`,
    `\\boxed{${given}}`,
    `$\\boxed{${given}}$.`,
    `\\boxed ${given}`,
    `\\boxed ${given}$ or so`,
    `\\boxed{${given}`,
    `\\boxed${given}`,
    `\\fbox{${given}}`,
    `\\boxed{1} then \\boxed{${given}}}`,
    `\\boxed{\\boxed{${given}}}`,
    given,
  ]);
  return {
    response: `${choose.chance(0.5) ? `<think>${sentence(choose, 3)}</think>` : ''}${written}${choose.chance(0.1) ? '}' : ''}`,
    ground_truth: reference,
  };
}

const mathPieces = (choose: Choices): string => choose.repeat(0, 5, () => choose.pick(MATH_PIECES));

/** The answer in another notation, mostly one that MATH's string comparison takes for the same. */
function renoted(choose: Choices, answer: string): string {
  return choose.pick([
    answer.replace('\\frac', '\\dfrac'),
    answer.replaceAll(' ', ''),
    answer.replace(/^(\d)\/(\d)$/, '\\frac$1$2'),
    answer.replace('{', ''),
    ` ${answer} `,
    `${answer}\\text{ cm}`,
    `x=${answer}`,
    `${answer}\\%`,
    `\\left(${answer}\\right)`,
    `${answer}^\\circ`,
    answer.replace('0.', '.'),
    `${answer}\\!`,
  ]);
}

/** A record for Search-R1's rewards: a prompt, answers of words in complete and broken tags, one or several references. */
export function searchRecord(choose: Choices): JsonObject {
  const words = (): string => sentence(choose, 4);
  const references = choose.list(1 + choose.below(3), words);
  const answered = (): string => {
    const given = choose.chance(0.6)
      ? variation(choose, choose.pick([references[0] ?? '', ...references]))
      : words();
    return `${tag(choose, 'answer', false, 0.03)}${choose.chance(0.3) ? space(choose) : ''}${given}${tag(choose, 'answer', true, 0.03)}`;
  };
  const count = choose.chance(0.1) ? 9 + choose.below(5) : 1 + choose.below(2);
  const think = `<think>${words()}</think><search>${choose.pick(WORDS)}</search>`;
  return {
    prompt: choose.pick(['', '<answer>x</answer> <search>', '<|im_start|>user']),
    response: `${choose.chance(0.5) ? think : ''}${choose.list(count, answered).join(choose.chance(0.5) ? '\n' : '')}`,
    ground_truth: { target: choose.chance(0.3) ? (references[0] ?? '') : references },
  };
}
