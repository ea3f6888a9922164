import { signal, type Signal } from '@preact/signals';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FromPrompt, PreviewImage, ToPrompt } from '../../../src/protocol/prompt.ts';
import { App } from '../../../webview/prompt/app.tsx';
import { pageImages } from '../../../webview/prompt/pageImages.ts';
import { state } from './states.ts';

let root: HTMLElement;
let shown: Signal<ToPrompt | null>;
let posted: FromPrompt[];
let asked: number[];
let answer: () => Promise<string>;

beforeEach(async () => {
  root = document.createElement('div');
  document.body.append(root);
  shown = signal<ToPrompt | null>(null);
  posted = [];
  asked = [];
  answer = () => Promise.resolve('data:image/png;base64,AAAA');
  const images = pageImages((image) => {
    asked.push(image);
    return answer();
  });
  await act(() => {
    render(<App shown={shown} images={images} post={(message) => posted.push(message)} />, root);
  });
});

afterEach(() => {
  render(null, root);
  root.remove();
});

const show = (message: ToPrompt) =>
  act(async () => {
    shown.value = message;
    await Promise.resolve();
  });
const showState = (overrides: Parameters<typeof state>[0] = {}) =>
  show({ type: 'state', state: state(overrides) });
const text = () => root.textContent.replace(/\s+/g, ' ');

/** The images of a request, as pages of a document. */
const pages = (...numbers: readonly number[]): readonly PreviewImage[] =>
  numbers.map((page, index) => ({
    image: index + 1,
    page: { document: 'report.pdf', page },
    count: { tokens: 486, exact: true },
  }));

describe('the preview of a prompt', () => {
  it('offers to let a server count only if the person has not agreed to send prompts to it', async () => {
    await showState();
    const offers = () =>
      [...root.querySelectorAll('button')].filter(({ textContent }) => textContent.includes('Count'));
    expect(offers()).toEqual([]);
    await showState({ couldCount: 'gpu' });
    expect(offers().map(({ textContent }) => textContent)).toEqual(['Let gpu Count']);
    offers()[0]?.click();
    expect(posted).toEqual([{ type: 'allowCounting' }]);
  });

  it('shows a waiting state, then the message with its tokens', async () => {
    expect(text()).toContain('Filling in the prompt');
    await showState();
    expect(text()).toContain('Question: How many?');
    expect(text()).toContain('5 tokens');
    expect(text()).toContain('about 512 tokens');
    expect(text()).toContain('about 1,029 tokens in all · estimated');
    expect(text()).toContain('7,163 left of the model’s 8,192');
    expect([...root.querySelectorAll('.placeholder')].map((each) => each.textContent)).toEqual([
      'Image 1',
      'Image 2',
    ]);
    expect(root.querySelector('.variable')?.textContent).toBe('How many?');
  });

  it('says that the server counted the tokens, and warns when no tokens are left for the answer', async () => {
    await showState({ total: { tokens: 8000, exact: true } });
    expect(text()).toContain('8,000 tokens in all · counted by the server');
    expect(root.querySelector('.total .warned')).not.toBeNull();
    await showState({ total: { tokens: 9000, exact: true } });
    expect(text()).toContain('more than the model’s 8,192');
  });

  it('shows the pages of the open document and requests each one once', async () => {
    const images = pages(3, 7);
    await showState({ images, countChosen: false });
    await showState({ images: pages(3, 7), countChosen: false });
    expect(asked).toEqual([1, 2]);
    expect([...root.querySelectorAll('img')].map((image) => image.alt)).toEqual([
      'Image 1: report.pdf, page 3',
      'Image 2: report.pdf, page 7',
    ]);
    expect(root.querySelector('input[type=number]')).toBeNull();
    await showState({ images: pages(3, 8), countChosen: false });
    expect(asked).toEqual([1, 2, 2]);
  });

  it('says when a page cannot be rendered, and when an image is not sent', async () => {
    answer = () => Promise.reject(new Error('The document is damaged.'));
    await showState({ images: pages(3), countChosen: false });
    await expect.poll(text).toContain('report.pdf, page 3: The document is damaged.');
    expect(text()).toContain('Image 2 is not sent');
  });

  it('sends the question and the number of images that the person enters', async () => {
    await showState({ problems: [{ message: 'Nothing fills "x".', start: 3, end: 4 }] });
    const question = root.querySelector('textarea');
    const count = root.querySelector<HTMLInputElement>('input[type=number]');
    if (!question || !count) throw new Error('no fields');
    question.value = 'Who?';
    question.dispatchEvent(new Event('input', { bubbles: true }));
    for (const value of ['4', '0', '', '1e9']) {
      count.value = value;
      count.dispatchEvent(new Event('input', { bubbles: true }));
    }
    root.querySelector<HTMLButtonElement>('.problems button')?.click();
    expect(posted).toEqual([
      { type: 'question', text: 'Who?' },
      { type: 'images', count: 4 },
      { type: 'problem', start: 3, end: 4 },
    ]);
  });

  it('shows the text of a template without interpreting it as HTML', async () => {
    const hostile = '<img src=x onerror="window.hurt = true"><script>window.hurt = true</script>';
    await showState({
      name: hostile,
      parts: [
        {
          type: 'text',
          text: hostile,
          pieces: [{ text: hostile, from: 'template', at: 0 }],
          count: null,
        },
      ],
      problems: [{ message: hostile, start: 0, end: 0 }],
    });
    expect(root.querySelectorAll('img, script')).toHaveLength(0);
    expect(text()).toContain('onerror');
    expect('hurt' in window).toBe(false);
  });

  it('shows a message for an empty template, one that is too long, and a closed file', async () => {
    await showState({ parts: [] });
    expect(text()).toContain('The template is empty.');
    await showState({ cut: true });
    expect(text()).toContain('The rest is not shown');
    await show({ type: 'failed', message: 'mine.prompt.jinja is closed.' });
    expect(root.querySelector('[role=alert]')?.textContent).toBe('mine.prompt.jinja is closed.');
  });
});
