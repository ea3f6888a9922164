import { describe, expect, it } from 'vitest';
import { profiles } from '../../../src/core/rewards/registry.ts';
import { allRewardsMarkdown } from '../../../src/language/trajectory/allRewards.ts';
import { textAt, GOOD_CALL, lang2act, serviceOf, sourceOf, TWO_IMAGES } from './support.ts';

const WHOLE = { start: 0, end: Number.MAX_SAFE_INTEGER };
const file = (calls: string, more = ''): string => lang2act(calls, { frontMatter: `${TWO_IMAGES}${more}` });

describe('inlay hints', () => {
  const hints = async (text: string): Promise<readonly string[]> => {
    const source = sourceOf(text);
    const found = await serviceOf().inlayHints(source, WHOLE);
    for (const { offset } of found) expect(source.text.charAt(offset - 1)).toBe('>');
    return found.map(({ label }) => label);
  };

  it.each([
    ['0 for a call without faults', GOOD_CALL, ['0']],
    ['the deduction of a call', GOOD_CALL.replace('read_text_element', 'zoom'), ['−0.03']],
    [
      'the sum of several deductions of a call',
      '<tool name="compare_values" args="totals"></tool>',
      ['−0.05'],
    ],
    [
      'that the reward does not see a call',
      GOOD_CALL.replace('Image 1: title', 'Image 1: "title"'),
      ['not seen'],
    ],
    [
      'the deduction of each of several calls',
      `${GOOD_CALL}${GOOD_CALL.replace('Report', '')}${GOOD_CALL}`,
      ['0', '−0.01', '0'],
    ],
  ])('inlay hints show %s', async (_name, calls, expected) => {
    expect(await hints(file(calls))).toEqual(expected);
  });

  it('the tooltip of an inlay hint gives the reason', async () => {
    const [hint] = await serviceOf().inlayHints(sourceOf(file(GOOD_CALL.replace('Report', ''))), WHOLE);
    expect(hint?.tooltip).toBe(
      '**−0.01** Tools (−0.1 of 1 there): The observation of read\\_text\\_element is empty.',
    );
  });

  it('inlay hints also stand at items of evidence if the reward deducts for them', async () => {
    const reference =
      '<evidence>\\n[1]: revenue was 5 million in 2023\\n[2]: no relevant information</evidence><answer>5</answer>';
    const text = `---\ndialect: evisrag\nreference: "${reference}"\n---\n<observe>a</observe><evidence>[1]: revenue 5 million\n[2]: no relevant information</evidence><think>b</think><answer>5</answer>`;
    const source = sourceOf(text);
    const found = await serviceOf().inlayHints(source, WHOLE);
    expect(
      found.map(({ offset, label }) => [source.text.slice(0, offset).split('\n').at(-1), label]),
    ).toEqual([['<observe>a</observe><evidence>[1]: revenue 5 million', '−0.75']]);
  });

  it('there are no inlay hints if the reward reads no calls', async () => {
    expect(await hints(file(GOOD_CALL).replace('</think>', ''))).toEqual([]);
    expect(await hints(file(GOOD_CALL, 'reward: action-rl\n'))).toEqual([]);
    expect(await hints(`---\ndialect: tool-curation\n---\n${GOOD_CALL}`)).toEqual([]);
  });

  it('inlay hints are those of the requested range', async () => {
    const source = sourceOf(file(`${GOOD_CALL}\n${GOOD_CALL}`));
    const start = source.text.lastIndexOf('<tool');
    expect(await serviceOf().inlayHints(source, { start, end: source.text.length })).toHaveLength(1);
  });
});

describe('the reward of a status bar', () => {
  const label = async (text: string): Promise<string | undefined> =>
    (await serviceOf().status(sourceOf(text)))?.reward.label;

  it('the status bar shows the reward as a number, or as a range while it depends on the verdict', async () => {
    expect(await label(file(GOOD_CALL))).toBe('0.2–1');
    expect(await label(file(GOOD_CALL, 'verdict: right\n'))).toBe('1');
    expect(await label(file(GOOD_CALL, 'verdict: wrong\n'))).toBe('0.2');
    expect(await label(file('', ''))).toBe('0.1–0.9');
    expect(await label('text')).toBe('0');
  });

  it('the tooltip of the reward lists its components and what is still missing', async () => {
    const status = await serviceOf().status(sourceOf(file(GOOD_CALL.replace('Report', ''))));
    expect(status?.reward.tooltip).toContain('- Tools: 0.09 of 0.1');
    expect(status?.reward.tooltip).toContain('It is not known without a verdict.');
    expect(status?.reward.tooltip).toContain('**−0.01** Tools: The observation of');
  });

  it('the status bar shows the reward of the dialect, or that there is none', async () => {
    const status = await serviceOf().status(sourceOf('---\ndialect: judge\n---\n<judge>True</judge>'));
    expect(status?.reward).toMatchObject({ profile: null, label: 'no reward' });
    for (const { name } of profiles) {
      const named = await serviceOf().status(sourceOf(`---\nreward: ${name}\n---\n<answer>a</answer>`));
      expect(named?.reward.profile).toBe(name);
    }
  });
});

describe('the dialect of a status bar', () => {
  it('the status bar shows the dialect of the front matter, or the recognized one with its confidence', async () => {
    const dialect = async (text: string) => (await serviceOf().status(sourceOf(text)))?.dialect;
    expect(await dialect(file(GOOD_CALL))).toMatchObject({ name: 'lang2act', detected: null });
    expect(await dialect(lang2act(GOOD_CALL))).toMatchObject({ name: 'lang2act', detected: { sure: true } });
    const unsure = await dialect('<think>a</think>');
    expect(unsure?.detected?.sure).toBe(false);
    expect(unsure?.detected?.others.length).toBeGreaterThan(0);
  });

  it('choosing a dialect writes it into the front matter and keeps everything else', async () => {
    const service = serviceOf();
    const chooseDialect = async (text: string): Promise<string> => {
      const edit = await service.chooseDialect(sourceOf(text), 'evisrag');
      return edit === null
        ? 'null'
        : text.slice(0, edit.span.start) + edit.newText + text.slice(edit.span.end);
    };
    expect(await chooseDialect('a')).toBe('---\ndialect: evisrag\n---\na');
    expect(await chooseDialect('---\n# mine\nteam: x\ndialect: lang2act # no\n---\na')).toBe(
      '---\n# mine\nteam: x\ndialect: evisrag # no\n---\na',
    );
    expect(await chooseDialect('---\nreference: "a\n---\nb')).toBe('null');
  });
});

describe('a comparison of rewards', () => {
  it('the comparison has every reward that applies, the file’s own first, with what it deducts', async () => {
    const source = sourceOf(
      file(GOOD_CALL.replace('Report', ''), 'reward: action-rl\nreference: "42"\nverdict: right\n'),
    );
    const comparison = await serviceOf().scoreWithAllRewards(source, 0);
    expect(
      comparison?.rewards.map(({ profile, isOwn, score }) => [profile.name, isOwn, score.overall]),
    ).toEqual([
      ['action-rl', true, 1],
      ['lang2act', false, 0.99],
      ['lang2act-paper', false, 1],
    ]);
    const worst = comparison?.rewards[1]?.worst[0];
    expect(worst?.entry.paid).toBe('-0.01');
    expect(worst?.span && textAt(source, worst.span)).toContain('read_text_element');
  });

  it('the comparison is a Markdown table that names the lines', async () => {
    const source = sourceOf(file(GOOD_CALL.replace('Report', ''), 'verdict: right\n'));
    const comparison = await serviceOf().scoreWithAllRewards(source, 0);
    const markdown =
      comparison &&
      allRewardsMarkdown(
        comparison,
        'a_b.trajectory',
        (offset) => `line ${source.text.slice(0, offset).split('\n').length}`,
      );
    expect(markdown).toContain(String.raw`# Rewards of a\_b.trajectory`);
    expect(markdown).toContain('| **Lang2Act** `lang2act` | 0.99 |');
    expect(markdown).toContain('is empty. (line 12)');
  });

  it('the comparison says which tags or marks each reward of other dialects reads', async () => {
    const comparison = await serviceOf().scoreWithAllRewards(sourceOf(file(GOOD_CALL)), 0);
    const markdown = comparison && allRewardsMarkdown(comparison, 'a', () => '');
    expect(markdown).toContain('- `evisrag` reads `<observe>`, `<evidence>`, `<think>` and `<answer>`\n');
    expect(markdown).toContain('- `easyr1-math` reads `<think>` and `\\boxed{...}`\n');
    expect(markdown).toContain('- `verl-gsm8k` reads `####`\n');
    expect(markdown).toContain('- `verl-math` reads `\\boxed{...}`\n');
    for (const { reads } of comparison?.others ?? []) expect(reads).not.toEqual([]);
  });

  it('the comparison scores the fence that the cursor is in', async () => {
    const text = `\`\`\`trajectory\n${file(GOOD_CALL, 'verdict: wrong\n')}\`\`\`\n\nText\n`;
    const source = sourceOf(text, 'markdown');
    const inside = await serviceOf().scoreWithAllRewards(source, text.indexOf('<think>'));
    expect(inside?.rewards[0]?.score.overall).toBe(0.2);
    expect(await serviceOf().scoreWithAllRewards(source, text.indexOf('Text'))).toBeNull();
  });
});
