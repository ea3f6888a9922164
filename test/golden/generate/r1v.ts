import type { JsonObject } from '../json.ts';
import { tag } from './alphabets.ts';
import type { Choices } from './choices.ts';

/** A record for R1-V's reward: a response with numbers, LaTeX, choices and words in it, and a reference of that kind. */
export function r1vRecord(choose: Choices): JsonObject {
  const wanted = answer(choose);
  const given = choose.chance(0.4) ? wanted : choose.chance(0.5) ? rewritten(choose, wanted) : answer(choose);
  const broken = choose.chance(0.1);
  const open = (name: string): string => (broken ? tag(choose, name, false) : `<${name}>`);
  const close = (name: string): string => (broken ? tag(choose, name, true) : `</${name}>`);
  const space = choose.pick(['', ' ', ' ', ' ', '\n']);
  const think = choose.chance(0.9)
    ? `${open('think')}${choose.repeat(0, 5, () => sentence(choose, given))}${close('think')}${choose.pick(['', '\n', '\n\n', ' x '])}`
    : '';
  const answered = choose.chance(0.9)
    ? `${open('answer')}${space}${given}${space}${close('answer')}`
    : choose.pick([
        given,
        `\\boxed{${given}}`,
        `The answer is ${given}.`,
        `final answer is: ${given}. I hope it is correct.`,
      ]);
  const around = choose.pick(['', ' ', '\n']);
  return {
    response: `${think}${answered}${choose.chance(0.05) ? '\n' : ''}`,
    ground_truth: choose.chance(0.6) ? `<answer>${around}${wanted}${around}</answer>` : wanted,
  };
}

function whole(choose: Choices): string {
  const digits = choose.pick([1, 1, 2, 2, 3, 4, 6]);
  return String(choose.below(10 ** digits));
}

const decimal = (choose: Choices): string =>
  `${whole(choose)}.${whole(choose).padStart(1 + choose.below(4), '0')}`;
const signed = (choose: Choices): string =>
  `${choose.chance(0.15) ? '-' : ''}${choose.chance(0.35) ? decimal(choose) : whole(choose)}`;
const below = (choose: Choices): string => String(1 + choose.below(12));

function answer(choose: Choices): string {
  return choose.pick<() => string>([
    () => String(choose.below(10)),
    () => whole(choose),
    () => signed(choose),
    () => signed(choose),
    () =>
      `${whole(choose)} ${choose.pick(['cm', 'km/h', 'apples', 'degrees', 'm^2', 'percent', 'million', "o'clock"])}`,
    () => `${signed(choose)}${choose.pick(['%', ' %', '°', 'cm', 'K', 'x', '\\%'])}`,
    () => `${choose.pick(['$', '€', '£', 'US$', '-$', '¥ '])}${decimal(choose)}`,
    () =>
      `${1 + choose.below(99)},${whole(choose).padStart(3, '0')}${choose.chance(0.3) ? `.${whole(choose)}` : ''}`,
    () => `${whole(choose)}/${below(choose)}`,
    () => `${whole(choose)} ${choose.pick(['+', '-', '*', '/', '^', '×', '÷', '**', '='])} ${below(choose)}`,
    () => `(${whole(choose)} + ${below(choose)}) * ${below(choose)}`,
    () => `${choose.pick(['2023', '1999'])}-${choose.pick(['05', '12'])}-${choose.pick(['01', '28'])}`,
    () => choose.pick(['A', 'B', 'C', 'D', '(A)', 'A.', 'B)']),
    () => choose.pick(['yes', 'No', 'Yes.', 'true', 'red cube', 'Paris', 'the left one', '']),
    () => latex(choose),
    () => `$${latex(choose)}$`,
    () => `$${latex(choose)}$`,
    () => `\\boxed{${latex(choose)}}`,
    () => `\\(${latex(choose)}\\)`,
    () => `[${whole(choose)}, ${whole(choose)}]`,
    () => `0${whole(choose)}`,
    () => `.${whole(choose)}`,
  ])();
}

function latex(choose: Choices): string {
  return choose.pick<() => string>([
    () => signed(choose),
    () => signed(choose),
    () =>
      `${choose.chance(0.2) ? '-' : ''}\\${choose.pick(['', 'd', 't'])}frac{${whole(choose)}}{${below(choose)}}`,
    () => `${whole(choose)}^${choose.pick(['\\circ', '{\\circ}'])}`,
    () => `${decimal(choose)}^\\circ`,
    () => `${signed(choose)}\\%`,
    () => `${whole(choose)}/${below(choose)}`,
    () => `${choose.pick(['x', 'y', 'A', 'n', 'k', 'r'])}${choose.pick([' = ', '='])}${signed(choose)}`,
    () => `x = ${whole(choose)} + ${below(choose)} = ${signed(choose)}`,
    () =>
      `${signed(choose)}${choose.pick([' \\text{ cm}', '\\text{cm}', '\\mathrm{cm}', '\\text{ m}^2', '\\text{ units}'])}`,
    () => `${below(choose)},${whole(choose).padStart(3, '0')}`,
    () => `${below(choose)}\\sqrt{${below(choose)}}`,
    () => `\\frac{x}{${below(choose)}}`,
    () => `${below(choose)}, ${below(choose)}`,
    () => choose.pick(['A', 'x', 'AB', '\\text{yes}', '\\pi', '2\\pi', '0.5', '-0.5', '\\$5', '5 cm']),
  ])();
}

/** The same value, or nearly the same, in another form. */
function rewritten(choose: Choices, text: string): string {
  const number = Number(text.replace(/[$,%]/g, ''));
  if (text === '' || !Number.isFinite(number))
    return choose.pick([`${text}.`, `${text} `, text.toUpperCase(), `$${text}$`, `\\boxed{${text}}`]);
  return choose.pick([
    `${number}.0`,
    `${number}%`,
    `${number / 100}`,
    `${number * 100}%`,
    `$${number}$`,
    `$${number}`,
    `\\boxed{${number}}`,
    `${number} cm`,
    `x = ${number}`,
    `${number * 2}/2`,
    `\\frac{${number}}{1}`,
    number.toLocaleString('en'),
    `${number + 1e-7}`,
    `${number + 1e-5}`,
    `00${number}`,
    `${number + 1}`,
  ]);
}

function sentence(choose: Choices, given: string): string {
  const number = choose.chance(0.5) ? given : answer(choose);
  return choose.pick([
    `There are ${number} cubes. `,
    `First, ${whole(choose)} - ${below(choose)} = ${number}. `,
    `So the answer is ${number}. `,
    `The final answer is ${number}. `,
    `final answer is: $${latex(choose)}$ I hope. `,
    `Answer: ${number}\n`,
    `The answer = ${number}, I think.\n`,
    `$${latex(choose)}$ and $${latex(choose)}$. `,
    `$$${latex(choose)}$$\n`,
    `\\[ ${latex(choose)} \\]\n`,
    `Let \\(${latex(choose)}\\). `,
    `Thus \\boxed{${latex(choose)}}. `,
    `The **${whole(choose)}** red ones cost $${whole(choose)}. `,
    `The image shows a table. `,
    `- ${whole(choose)}\n- ${decimal(choose)}\n`,
    `${below(choose)} ${below(choose)} ${below(choose)}\n`,
    `Compare \\frac{${below(choose)}}{${below(choose)}} with it. `,
    `(${whole(choose)})(${below(choose)}) or ${whole(choose)}. `,
  ]);
}
