import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { DIALECT_NAMES } from '../../../src/core/trajectory/dialects/names.ts';
import type { Span } from '../../../src/core/span.ts';
import type { SourceText } from '../../../src/language/model.ts';
import type { LanguageService } from '../../../src/language/service.ts';
import { nearlyRightOfAll } from '../trajectory/dialectTexts.ts';
import { brokenText, nearlyRight } from '../trajectory/generate.ts';
import { applyTo, serviceOf, sourceOf } from './support.ts';

const frontMatter = fc.oneof(
  fc.constant(''),
  fc
    .record({
      dialect: fc.constantFrom(...DIALECT_NAMES, 'lang2akt'),
      verdict: fc.constantFrom('right', 'wrong', 'unknown', 'perhaps'),
      images: fc.constantFrom('', 'images: [{ image: 1, page: 2 }, { image: 2, page: 3 }]\n'),
      more: fc.constantFrom(
        '',
        'reward: action-rl\n',
        'rewrad: lang2act\n',
        'question: "open\n',
        'prompt: own\n',
      ),
    })
    .map(
      ({ dialect, verdict, images, more }) =>
        `---\ndialect: ${dialect}\nverdict: ${verdict}\n${images}${more}---\n`,
    ),
);
const response = fc.oneof(
  { weight: 2, arbitrary: brokenText },
  { weight: 3, arbitrary: nearlyRight },
  { weight: 3, arbitrary: nearlyRightOfAll },
);
const source: fc.Arbitrary<SourceText> = fc
  .tuple(frontMatter, response, fc.boolean())
  .map(([head, body, isFenced]) =>
    isFenced
      ? sourceOf(`Text.\n\n\`\`\`\`\`trajectory\n${head}${body}\n\`\`\`\`\`\n`, 'markdown')
      : sourceOf(head + body),
  );
const prompts = { own: '---\ndialect: lang2act\ntoolbox: lang2act\n---\n{{ content }} read_text_element' };

/** The results of every language feature for a document, some of them at an offset. */
async function askAll(
  service: LanguageService,
  document: SourceText,
  offset: number,
): Promise<readonly Span[]> {
  const whole = { start: 0, end: document.text.length };
  const outline = await service.outline(document);
  const [selections = []] = await service.selections(document, [offset]);
  const completions = await service.completions(document, offset);
  for (const { replace } of completions) {
    expect(replace.start).toBeLessThanOrEqual(offset);
    expect(replace.end).toBeGreaterThanOrEqual(offset);
  }
  for (const { span, nameSpan } of outline) {
    expect(nameSpan.start).toBeGreaterThanOrEqual(span.start);
    expect(nameSpan.end).toBeLessThanOrEqual(span.end);
  }
  selections.forEach((span, index) => {
    const inner = selections[index - 1];
    if (inner === undefined) return;
    expect(span.start).toBeLessThanOrEqual(inner.start);
    expect(span.end).toBeGreaterThanOrEqual(inner.end);
  });
  const tokens = await service.semanticTokens(document);
  tokens.forEach(({ span }, index) => {
    expect(span.start).toBeGreaterThanOrEqual(tokens[index - 1]?.span.end ?? 0);
  });
  const hover = await service.hover(document, offset);
  const pair = await service.tagPair(document, offset);
  const definition = await service.definition(document, offset);
  const renamed = await service.renamed(document, offset);
  await service.status(document);
  await service.scoreWithAllRewards(document, offset);
  return [
    ...(await service.diagnostics(document)).map(({ span }) => span),
    ...outline.map(({ span }) => span),
    ...(await service.foldings(document)).map(({ span }) => span),
    ...(await service.inlayHints(document, whole)).map(({ offset: at }) => ({ start: at, end: at })),
    ...(await service.references(document, offset)),
    ...(await service.rename(document, offset, 'zoom')).map(({ span }) => span),
    ...selections,
    ...completions.map(({ replace }) => replace),
    ...tokens.map(({ span }) => span),
    ...(hover === null ? [] : [hover.span]),
    ...(pair === null ? [] : [pair.open, pair.close]),
    ...(definition === null ? [] : [definition.origin]),
    ...(renamed === null ? [] : [renamed]),
  ];
}

describe('language features on any text', () => {
  it('every language feature works at any place of any text, and its results lie within the text', async () => {
    await fc.assert(
      fc.asyncProperty(source, fc.nat(), async (document, place) => {
        const { length } = document.text;
        for (const { start, end } of await askAll(serviceOf(prompts), document, place % (length + 1))) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(length);
        }
      }),
      propertyRuns(400),
    );
  });

  it('a repair removes its finding and results in the reward that its title states', async () => {
    const service = serviceOf(prompts);
    let repairs = 0;
    const runs = propertyRuns(300);
    await fc.assert(
      fc.asyncProperty(source, async (document) => {
        const fixes = await service.fixes(document, { start: 0, end: document.text.length });
        const before = await service.diagnostics(document);
        for (const { edits, diagnostic, title } of fixes) {
          repairs += 1;
          const repaired = applyTo(document, edits);
          const after = await service.diagnostics(repaired);
          const count = (found: typeof before): number =>
            found.filter(({ code }) => code === diagnostic.code).length;
          expect(count(after), title).toBeLessThan(count(before));
          expect(await expectedReward(service, document, repaired), title).toBe(
            / \(([^()]*)\)$/.exec(title)?.[1] ?? '',
          );
        }
      }),
      runs,
    );
    expect(repairs).toBeGreaterThan(runs.numRuns);
  });

  it('all repairs together leave fewer findings and never lower the reward', async () => {
    const service = serviceOf(prompts);
    await fc.assert(
      fc.asyncProperty(source, async (document) => {
        const edits = await service.fixAll(document);
        if (edits.length === 0) return;
        const repaired = applyTo(document, edits);
        const [before, after] = [await service.diagnostics(document), await service.diagnostics(repaired)];
        expect(after.length).toBeLessThan(before.length);
        expect(await rewardFor(service, repaired)).toBeGreaterThanOrEqual(await rewardFor(service, document));
      }),
      propertyRuns(300),
    );
  });

  it('a fence of Markdown has the same language features as its text alone', async () => {
    const service = serviceOf(prompts);
    await fc.assert(
      fc.asyncProperty(frontMatter, response, async (head, body) => {
        fc.pre(!/`{5}/.test(head + body));
        const text = `${head}${body}\n`;
        const open = '# A\n\n`````trajectory\n';
        const alone = await service.diagnostics(sourceOf(text));
        const fenced = await service.diagnostics(sourceOf(`${open}${text}\`\`\`\`\`\n`, 'markdown'));
        const moved = fenced.map((each) => ({
          ...each,
          span: { start: each.span.start - open.length, end: each.span.end - open.length },
        }));
        expect(moved).toEqual(alone);
      }),
      propertyRuns(200),
    );
  });
});

/** The reward of the first trajectory of a document; for a right answer, if the verdict is unknown. */
async function rewardFor(service: LanguageService, document: SourceText): Promise<number> {
  const score = await ownScore(service, document);
  return score?.overall ?? score?.ifRight ?? -Infinity;
}

async function ownScore(service: LanguageService, document: SourceText) {
  const start =
    document.kind === 'markdown' ? document.text.indexOf('trajectory\n') + 'trajectory\n'.length : 0;
  const comparison = await service.scoreWithAllRewards(document, start);
  return comparison?.rewards.find(({ isOwn }) => isOwn)?.score;
}

/** The reward that a title must state, computed from the two texts. */
async function expectedReward(
  service: LanguageService,
  before: SourceText,
  after: SourceText,
): Promise<string> {
  const scores = [await ownScore(service, before), await ownScore(service, after)];
  const isUnjudged = scores.some((score) => score?.overall === null);
  const [from, to] = scores.map((score) => {
    if (score === undefined) return null;
    const reward = isUnjudged ? (score.overall ?? score.ifRight) : score.overall;
    if (reward !== null) return String(Number(reward.toFixed(4))).replace('-', '−');
    return score.raises?.name ?? 'unknown';
  });
  if (from === null || to === null) return '';
  const condition = scores.some((score) => score?.overall === null && score.ifWrong !== score.ifRight)
    ? ' if right'
    : '';
  if (from === 'unknown' && to === 'unknown') {
    const words = {
      verdict: 'a verdict',
      reference: 'a reference answer',
      response_length: 'the length of the response in tokens',
      retrieved_images: 'the retrieved images',
      file_name: 'the name of the document',
      reference_page: 'the reference pages',
      sympy: 'SymPy, because only it can compare this answer with the reference',
      math_verify: 'Math-Verify, because only it can compare this answer with the reference',
      grounding: 'the words of the pages',
    };
    return `reward unknown without ${(scores[1]?.needs ?? [])
      .map((need) => words[need])
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' and ')}`;
  }
  return from === to
    ? `reward stays ${from ?? ''}${condition}`
    : `reward ${from ?? ''} → ${to ?? ''}${condition}`;
}
