import { describe, expect, it } from 'vitest';
import type { OutlineItem, SourceText } from '../../../src/language/model.ts';
import type { LanguageService } from '../../../src/language/service.ts';
import { allRewardsMarkdown } from '../../../src/language/trajectory/allRewards.ts';

import { HOSTILE_LINE, HOSTILE_PIECES, liveInPlainText } from '../../support/hostileText.ts';
import { liveInMarkdown } from '../../support/liveMarkdown.ts';
import { plainText } from '../../../src/core/plainText.ts';
import { composite } from '../rewards/composite/support.ts';
import { serviceOf, sourceOf } from './support.ts';

/** Hostile text without quotes and angle brackets, so that it is the value of an attribute. */
const VALUE = HOSTILE_LINE.replaceAll(/["<>]/g, '');

const PROMPT = `---
dialect: lang2act
toolbox:
  - name: ${JSON.stringify(VALUE)}
    args: ${JSON.stringify(HOSTILE_LINE)}
    description: ${JSON.stringify(HOSTILE_LINE)}
---
{{ content }}`;

const REWARD = composite(
  {
    name: 'mine',
    title: HOSTILE_LINE,
    description: HOSTILE_LINE,
    components: [
      { check: 'tag-present', tag: 'missing', weight: 0.5, title: HOSTILE_LINE },
      { profile: 'lang2act', component: 'tool', weight: 1, title: HOSTILE_LINE },
    ],
  },
  `${VALUE.replaceAll('/', '')}.reward.json`,
);

const frontMatter = (dialect: string): string => `---
question: ${JSON.stringify(HOSTILE_LINE)}
documents: [{ path: ${JSON.stringify(HOSTILE_LINE)} }]
images: [{ image: 1, document: 1, page: 1 }]
reference: ${JSON.stringify(HOSTILE_LINE)}
dialect: ${dialect}
prompt: planted
reward: ./mine.reward.json
model: ${JSON.stringify(HOSTILE_LINE)}
${JSON.stringify(HOSTILE_LINE)}: 1
---
`;

const TEXTS: readonly string[] = [
  `${frontMatter('lang2act')}<think>Image 1 and Image 2 ${HOSTILE_LINE}</think>
<description>
<tool name="${VALUE}" args="Image 1: ${VALUE}">${HOSTILE_LINE}</tool>
<tool name="${VALUE}" args="">x</tool>
</description>
<answer>${HOSTILE_LINE}</answer>
`,
  `${frontMatter('evisrag')}<observe>Image 1: ${HOSTILE_LINE}</observe><evidence>Image 1: ${HOSTILE_LINE}</evidence><think>${HOSTILE_LINE}</think><answer>${HOSTILE_LINE}</answer>\n`,
  `${frontMatter('vrag-rl')}<think>${HOSTILE_LINE}</think><bbox>[1, 2, 3, 4]${HOSTILE_LINE}</bbox><search>${HOSTILE_LINE}</search><answer>${HOSTILE_LINE}</answer>\n`,
  `---\nquestion: [${HOSTILE_LINE}\n---\n<answer>${HOSTILE_LINE}</answer>\n`,
];

const PROMPTS = { planted: PROMPT };

/** Every Markdown text that a language service has for a trajectory. */
async function markdownOf(service: LanguageService, source: SourceText): Promise<readonly string[]> {
  const found: (string | undefined)[] = [(await service.status(source))?.reward.tooltip];
  for (let offset = 0; offset <= source.text.length; offset += 7) {
    found.push((await service.hover(source, offset))?.markdown);
    if (offset % 70 === 0)
      for (const { documentation } of await service.completions(source, offset)) found.push(documentation);
  }
  for (const { tooltip } of await service.inlayHints(source, { start: 0, end: source.text.length }))
    found.push(tooltip);
  const rewards = await service.scoreWithAllRewards(source, source.text.length);
  if (rewards !== null) found.push(allRewardsMarkdown(rewards, HOSTILE_LINE, () => 'line 1'));
  return [...new Set(found.filter((text) => text !== undefined))];
}

const wordsOf = ({ name, detail, children }: OutlineItem): readonly string[] => [
  name,
  detail,
  ...children.flatMap(wordsOf),
];

describe('a trajectory, its prompt and its reward with hostile text in every field', () => {
  it.each(TEXTS)(
    'no tooltip, hover, hint, completion or report has a link, an image or HTML',
    async (text) => {
      for (const found of [
        { profile: REWARD, fault: null },
        { profile: null, fault: HOSTILE_LINE },
      ]) {
        const service = serviceOf(PROMPTS, { './mine.reward.json': found });
        const source = sourceOf(text);
        const markdown = await markdownOf(service, source);
        expect(markdown.length).toBeGreaterThan(0);
        for (const each of markdown) expect(liveInMarkdown(each), each).toEqual([]);
      }
    },
  );

  it('the tooltip of the reward shows the title as it is', async () => {
    const service = serviceOf(PROMPTS, { './mine.reward.json': { profile: REWARD, fault: null } });
    const tooltip = (await service.status(sourceOf(TEXTS[0] ?? '')))?.reward.tooltip ?? '';
    expect(tooltip).toContain(String.raw`\!\[x\](https\:\/\/elsewhere.invalid/a.png)`);
  });

  it.each(TEXTS)(
    'nothing is live in a message, a title or a label as the workbench shows it',
    async (text) => {
      const service = serviceOf(PROMPTS, { './mine.reward.json': { profile: REWARD, fault: null } });
      const source = sourceOf(text);
      const whole = { start: 0, end: text.length };
      const shown = [
        ...(await service.diagnostics(source)).map(({ message }) => message),
        ...(await service.outline(source)).flatMap(wordsOf),
        ...(await service.fixes(source, whole)).map(({ title }) => title),
      ];
      expect(shown.length).toBeGreaterThan(0);
      for (const each of shown) expect(liveInPlainText(plainText(each))).toEqual([]);
    },
  );

  it('a completion inserts the name of a tool as text, without variables of snippets', async () => {
    const prompts = {
      planted: PROMPT.replace(JSON.stringify(VALUE), JSON.stringify('t$CLIPBOARD${TM_FILEPATH}')),
    };
    const source = sourceOf(
      `---\ndialect: lang2act\nprompt: planted\n---\n<think>x</think>\n<description>\n`,
    );
    const inserted = (await serviceOf(prompts).completions(source, source.text.length)).map(
      ({ insert }) => insert,
    );
    expect(inserted.some((insert) => insert.includes(String.raw`t\$CLIPBOARD\${TM_FILEPATH\}`))).toBe(true);
  });

  it('every piece is live without escaping, so that the test would notice it', () => {
    expect(liveInMarkdown(HOSTILE_PIECES[0] ?? '')).not.toEqual([]);
    expect(liveInMarkdown(HOSTILE_LINE).length).toBeGreaterThan(5);
  });
});
