import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageTraceError } from '../../../src/core/errors.ts';
import { MOST_GOLD_BOXES, type DrawnGoldBox } from '../../../src/protocol/goldBoxes.ts';
import { GoldBoxes } from '../../../webview/inspector/model/goldBoxes.ts';
import { all, apply, byText, click, find, observeSizes, open, receive, showTab, texts } from './drawing.tsx';
import { image, PAGE_CHOICE, state } from './states.ts';

const DOCUMENT = 'annual-report.pdf';
/** The page of the first and of the second image of a state. */
const FIRST = { document: DOCUMENT, page: 3 };
const SECOND = { document: DOCUMENT, page: 4 };
const BOX = { left: 0.25, top: 0.25, right: 0.5, bottom: 0.5 };
const STEP = { x: 0.125, y: 0.25 };

function goldBoxes(...kept: readonly DrawnGoldBox[]): { gold: GoldBoxes; sent: (readonly DrawnGoldBox[])[] } {
  const sent: (readonly DrawnGoldBox[])[] = [];
  const gold = new GoldBoxes((boxes) => sent.push(boxes));
  gold.take(kept);
  return { gold, sent };
}

describe('gold boxes', () => {
  it('are drawn with the pointer in any direction, and sent when they are complete', () => {
    const { gold, sent } = goldBoxes();
    const drawing = gold.drawingOn(SECOND);
    drawing.begin({ x: 0.5, y: 0.5 });
    drawing.moveTo({ x: 0.75, y: 0.75 });
    drawing.moveTo({ x: 0.25, y: 0.25 });
    expect(gold.draft.value?.box).toEqual(BOX);
    expect(sent).toEqual([]);
    drawing.end();
    expect(gold.draft.value).toBeNull();
    expect(sent).toEqual([[{ ...SECOND, box: BOX }]]);
    expect(gold.on(SECOND)).toEqual([{ ...SECOND, box: BOX }]);
    expect(gold.on(FIRST)).toEqual([]);
  });

  it('are given up by Escape while they are drawn, which then stops the drawing', () => {
    const { gold, sent } = goldBoxes();
    gold.isDrawing.value = true;
    const drawing = gold.drawingOn(FIRST);
    drawing.begin({ x: 0, y: 0 });
    drawing.moveTo({ x: 1, y: 1 });
    expect(gold.escape()).toBe(true);
    drawing.moveTo({ x: 0.5, y: 0.5 });
    drawing.end();
    expect(gold.isDrawing.value).toBe(true);
    expect(gold.escape()).toBe(true);
    expect(gold.isDrawing.value).toBe(false);
    // What it belongs to may be closed now.
    expect(gold.escape()).toBe(false);
    expect(sent).toEqual([]);
  });

  it('are not kept if they are too small, if the pointer was taken away, or if there are too many', () => {
    const { gold, sent } = goldBoxes();
    const drawing = gold.drawingOn(FIRST);
    drawing.begin({ x: 0.5, y: 0.5 });
    drawing.moveTo({ x: 0.9, y: 0.5 });
    drawing.end();
    drawing.begin({ x: 0, y: 0 });
    drawing.moveTo({ x: 1, y: 1 });
    drawing.cancel();
    drawing.end();
    gold.take(Array.from({ length: MOST_GOLD_BOXES }, () => ({ ...FIRST, box: BOX })));
    drawing.begin({ x: 0, y: 0 });
    drawing.moveTo({ x: 1, y: 1 });
    drawing.end();
    expect(gold.add(FIRST, BOX)).toBeNull();
    expect(sent).toEqual([]);
  });

  it('are not drawn before those are here that were kept, which they would replace', () => {
    const { gold, sent } = goldBoxes();
    gold.take(null);
    expect(gold.add(FIRST, BOX)).toBeNull();
    expect(gold.addWhole(FIRST)).toBeNull();
    gold.take([{ ...SECOND, box: BOX }]);
    gold.addWhole(FIRST);
    expect(sent).toEqual([
      [
        { ...SECOND, box: BOX },
        { ...FIRST, box: { left: 0, top: 0, right: 1, bottom: 1 } },
      ],
    ]);
  });

  it('are moved, resized and removed with keys', () => {
    const other = { ...SECOND, box: BOX };
    const { gold, sent } = goldBoxes({ ...FIRST, box: BOX }, other);
    const press = (key: string, isShift = false): boolean => {
      const [box] = gold.on(FIRST);
      if (box === undefined) throw new Error('There is no box.');
      return gold.press(box, key, isShift, STEP);
    };
    expect(press('ArrowRight')).toBe(true);
    expect(sent.at(-1)).toEqual([{ ...FIRST, box: { ...BOX, left: 0.375, right: 0.625 } }, other]);
    press('ArrowUp');
    press('ArrowDown', true);
    expect(sent.at(-1)).toEqual([
      { ...FIRST, box: { left: 0.375, top: 0, right: 0.625, bottom: 0.5 } },
      other,
    ]);
    expect(press('a')).toBe(false);
    expect(sent).toHaveLength(3);
    expect(press('Delete')).toBe(true);
    expect(sent.at(-1)).toEqual([other]);
  });
});

describe('gold boxes in the inspector', () => {
  beforeEach(observeSizes);
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const shown = [
    { ...SECOND, box: BOX },
    { ...SECOND, box: { left: 0, top: 0, right: 1, bottom: 0.25 } },
  ];

  it('are on the images, as the extension has kept them', () => {
    open(state({ goldBoxes: shown }));
    expect(all('.shot:first-child .gold-box')).toHaveLength(0);
    expect(
      all('.shot:last-child .gold-box').map(({ style }) => [style.left, style.top, style.width]),
    ).toEqual([
      ['25%', '25%', '25%'],
      ['0%', '0%', '100%'],
    ]);
    expect(find('.shot:last-child').textContent).toContain('gold boxes: 2');
  });

  it('have different names on all pages', () => {
    open(state({ goldBoxes: [...shown, { ...FIRST, box: BOX }] }));
    expect(texts('.shot:first-child .gold-name')).toEqual(['Gold 3']);
    expect(texts('.shot:last-child .gold-name')).toEqual(['Gold 1', 'Gold 2']);
  });

  it('are removed one by one, and taken into a data set', async () => {
    const made = open(state({ goldBoxes: shown }));
    click(find('[aria-label="Enlarge image 2"]'));
    await expect.poll(() => all('.zoom').length).toBe(1);
    click(byText('button', 'Draw Gold Box'));
    expect(all('.enlarged .gold-box').map((box) => box.getAttribute('aria-label'))).toEqual([
      'Gold box 1: 25% from the left and 25% from the top, 25% wide and 25% high',
      'Gold box 2: 0% from the left and 0% from the top, 100% wide and 25% high',
    ]);
    click(find('[aria-label="Remove gold box 1"]'));
    expect(texts('.enlarged .gold-name')).toEqual(['Gold 1']);
    expect(made.posted).toEqual([{ type: 'goldBoxes', boxes: [shown[1]] }]);
    click(byText('button', 'Add to Data Set…'));
    expect(made.posted.at(-1)).toEqual({ type: 'command', command: 'addToDataset', sample: 0 });
  });

  it('cannot be drawn on a page that has changed since it was sent', async () => {
    open(state({ images: [image(1, { isEarlier: true })] }));
    click(find('[aria-label="Enlarge image 1"]'));
    await expect.poll(() => all('.zoom').length).toBe(1);
    expect(byText('button', 'Draw Gold Box').hasAttribute('disabled')).toBe(true);
  });

  it('are on pages that were kept and come later than the trajectory', () => {
    const unread = { ...state() };
    delete unread.goldBoxes;
    const made = open(unread);
    expect(made.model.gold.hasRoom).toBe(false);
    receive(made, { type: 'goldBoxes', boxes: shown });
    expect(all('.shot .gold-box')).toHaveLength(2);
    expect(made.model.gold.hasRoom).toBe(true);
    expect(made.posted).toEqual([]);
  });
});

describe('gold boxes on pages that were not sent', () => {
  beforeEach(observeSizes);
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const APPENDIX = 'appendix.pdf';
  const documents = [DOCUMENT, APPENDIX].map((name) => ({
    name,
    path: name,
    pages: '',
    changed: false,
    missing: false,
  }));
  const UNSENT = { document: APPENDIX, page: 9, box: BOX };

  /** What is known of the enlarged page. */
  const facts = (): readonly string[] => texts('.enlarged-facts p');

  it('are in the strip after the images, as the pages are that were missed', () => {
    open(state({ documents, pageChoice: PAGE_CHOICE, goldBoxes: [{ ...UNSENT, page: 1 }] }));
    expect(texts('.shot.unsent .shot-words')).toEqual([
      'Not sent, page 2has the answer',
      'Not sent, page 3has the answer',
      'Not sent, page 9has the answer',
      'Not sent, page 1gold boxes: 1',
    ]);
    expect(all('.shot').map(({ classList }) => classList.contains('unsent'))).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  it('are drawn on a page that was missed', async () => {
    const made = open(state({ documents, pageChoice: PAGE_CHOICE }));
    showTab(made, 'pages');
    click(byText('.missed li:nth-child(2) .link', 'Draw Gold Box'));
    await expect.poll(() => all('.zoom').length).toBe(1);
    expect(find('dialog').getAttribute('aria-label')).toBe('Page 9 of appendix.pdf');
    expect(facts()).toEqual(['not sent', 'has the answer']);
    click(byText('.enlarged .button', 'Whole Page'));
    const whole = { left: 0, top: 0, right: 1, bottom: 1 };
    expect(made.posted).toEqual([
      { type: 'goldBoxes', boxes: [{ document: APPENDIX, page: 9, box: whole }] },
    ]);
    expect(facts()).toEqual(['not sent', 'has the answer', 'gold boxes: 1']);
    click(byText('.enlarged .button', 'Add to Data Set…'));
    expect(made.posted.at(-1)).toMatchObject({ type: 'command', command: 'addToDataset' });
  });

  it('are drawn on any other page, which the person chooses', async () => {
    const asked: string[] = [];
    const made = open(state({ documents }), undefined, undefined, {
      pages: (document, page) => {
        asked.push(`${document} ${page}`);
        return Promise.resolve({ src: 'data:image/png;base64,AAAA', width: 60, height: 80 });
      },
    });
    click(find('.menu-button'));
    click(byText('[role=menuitem]', 'Draw Gold Box…'));
    await expect.poll(() => all('.zoom').length).toBe(1);
    expect(byText('.enlarged .button', 'Draw Gold Box').getAttribute('aria-pressed')).toBe('true');
    // Pages 3 and 4 were sent.
    for (const press of ['Next page', 'Next page', 'Previous page'])
      click(find(`.page-chooser [aria-label="${press}"]`));
    await expect.poll(() => asked.at(-1)).toBe(`${DOCUMENT} 2`);
    expect(asked).toContain(`${DOCUMENT} 1`);
    click(find('.page-chooser [aria-label="Next page"]'));
    await expect.poll(facts).toEqual(['sent as image 1']);
    await expect.poll(() => all('.zoom').length).toBe(1);
    click(byText('.enlarged .button', 'Add Box'));
    expect(made.model.gold.on(FIRST)).toHaveLength(1);
    expect(all('.shot:first-child .gold-box')).toHaveLength(1);
    expect(byText('.enlarged .button', 'Draw Gold Box').getAttribute('aria-pressed')).toBe('true');
  });

  it('say why a page cannot be shown, and others can still be chosen', async () => {
    open(state({ documents, goldBoxes: [UNSENT] }), undefined, undefined, {
      pages: () => Promise.reject(new PageTraceError('bad-input', 'There is no page 9.')),
    });
    click(find('.unsent .thumb'));
    await expect.poll(() => texts('.enlarged-empty')).toEqual(['There is no page 9.']);
    await expect.poll(chooser).toBe('Page 9 of 12');
    expect(ends()).toEqual([]);
  });

  const chooser = (): string =>
    texts('.page-chooser > span:not(.dropdown, [role])').join(` ${field().value} `);
  const field = (): HTMLInputElement => find('.page-chooser .text-field') as HTMLInputElement;
  /** The buttons that lead to no page. */
  const ends = (): readonly (string | null)[] =>
    all('.page-chooser [aria-disabled=true]').map((button) => button.getAttribute('aria-label'));
  const type = (text: string): void => {
    apply(() => {
      field().value = text;
      field().dispatchEvent(new Event('input', { bubbles: true }));
      field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
  };

  it('are chosen by page as far as the document goes, and a page that it does not have is refused', async () => {
    const made = open(state({ documents, goldBoxes: [UNSENT] }));
    const page = (): unknown => made.model.enlarged.value;
    click(find('.unsent .thumb'));
    await expect.poll(chooser).toBe('Page 9 of 12');
    expect(field().getAttribute('aria-label')).toBe('Page, 9 of 12');
    const refusals = ['13', 'nine', '0', ''].map((text) => {
      type(text);
      expect(field().getAttribute('aria-invalid')).toBe('true');
      expect(page()).toMatchObject({ page: 9 });
      return texts('.page-chooser [role=status]').join();
    });
    expect(refusals).toEqual([
      'There is no page 13. Enter a page from 1 to 12.',
      'There is no page nine. Enter a page from 1 to 12.',
      'There is no page 0. Enter a page from 1 to 12.',
      'Enter a page from 1 to 12.',
    ]);
    type(' 12 ');
    expect(page()).toEqual({ document: APPENDIX, page: 12 });
    expect(texts('.page-chooser [role=status]')).toEqual(['']);
    expect(ends()).toEqual(['Next page']);
    click(find('.page-chooser [aria-label="Next page"]'));
    expect(page()).toMatchObject({ page: 12 });
    type('1');
    expect(ends()).toEqual(['Previous page']);
  });

  it('are drawn on the first page if all pages were sent', async () => {
    const made = open(state(), undefined, undefined, { pageCount: () => Promise.resolve(4) });
    apply(() => {
      made.model.enlarged.value = { document: DOCUMENT, page: 5, isGuess: true };
    });
    await expect.poll(() => made.model.enlarged.value).toEqual({ document: DOCUMENT, page: 1 });
    apply(() => {
      made.model.enlarged.value = { document: DOCUMENT, page: 5 };
    });
    expect(ends()).toEqual(['Next page']);
  });
});
