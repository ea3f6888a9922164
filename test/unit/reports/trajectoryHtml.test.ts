import { createHash } from 'node:crypto';
import path from 'node:path';
import fc from 'fast-check';
import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { PageTraceError } from '../../../src/core/errors.ts';
import { drawReportPages, pagesToShow } from '../../../src/reports/html/pages.ts';
import { STYLE, STYLE_HASH } from '../../../src/reports/html/style.ts';
import { trajectoryHtml } from '../../../src/reports/html/trajectoryHtml.ts';
import { trajectoryMarkdown } from '../../../src/reports/trajectoryMarkdown.ts';
import { boxArea, intersection } from '../../../src/core/geometry/box.ts';
import { groundResponse, htmlExport, REPORT_WORDS } from '../../support/exportedTrajectory.ts';
import { groundedClaim } from '../../support/groundedClaims.ts';
import { HIDDEN_CHARACTER, HOSTILE_PIECES, HOSTILE_TEXT } from '../../support/hostileText.ts';
import { growth, LIMIT } from '../../support/growth.ts';
import { GOOD_RESPONSE, RESPONSE, sample, state } from '../../webview/inspector/states.ts';

const expectedFile = (name: string): string => path.join(import.meta.dirname, 'expected', name);

/** The elements and attributes of a document, and where each of its links leads. */
function readHtml(html: string) {
  const window = new Window();
  const document = new window.DOMParser().parseFromString(html, 'text/html');
  const elements = [...document.querySelectorAll('*')];
  const attributes = elements.flatMap((element) => [...element.attributes].map(({ name }) => name));
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
  const ids = elements.map(({ id }) => id).filter((id) => id !== '');
  return {
    text: document.body.textContent,
    title: document.title,
    names: new Set(elements.map(({ localName }) => localName)),
    attributes: new Set(attributes),
    links,
    ids,
  };
}

const ELEMENTS = new Set(
  (
    'html head meta title style body header nav main h1 h2 h3 p ul li a strong code span pre table caption thead tbody ' +
    'tr th td figure figcaption div img svg rect path text'
  ).split(' '),
);
const ATTRIBUTES = new Set(
  (
    'lang charset http-equiv content name id class href title aria-label role alt src viewbox preserveaspectratio x y ' +
    'width height d scope tabindex'
  ).split(' '),
);

/** What a document has that no export has: elements, attributes and addresses. */
function foreignParts(html: string): readonly string[] {
  const { names, attributes, links, ids } = readHtml(html);
  return [
    ...[...names].filter((name) => !ELEMENTS.has(name.toLowerCase())),
    ...[...attributes].filter((name) => !ATTRIBUTES.has(name.toLowerCase())),
    ...links.filter((link) => !link.startsWith('#') || !ids.includes(link.slice(1))),
    ...ids.filter((id, index) => ids.indexOf(id) !== index),
  ];
}

describe('the export as HTML', () => {
  it('the export has everything that is known about one sample, with its pages and the boxes of its claims', async () => {
    await expect(trajectoryHtml(htmlExport())).toMatchFileSnapshot(expectedFile('one.html.txt'));
  });

  it('every link of the export leads to a part of it, and every claim to its box', () => {
    const html = trajectoryHtml(
      htmlExport({ samples: [sample(), sample({ text: GOOD_RESPONSE }), sample({ text: '' })] }),
    );
    expect(foreignParts(html)).toEqual([]);
    const { links } = readHtml(html);
    expect(links).toContain('#sample-1-claim-1');
    expect(links).toContain('#sample-2-step-3');
    expect(links.filter((link) => link.startsWith('#sample-1-claims-box-')).length).toBeGreaterThan(3);
  });

  it('a claim that is not in the cell that it names leads to its words, and the cell is crossed', () => {
    const text =
      '<think>Image 2</think><description><tool name="read_numeric_value" args="Image 2: row Europe, column 2024">518.9</tool></description>';
    const html = trajectoryHtml(htmlExport({ samples: [sample({ text })] }));
    expect(readHtml(html).text).toContain('The named cell (Europe, 2024) has “301.2”.');
    const idOf = (look: string): string =>
      new RegExp(`<a id="([^"]+)" href="#sample-1-claim-2" class="${look} is-elsewhere"`).exec(html)?.[1] ??
      '';
    expect(idOf('crossed')).not.toBe('');
    expect(readHtml(html).links).toContain(`#${idOf('dotted')}`);
    expect(readHtml(html).links).not.toContain(`#${idOf('crossed')}`);
  });

  it('the policy of the export allows its style and pictures in it, and nothing else', () => {
    expect(STYLE_HASH).toBe(createHash('sha256').update(STYLE).digest('base64'));
    const html = trajectoryHtml(htmlExport());
    expect(html).toContain(
      `content="default-src 'none'; img-src data:; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(html).toContain(`<style>${STYLE}</style>`);
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<style'));
    expect(html).not.toMatch(/<script|\son\w+=|\sstyle=|https?:/i);
  });

  it('text of a model, of a record and of a page is text in the export, whatever it contains', () => {
    for (const piece of [
      ...HOSTILE_PIECES,
      '</style><script>x()</script>',
      '</pre></title>',
      `" onload='x'`,
    ]) {
      const text = `<think>${piece}</think><description><tool name="${piece}" args="Image 1: ${piece}">${piece}</tool></description><answer>${piece}</answer>`;
      const html = trajectoryHtml({
        ...htmlExport({
          question: piece,
          reference: piece,
          model: piece,
          documents: [{ name: piece, path: piece, pages: piece, changed: true, missing: false }],
          notices: [piece],
          samples: [sample({ text, finishReason: piece })],
        }),
        pages: [{ document: piece, page: 1, picture: { missing: piece } }],
        notices: [piece],
        prompt: piece,
      });
      expect(foreignParts(html), piece).toEqual([]);
      expect(html, piece).not.toMatch(HIDDEN_CHARACTER);
    }
  });

  it('labels of claims cover no words of their page', () => {
    const html = trajectoryHtml(htmlExport());
    const shown = groundResponse(RESPONSE);
    const grounding = shown.kind === 'grounded' ? shown.grounding : null;
    const scale = 1000 / 792;
    const words = (grounding?.pages ?? []).flatMap(({ page }) => {
      const figure = html.slice(html.indexOf(`Claims on page ${page}`)).split('</svg>')[0] ?? '';
      const labels = [
        ...figure.matchAll(/class="label" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="14"/g),
      ];
      expect(labels.length).toBeGreaterThan(1);
      return labels.map(([, ...sides]) => ({ page, sides: sides.map(Number) }));
    });
    for (const { page, sides } of words) {
      const [x = 0, y = 0, width = 0] = sides;
      const label = { left: x / scale, top: y / scale, right: (x + width) / scale, bottom: (y + 14) / scale };
      const covered = REPORT_WORDS.get(page)?.filter(({ box }) => {
        const shared = intersection(label, box);
        return shared !== null && boxArea(shared) > 0.1;
      });
      expect(covered?.map(({ text }) => text)).toEqual([]);
    }
  });

  it('a label that would hide text is seen only when its box is pointed at or reached', () => {
    const words = Array.from({ length: 80 * 100 }, (_, index) => {
      const left = (index % 80) * 8;
      const top = Math.floor(index / 80) * 8;
      return { left, top, right: left + 8, bottom: top + 8 };
    });
    const { pages, ...more } = htmlExport();
    const full = pages.map((page) =>
      'missing' in page.picture ? page : { ...page, picture: { ...page.picture, words } },
    );
    expect(trajectoryHtml({ ...more, pages: full })).toMatch(/<a [^>]*class="solid is-found is-hiding"/);
    expect(trajectoryHtml({ ...more, pages })).not.toMatch(/<a [^>]*is-hiding/);
  });

  it('hidden characters of a response are shown by their codes', () => {
    const { text } = readHtml(
      trajectoryHtml(
        htmlExport({ samples: [sample({ text: `<answer>a\u202Eb ${HOSTILE_TEXT}</answer>` })] }),
      ),
    );
    expect(text).toContain('aU+202Eb');
  });

  it('any response makes a document of the elements of an export', () => {
    const pieces = fc.constantFrom(
      '<think>',
      '</think>',
      '<description>',
      '</description>',
      '<answer>',
      '</answer>',
      '<tool name="a" args="Image 1: b">',
      '</tool>',
      '518.9',
      ' million euros',
      '"',
      "'",
      '&amp;',
      '<b ',
      '>',
      '--><script>',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 12 }), (parts) => {
        const html = trajectoryHtml(htmlExport({ samples: [sample({ text: parts.join('') })] }));
        expect(foreignParts(html)).toEqual([]);
      }),
      propertyRuns(60),
    );
  });

  it('the export of a response of any length has a bounded number of lines, and says how many are left out', () => {
    const text = `<description>${`<tool name="a" args="Image 1: b">${'c'.repeat(200)}</tool>`.repeat(5000)}</description>`;
    const html = trajectoryHtml({
      ...htmlExport({ samples: [sample({ text })] }),
      groundings: [{ kind: 'none' }],
    });
    expect(html.length).toBeLessThan(6_000_000);
    expect(html).toContain('1,001 more lines are not shown.');
    expect(html).toContain('more characters of the response are not shown.');
  });

  it('the export takes time that grows with the number of claims', async () => {
    const exports = new Map(
      [100, 400].map((count) => {
        const text = `<description>${'<tool name="a" args="Image 2: row Total">518.9</tool>'.repeat(count)}</description>`;
        return [count, htmlExport({ samples: [sample({ text })] })];
      }),
    );
    const work = (count: number): unknown => trajectoryHtml(exports.get(count) ?? htmlExport());
    expect(await growth(work, { small: 100, large: 400 })).toBeLessThan(LIMIT);
  });
});

describe('claims in the export as Markdown', () => {
  it('a claim that stands nowhere has the page that it was looked for on, and a computed one none', () => {
    const claims = [
      groundedClaim({ text: 'here' }),
      groundedClaim({ text: 'nowhere', on: null, status: 'not-found' }),
      groundedClaim({ text: 'anywhere', on: null, cited: null, status: 'not-found' }),
      groundedClaim({ text: 'unread', on: null, status: 'unknown' }),
      groundedClaim({
        text: 'computed',
        status: 'near',
        computed: {
          right: true,
          computation: { kind: 'sum', operands: [], text: '1 + 1 = 2', value: 2, said: 2 },
        },
      }),
    ];
    const shown = groundResponse(RESPONSE);
    if (shown.kind !== 'grounded') throw new Error('Nothing is grounded.');
    const markdown = trajectoryMarkdown({
      ...htmlExport(),
      groundings: [{ ...shown, grounding: { ...shown.grounding, claims } }],
      images: [],
    });
    const pageOf = (text: string): string | undefined =>
      markdown
        .split('\n')
        .find((line) => line.startsWith('|') && line.includes(` ${text} `))
        ?.split('|')
        .at(-3)
        ?.trim();
    expect(['here', 'nowhere', 'anywhere', 'unread', 'computed'].map(pageOf)).toEqual([
      '4',
      'looked for on page 4',
      '–',
      'cites page 4',
      '–',
    ]);
  });

  it('the Markdown has the sentence about the answer, and a table of the claims, problems first', async () => {
    const markdown = trajectoryMarkdown({
      state: state({ samples: [sample()], images: [] }),
      prompt: null,
      composite: null,
      samples: [0],
      groundings: [groundResponse(RESPONSE)],
      images: [],
    });
    const claims = markdown.slice(markdown.indexOf('## Claims'), markdown.indexOf('## Reward'));
    await expect(claims).toMatchFileSnapshot(expectedFile('claims.md.txt'));
  });

  it('the Markdown says why claims were not looked for', () => {
    const markdown = (grounding: ReturnType<typeof groundResponse>): string =>
      trajectoryMarkdown({
        ...htmlExport(),
        groundings: [grounding],
        images: [],
      });
    const failed = {
      kind: 'failed',
      message: 'The document a.pdf was not found.',
      hint: '',
      missing: 'a.pdf',
    } as const;
    expect(markdown(failed)).toContain(
      'The claims were not looked for on the pages. The document a.pdf was not found.',
    );
    expect(markdown({ kind: 'running' })).toContain('still being looked for');
    expect(markdown({ kind: 'none' })).not.toContain('## Claims');
  });
});

describe('the pages of an export', () => {
  const picture = { src: 'data:image/png;base64,', size: { width: 1, height: 1 }, words: [] };
  const page = (number: number, document = 'a.pdf') => ({ document, page: number });

  it('pages that were sent come first, then others that claims stand on, each once', () => {
    const shown = groundResponse(RESPONSE);
    const groundings = shown.kind === 'grounded' ? [shown.grounding] : [];
    expect(pagesToShow([page(9), page(9), page(4, 'annual-report.pdf')], groundings)).toEqual([
      page(9),
      page(4, 'annual-report.pdf'),
      page(3, 'annual-report.pdf'),
    ]);
  });

  it('a page that cannot be drawn says why, and a document that cannot be read is named once', async () => {
    const { pages, notices } = await drawReportPages([page(1), page(2), page(1, 'b.pdf'), page(2, 'b.pdf')], {
      draw: ({ document, page: number }) => {
        if (document === 'b.pdf') throw new PageTraceError('file-not-found', 'b.pdf is not there.');
        if (number === 2) throw new PageTraceError('page-failed', 'Page 2 is damaged.');
        return Promise.resolve(picture);
      },
    });
    expect(pages).toEqual([
      { ...page(1), picture },
      { ...page(2), picture: { missing: 'Page 2 is damaged.' } },
    ]);
    expect(notices).toEqual(['Pages are not shown: b.pdf is not there.']);
  });

  it('pages over the limit are left out, which is said', async () => {
    const draw = () => Promise.resolve(picture);
    const wanted = [page(1), page(2), page(3)];
    const few = await drawReportPages(wanted, { draw, limits: { mostPages: 1, mostCharacters: 1000 } });
    expect(few.pages).toHaveLength(1);
    expect(few.notices).toEqual(['2 pages more are not shown, because the file would be too large.']);
    const short = await drawReportPages(wanted, { draw, limits: { mostPages: 9, mostCharacters: 30 } });
    expect(short.pages).toHaveLength(2);
  });

  it('drawing ends when it is canceled', async () => {
    const draw = () => Promise.reject(new PageTraceError('cancelled', 'This was canceled.'));
    await expect(drawReportPages([page(1)], { draw })).rejects.toMatchObject({ reason: 'cancelled' });
  });
});
