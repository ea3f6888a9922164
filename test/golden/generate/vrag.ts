import type { JsonObject } from '../json.ts';
import { sentence, space, tag, WORDS } from './alphabets.ts';
import type { Choices } from './choices.ts';

const SOUP = [
  ...['<answer>', '</answer>', '<search>', '</search>', '<|im_start|>user', '<|im_end|>', '<|im_start|>'],
  ...['\n', '\r', '\u2028', ' ', 'a', '\u{1f600}', '\ud83d', '\ude00', 'user', '</answer', '<ans'],
] as unknown as readonly [string, ...string[]];

/** A record for VRAG-RL's reward: a series of turns with an answer near the reference, or random pieces of them. */
export function vragRecord(choose: Choices): JsonObject {
  const reference = choose.chance(0.05) ? '' : sentence(choose, 5);
  const response = choose.chance(0.15)
    ? choose.repeat(0, 20, () => choose.pick(SOUP))
    : choose
        .list(1 + choose.below(4), () => turn(choose))
        .concat(choose.chance(0.97) ? [answer(choose, reference)] : [])
        .join(choose.pick(['', '', '\n']));
  return { response, ground_truth: reference };
}

function turn(choose: Choices): string {
  const own = choose.pick(['search', 'search', 'think', 'bbox']);
  const said = `${tag(choose, own, false, 0.02)}${sentence(choose, 3)}${tag(choose, own, true, 0.02)}`;
  if (choose.chance(0.3)) return said;
  const told = choose.chance(0.2) ? answer(choose, 'leak') : choose.pick(WORDS);
  const line = choose.pick(['', ' ', '\r', '\u2028', '\x85', '\n']);
  const end = choose.chance(0.05) ? '' : '<|im_end|>';
  const start = choose.chance(0.05) ? '<|im_start|>assistant' : '<|im_start|>user';
  // Removing a turn that splits a character, a tag or another turn's mark joins the two halves.
  const [before, after] = choose.chance(0.1)
    ? choose.pick<readonly [string, string]>([
        ['\ud83d', '\ude00'],
        ['<ans', 'wer>'],
        ['<|im_', 'start|>user x<|im_end|>'],
      ])
    : ['', ''];
  return `${said}${before}${start}${line}${told}${end}${after}`;
}

function answer(choose: Choices, reference: string): string {
  const given = Array.from(reference).flatMap((character) => {
    if (choose.chance(0.06)) return [];
    if (choose.chance(0.06)) return [choose.pick(WORDS)];
    return [choose.chance(0.05) ? character.toUpperCase() : character];
  });
  const around = (): string => (choose.chance(0.1) ? space(choose) : '');
  const middle = choose.chance(0.05) ? '\ud83d<|im_start|>user x<|im_end|>\ude00' : '';
  return `${tag(choose, 'answer', false)}${around()}${given.join('')}${middle}${around()}${tag(choose, 'answer', true)}`;
}

const STEMS = ['a', 'a_1', 'x.pdf.copy', '\u5e74\u62a5', 'r.jpg', '', 'deck.PDF'] as const;

/** A record for the reward of VRAG-RL's training: a response with what searches brought, and the pages with the answer. */
export function vragTrainingRecord(choose: Choices): JsonObject {
  const stem = choose.pick(STEMS);
  const pages = choose.list(choose.pick([0, 1, 1, 2, 3, 5]), () => choose.below(12));
  const images: string[] = [];
  for (let left = choose.pick([0, 1, 2, 3, 5, 9]); left > 0; left--) {
    const page = choose.chance(0.5) ? pages[choose.below(Math.max(pages.length, 1))] : choose.below(12);
    const folder = choose.pick(['', './img/', '/a.jpg/', '//']);
    const ending = choose.pick(['.jpg', '.jpg', '.jpg/', '.png', '.jpg.jpg', '']);
    images.push(`${folder}${choose.chance(0.8) ? stem : choose.pick(STEMS)}_${page ?? 0}${ending}`);
  }
  return {
    response: vragRecord(choose)['response'] ?? '',
    retrieved_images: images,
    file_name: `${stem}${choose.pick(['.pdf', '.pdf', '', '.PDF', '.pdf.pdf'])}`,
    reference_page: pages,
  };
}
