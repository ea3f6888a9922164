import { describe, expect, it } from 'vitest';
import { protocolOf } from '../../../../src/protocols/registry.ts';
import { defaultPages } from '../../../../src/core/records/defaultPages.ts';
import {
  describeDraft,
  describeImages,
  describeNarrowed,
  describeTokens,
  isNarrowed,
} from '../../../../src/host/asking/draft.ts';

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

  it('the title names a prompt and a protocol of the same name once', () => {
    const conversation = { protocol: protocolOf('vrag-rl'), turns: 'steps', toolWords: null } as const;
    expect(describeDraft({ ...draft, conversation, promptName: 'vrag-rl' }, 'gpu')).toBe(
      'report.pdf · gpu · vrag-rl · step by step',
    );
    expect(describeDraft({ ...draft, conversation, promptName: 'mine' }, 'gpu')).toBe(
      'report.pdf · gpu · mine · step by step: vrag-rl',
    );
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

describe('pages that are not sent', () => {
  const long = { ...document, uri: {} as never, pageCount: 12, selected: [], current: 1, pages: [1] };

  it('are mentioned if the person did not choose the pages that are sent', () => {
    expect(isNarrowed(long)).toBe(true);
    expect(isNarrowed({ ...long, current: null, pages: defaultPages(12, [], null) })).toBe(true);
    expect(isNarrowed({ ...long, pageCount: 1 })).toBe(false);
    expect(isNarrowed({ ...long, selected: [1] })).toBe(false);
    expect(isNarrowed({ ...long, pages: [2, 3] })).toBe(false);
  });

  it('are mentioned with the name of the document if there are several', () => {
    expect(describeNarrowed(long, true)).toBe('Asks about page 1 of 12');
    expect(describeNarrowed(long, false)).toBe('Asks about page 1 of 12 in report.pdf');
    expect(describeNarrowed({ ...long, pages: [1, 2, 3] }, true)).toBe('Asks about pages 1-3 of 12');
    expect(describeNarrowed({ ...long, pages: [1, 2, 3] }, false)).toBe(
      'Asks about pages 1-3 of 12 in report.pdf',
    );
  });
});

describe('describeTokens', () => {
  const tokens = { images: 5012, areImagesExact: true, total: 5200, modelLength: 8192, maxTokens: 2048 };

  it('the note on tokens gives those of the images and the room that is left', () => {
    expect(describeTokens(10, tokens)).toBe(
      "10 page images, 5,012 tokens · about 2,992 tokens left of the model's 8,192",
    );
    expect(describeTokens(1, { ...tokens, areImagesExact: false, modelLength: null })).toBe(
      '1 page image, about 5,012 tokens',
    );
  });

  it('the note on tokens warns of little room, and of a prompt that does not fit', () => {
    expect(describeTokens(10, { ...tokens, total: 7000 })).toBe(
      "10 page images, 5,012 tokens · about 1,192 tokens left of the model's 8,192, less than max_tokens (2,048)",
    );
    expect(describeTokens(10, { ...tokens, total: 9000 })).toBe(
      '10 page images, 5,012 tokens · does not fit: the prompt has about 9,000 tokens, the model accepts 8,192',
    );
  });

  it('the note on tokens only counts the images for the offline reader', () => {
    expect(describeTokens(2, null)).toBe('2 page images');
  });
});

describe('describeImages', () => {
  const image = { width: 500, height: 700, textHeight: 14.4 };

  it('the note on images gives the height of their text', () => {
    expect(describeImages([image, image], 2, null)).toBe('text 14 px high');
  });

  it('the note on images warns of small text and names the budget at which it would be 12 px high', () => {
    const small = { ...image, textHeight: 6 };
    expect(describeImages([image, small], 2, null)).toBe(
      'text 6.0 px high: hard to read, 12 px at 1,400,000 pixels',
    );
    expect(describeImages([{ ...image, textHeight: 7.96 }], 1, null)).toContain('hard to read');
  });

  it('the note on images leaves out what is not known', () => {
    expect(describeImages([{ ...image, textHeight: null }], 1, null)).toBe('text height unknown');
  });

  it('the note on images names the limit of the server only if there are more images', () => {
    expect(describeImages([image, image], 2, 2)).not.toContain('at most');
    expect(describeImages([image], 3, 2)).toMatch(/^3 images: the server accepts at most 2/);
  });
});
