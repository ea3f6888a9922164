import { describe, expect, it } from 'vitest';
import { TokenGroups } from '../../../src/core/records/tokenProbabilities.ts';
import { levelOf, tokenSegments } from '../../../webview/inspector/model/probabilities.ts';
import { readProbabilitiesShown } from '../../../webview/inspector/model/uiState.ts';
import { percent, tokenText } from '../../../webview/shared/probability.ts';
import { probabilitiesOf } from './bench.ts';
import { all, apply, byText, click, find, open, root, showTab, texts } from './drawing.tsx';
import { RESPONSE, sample, state } from './states.ts';

/** Tokens of `RESPONSE` up to its answer, in which only those of the answer are not certain. */
const ANSWER = RESPONSE.indexOf('7.7%');
const TOKENS = {
  lengths: [ANSWER - 1, 0, 2, 1, 2, RESPONSE.length - ANSWER - 4],
  logprobs: [0, -0.1, -0.4, -1.2, -3, 0],
};
const ALTERNATIVES = {
  alternatives: [
    { text: '8', logprob: -0.7 },
    { text: ' ', logprob: -2 },
  ],
};

async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await Promise.resolve();
    apply(() => undefined);
  }
}

async function openText(answers: object = { tokens: TOKENS, alternatives: ALTERNATIVES }) {
  const probabilities = probabilitiesOf(answers as Readonly<Record<string, unknown>>);
  const made = open(state({ samples: [sample({ hasProbabilities: true })] }), undefined, probabilities);
  showTab(made, 'text');
  await settle();
  return { made, probabilities };
}

function key(name: string): void {
  apply(() => {
    find('.text').dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
  });
}

describe('the probabilities of tokens in the text', () => {
  it('are off at first, and on after the toggle is pressed', async () => {
    const { probabilities } = await openText();
    const toggle = byText('.probabilities button', 'Token Probabilities');
    expect(toggle.getAttribute('aria-pressed')).toBe('false');
    expect(all('[data-token]')).toEqual([]);
    click(toggle);
    await settle();
    expect(probabilities.shown.value).toBe(true);
    expect(toggle.getAttribute('aria-pressed')).toBe('true');
    expect(find('.text').textContent).toBe(RESPONSE);
    expect(texts('.text .likely-2').join('')).toBe('>7');
    expect(texts('.probability-legend li')).toEqual([
      '90% or more',
      'from 70%',
      'from 40%',
      'from 10%',
      'below 10%',
    ]);
    click(toggle);
    await settle();
    expect(all('[data-token]')).toEqual([]);
  });

  it('a sentence says how to get them where there are none', () => {
    const made = open(state());
    showTab(made, 'text');
    expect(find('.probabilities').textContent).toBe(
      'To see how likely each token was, set pagetrace.tokenProbabilities above 0 and ask again.',
    );
    const running = open(state({ samples: [sample({ state: 'streaming' })] }));
    showTab(running, 'text');
    expect(all('.probabilities')).toEqual([]);
  });

  it('the answer has the product of the probabilities of its tokens, and its least likely token', async () => {
    const { made } = await openText({
      tokens: { lengths: [ANSWER, 4, RESPONSE.length - ANSWER - 4], logprobs: [0, -0.5, -0.2] },
      alternatives: ALTERNATIVES,
    });
    click(byText('.probabilities button', 'Token Probabilities'));
    await settle();
    expect(find('.probabilities').textContent).toContain('Probability of the answer: 50% (2 tokens).');
    click(byText('.probabilities .link', '7.7%'));
    await settle();
    expect(find('.looked-at').textContent).toBe('7.7%');
    expect(made.posted).toEqual([]);
  });

  it('an answer with a token whose probability is not known has none', async () => {
    await openText({ tokens: { lengths: [ANSWER + 2, RESPONSE.length - ANSWER - 2], logprobs: [-1, null] } });
    click(byText('.probabilities button', 'Token Probabilities'));
    await settle();
    expect(find('.probabilities').textContent).toContain('is not known');
  });

  it('the keyboard moves from token to token and reads their alternatives aloud', async () => {
    await openText();
    click(byText('.probabilities button', 'Token Probabilities'));
    await settle();
    key('ArrowRight');
    await settle();
    key('ArrowRight');
    await settle();
    expect(texts('.looked-at').join('')).toBe('>7');
    expect(find('.token-card').textContent).toContain('2 tokens wrote this together.');
    expect(find('.text-frame [role=status]').textContent).toBe(
      '>7: Probability 61%. 2 tokens wrote this together. 8: 50%. ␣: 14%.',
    );
    key('ArrowLeft');
    await settle();
    expect(find('.text-frame [role=status]').textContent).toContain('100%');
    key('Escape');
    await settle();
    expect(all('.token-card, .looked-at')).toEqual([]);
  });

  it('the pointer shows the alternatives of a token without reading them aloud', async () => {
    await openText();
    click(byText('.probabilities button', 'Token Probabilities'));
    await settle();
    apply(() => {
      find('[data-token="1"]').dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    });
    await settle();
    expect(texts('.token-card dt')).toEqual(['8', '␣']);
    expect(find('.text-frame [role=status]').textContent).toBe('');
    apply(() => {
      find('.text').dispatchEvent(new MouseEvent('mouseleave'));
    });
    expect(root.querySelector('.token-card')).toBeNull();
  });
});

describe('token segments', () => {
  const plain = (text: string, look = '') => ({ text, look, title: '' });

  it('segments are cut where tokens end, and keep their looks', () => {
    const tokens = new TokenGroups({ lengths: [2, 3, 4], logprobs: [-1, -2, -3] });
    expect(tokenSegments([plain('abc', 'tag'), plain('defg')], 0, tokens)).toEqual([
      { ...plain('ab', 'tag'), token: 0 },
      { ...plain('c', 'tag'), token: 1 },
      { ...plain('de'), token: 1 },
      { ...plain('fg'), token: 2 },
    ]);
    expect(tokenSegments([plain('efghij')], 4, tokens)).toEqual([
      { ...plain('e'), token: 1 },
      { ...plain('fghi'), token: 2 },
      { ...plain('j'), token: 3 },
    ]);
  });

  it.each([
    [0, 0],
    [-0.1, 0],
    [-0.2, 1],
    [-0.5, 2],
    [-1.5, 3],
    [-3, 4],
    [null, null],
  ])('a token with the logarithm %s has look %s', (logprob, level) => {
    expect(levelOf({ span: { start: 0, end: 1 }, logprob, last: 0, count: 1 })).toBe(level);
  });

  it.each([
    [0, '100%'],
    [-0.00001, '> 99.9%'],
    [-0.05, '95.1%'],
    [-0.5, '61%'],
    [-4, '1.8%'],
    [-200, '< 0.1%'],
  ])('the probability with the logarithm %s is %s', (logprob, text) => {
    expect(percent(logprob)).toBe(text);
  });

  it('blanks of a token are visible', () => {
    expect(['\n', '  two words ', '\t'].map(tokenText)).toEqual(['↵', '␣␣two words␣', '⇥']);
  });

  it.each([
    [{ probabilitiesShown: true }, true],
    [{ probabilitiesShown: 'yes' }, false],
    [null, false],
  ])('what a page kept, %j, shows them: %s', (kept, shown) => {
    expect(readProbabilitiesShown(kept)).toBe(shown);
  });
});
