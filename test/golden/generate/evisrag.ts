import type { JsonObject } from '../json.ts';
import { sentence, spaces, tag, variation, WORDS } from './alphabets.ts';
import type { Choices } from './choices.ts';

const NOTHING = 'no relevant information';
const LENGTHS = [0, 1, 199, 200, 700, 1023, 1024, 1025, 1280, 1535, 1536, 1537, 3000] as const;
const SOUP = [
  ...['<observe>', '</observe>', '<evidence>', '</evidence>', '<think>', '</think>', '<answer>', '</answer>'],
  ...['[1]:', '[2]:', '[1]', '[7]:', ' ', '\n', 'a', NOTHING, '\u{1f600}', '\ud83d', '\ude00'],
] as unknown as readonly [string, ...string[]];

/** A record for EVisRAG's reward: a reference and a response that matches it more or less, or random pieces of both. */
export function evisragRecord(choose: Choices): JsonObject {
  const items = choose.pick([0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 6, 7]);
  const wanted = choose.list(items, () => (choose.chance(0.25) ? nothing(choose) : sentence(choose, 9)));
  const answer = sentence(choose, 6);
  const reference = referenceOf(choose, wanted, answer);
  const response = choose.chance(0.05)
    ? choose.repeat(0, 30, () => choose.pick(SOUP))
    : responseOf(choose, wanted, answer);
  return { response, ground_truth: reference, response_length: choose.pick(LENGTHS) };
}

const nothing = (choose: Choices): string =>
  choose.chance(0.9) ? NOTHING : choose.pick([`${NOTHING}.`, NOTHING.toUpperCase(), `${NOTHING}\u200b`]);

function mark(choose: Choices, number: number): string {
  const own = choose.chance(0.02) ? number + 1 : number;
  return choose.chance(0.04)
    ? choose.pick([`[${own}] :`, `[${own}]`, `[ ${own}]:`, `[${own}]:[${own}]:`, `[0${own}]:`])
    : `[${own}]:`;
}

function evidence(choose: Choices, items: readonly string[]): string {
  return items
    .map((item, index) => `${mark(choose, index + 1)}${spaces(choose, 0)}${item}`)
    .join(choose.pick(['\n', '\n', '', ' ']));
}

function referenceOf(choose: Choices, items: readonly string[], answer: string): string {
  const part = (name: string, content: string): string =>
    choose.chance(0.04) ? content : `${tag(choose, name, false)}${content}${tag(choose, name, true)}`;
  const parts = [part('evidence', `\n${evidence(choose, items)}\n`), part('answer', answer)];
  return (choose.chance(0.05) ? parts.toReversed() : parts).join(choose.chance(0.9) ? '\n' : '');
}

function responseOf(choose: Choices, wanted: readonly string[], answer: string): string {
  const items = wanted.map((item) => (choose.chance(0.1) ? sentence(choose, 8) : variation(choose, item)));
  if (choose.chance(0.1)) items.pop();
  if (choose.chance(0.05)) items.push(NOTHING);
  const given = variation(choose, answer);
  const observed = `${sentence(choose, 3)}${choose.chance(0.2) ? choose.pick(['[1]', '[5]', '[6]', '[1', '[3]:']) : ''}`;
  const contents = [
    ['observe', observed],
    ['evidence', evidence(choose, items)],
    ['think', choose.chance(0.25) ? given : sentence(choose, 5)],
    ['answer', given],
  ] as const;
  const parts = contents.map(([name, content]) => {
    const filled = choose.chance(0.03)
      ? `${content}${tag(choose, choose.pick(['answer', 'think']), true)}`
      : content;
    return `${tag(choose, name, false)}${filled}${tag(choose, name, true)}`;
  });
  if (choose.chance(0.03)) parts.push(parts[choose.below(4)] ?? '');
  if (choose.chance(0.04)) parts.splice(choose.below(4), 1);
  if (choose.chance(0.04)) parts.reverse();
  const stray = choose.chance(0.05) ? choose.pick(WORDS) : '';
  return stray + parts.join(choose.chance(0.05) ? ' x ' : spaces(choose, 0));
}
