import { describe, expect, it } from 'vitest';
import { defaultPages, describeDraft, describeImages } from '../../../../src/host/asking/draft.ts';

const document = { name: 'report.pdf', pageCount: 10, pages: [1, 2, 3] };
const draft = { documents: [document], promptName: 'lang2act', samples: 1 };

describe('defaultPages', () => {
  it('a question takes the selected pages', () => {
    expect(defaultPages(100, [7, 9], 3)).toEqual([7, 9]);
  });

  it('a question takes all pages of a short document, whatever page is in view', () => {
    expect(defaultPages(3, [], 2)).toEqual([1, 2, 3]);
    expect(defaultPages(10, [], 2)).toHaveLength(10);
  });

  it('a question takes the page in view of a long document, or its first ten pages', () => {
    expect(defaultPages(11, [], 5)).toEqual([5]);
    expect(defaultPages(11, [], null)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});

describe('describeDraft', () => {
  it('the title names document, pages, server and prompt', () => {
    expect(describeDraft(draft, 'gpu, m')).toBe('report.pdf, pages 1-3 · gpu, m · lang2act');
  });

  it('the title names one page, all pages, several documents and samples', () => {
    expect(describeDraft({ ...draft, documents: [{ ...document, pages: [4] }] }, 'gpu')).toContain(
      'page 4 ·',
    );
    const whole = { name: 'b.pdf', pageCount: 2, pages: [1, 2] };
    expect(describeDraft({ ...draft, documents: [document, whole], samples: 4 }, 'gpu')).toBe(
      'report.pdf, pages 1-3; b.pdf, all 2 pages · gpu · lang2act · 4 samples',
    );
  });
});

describe('describeImages', () => {
  const image = { width: 500, height: 700, tokens: 450, textHeight: 14.4 };

  it('the note on images gives their tokens and the height of their text', () => {
    expect(describeImages([image, { ...image, tokens: 1000 }], null)).toBe(
      '1,450 image tokens · text 14 px high',
    );
  });

  it('the note on images warns of small text and names the budget at which it would be 12 px high', () => {
    const small = { ...image, textHeight: 6 };
    expect(describeImages([image, small], null)).toBe(
      '900 image tokens · text 6.0 px high: hard to read, 12 px at 1,400,000 pixels',
    );
    expect(describeImages([{ ...image, textHeight: 7.96 }], null)).toContain('hard to read');
  });

  it('the note on images leaves out what is not known', () => {
    expect(describeImages([{ ...image, tokens: null, textHeight: null }], null)).toBe('text height unknown');
  });

  it('the note on images names the limit of the server only if there are more images', () => {
    expect(describeImages([image, image], 2)).not.toContain('at most');
    expect(describeImages([image, image, image], 2)).toMatch(/3 images: the server takes at most 2$/);
  });
});
