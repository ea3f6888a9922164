import { expect, it } from 'vitest';
import { sample, state } from '../inspector/states.ts';
import { openInspector } from './support/inspectorPage.ts';

const HIDDEN = 'invoice\u202Egnp.exe \u{E0069}\u{E0067} a\u200Bb\u001B[31m c\u2028d\re\u2069f \u0000g';
const SHOWN = state({
  question: `How many? ${HIDDEN}`,
  samples: [sample({ text: `<think>I read ${HIDDEN}.</think><answer>${HIDDEN}</answer>` })],
});

it('hidden characters change neither the order of the text nor what is copied', async () => {
  const page = await openInspector(SHOWN);
  const { copied, inOrder } = await page.locator('.question').evaluate((element) => {
    getSelection()?.selectAllChildren(element);
    const lefts = [...element.childNodes].slice(0, 6).map((node) => {
      const range = document.createRange();
      range.selectNode(node);
      return range.getBoundingClientRect().left;
    });
    return {
      copied: getSelection()?.toString(),
      inOrder: lefts.every((left, index) => index === 0 || left > (lefts[index - 1] ?? 0)),
    };
  });
  expect(copied).toBe(`How many? ${HIDDEN}`);
  expect(inOrder).toBe(true);
});
