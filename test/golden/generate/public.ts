import type { JsonObject } from '../json.ts';
import { sentence, space, tag } from './alphabets.ts';
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
