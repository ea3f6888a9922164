// Rollouts about the sample report, for a picture of the view of a run: what a trainer would write, the same every time.

/** Questions about the report, each with its reference, answers that are wrong, and how many of its samples are right. */
const QUESTIONS = [
  {
    question: 'What was total revenue in 2024?',
    reference: '518.9',
    wrong: ['481.9', '451.2', '518.9 million shares'],
    right: 5,
  },
  {
    question: 'Which segment grew fastest from 2023 to 2024?',
    reference: 'Services',
    wrong: ['Instruments', 'Software', 'Instruments and Services'],
    right: 2,
  },
  {
    question: 'What was the operating margin in 2024?',
    reference: '11.2%',
    wrong: ['12.1%', '10.9%'],
    right: 4,
  },
  {
    question: "Who signed the auditor's report?",
    reference: 'K. Ito',
    wrong: ['not stated', 'The board'],
    right: 3,
  },
  {
    question: 'By how much did total revenue grow from 2022 to 2024, in percent?',
    reference: '14.1',
    wrong: ['12.4', '11', '7.2'],
    right: 1,
  },
  {
    question: 'How many people did the company employ?',
    reference: '1,024',
    wrong: ['1,042', '988'],
    right: 6,
  },
  { question: 'In which year was the company founded?', reference: '1987', wrong: ['1978'], right: 8 },
];

/** Samples of each question. */
const SAMPLES = 8;

const STEPS = 2;

const TOOLS = ['read_numeric_value', 'read_text_element', 'compare_values', 'locate_visual_element'];

/** A number from 0 up to `below` that looks arbitrary. */
const mixed = (/** @type {number} */ seed, /** @type {number} */ below) =>
  ((Math.imul(seed + 1, 2_654_435_761) >>> 16) * 31 + seed) % below;

/**
 * @param {string} answer
 * @param {number} seed
 */
function response(answer, seed) {
  const calls = Array.from({ length: 1 + mixed(seed, 3) }, (_, index) => {
    // Sometimes a tool that nobody offers, and sometimes nothing is seen.
    const tool = mixed(seed + index, 9) === 0 ? 'zoom_in' : TOOLS[mixed(seed + 3 * index, TOOLS.length)];
    const seen = mixed(seed + index, 7) === 0 ? '' : `The table says ${answer}.`;
    return `<tool name="${tool}" args="Image 1: the table of key figures">${seen}</tool>`;
  });
  const images = mixed(seed, 6) === 0 ? 'The table' : 'Image 1';
  return [
    `<think>${images} has the key figures.</think>`,
    `<description>\n${calls.join('\n')}\n</description>`,
    `<answer>${answer}</answer>`,
  ].join('\n');
}

/** Lines of JSON as verl writes them. */
export function sampleRollouts() {
  /** @type {string[]} */
  const lines = [];
  for (let step = 1; step <= STEPS; step += 1) {
    QUESTIONS.forEach(({ question, reference, wrong, right }, index) => {
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        const seed = 100 * step + 10 * index + sample;
        const isRight = mixed(seed, SAMPLES) < right + step - 1;
        const answer = isRight ? reference : (wrong[mixed(seed, wrong.length)] ?? '');
        lines.push(
          JSON.stringify({
            input: `<|im_start|>user\n<image>${question}<|im_end|>\n<|im_start|>assistant\n`,
            output: response(answer, seed),
            gts: reference,
            score: isRight ? 1 : 0,
            step,
            llm_judge_score: isRight ? 1 : 0,
            response_length: 120 + mixed(seed, 700),
            finish_reason: 'stop',
          }),
        );
      }
    });
  }
  return `${lines.join('\n')}\n`;
}
