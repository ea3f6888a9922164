import { describe, expect, it, vi } from 'vitest';
import type { PageChoice } from '../../../src/core/records/pageChoice.ts';
import {
  all,
  apply,
  byText,
  click,
  current,
  find,
  open,
  press,
  receive,
  showTab,
  texts,
} from './drawing.tsx';
import { GOOD_RESPONSE, PAGE_CHOICE, RESPONSE, image, sample, state } from './states.ts';

describe('the steps of the inspector', () => {
  it('shows the steps as a tree with places, depths and costs', () => {
    open(state({ samples: [sample({ verdict: 'wrong' })] }));
    const rows = all('[role=treeitem]');
    expect(
      rows.map((row) => [
        row.getAttribute('aria-level'),
        row.getAttribute('aria-posinset'),
        row.getAttribute('aria-setsize'),
      ]),
    ).toEqual([
      ['1', '1', '3'],
      ['1', '2', '3'],
      ['2', '1', '5'],
      ['2', '2', '5'],
      ['2', '3', '5'],
      ['2', '4', '5'],
      ['2', '5', '5'],
      ['1', '3', '3'],
    ]);
    expect(texts('.step .cost')).toEqual(['', '', '', '', '', '-0.01', '-0.01', '-0.80']);
    expect(texts('.step .seen .body').slice(0, 2)).toEqual([
      'The table stands below the heading Revenue by region.',
      '518.9 million euros',
    ]);
    expect(rows[5]?.textContent).toContain('(empty)');
  });

  it('moves through the steps with the keyboard', () => {
    const made = open(state());
    press('ArrowDown');
    expect(current()).toBe('step-0');
    press('ArrowDown');
    press('ArrowDown');
    expect(current()).toBe('step-2');
    press('End');
    expect(current()).toBe('step-7');
    press('Home');
    expect(current()).toBe('step-0');
    press('PageDown');
    expect(current()).toBe('step-7');
    press('ArrowUp');
    press('ArrowLeft');
    expect(current()).toBe('step-1');
    press('ArrowLeft');
    expect(all('[role=treeitem]')).toHaveLength(3);
    expect(find('#step-1').getAttribute('aria-expanded')).toBe('false');
    press('ArrowDown');
    expect(current()).toBe('step-7');
    press('ArrowUp');
    press('ArrowRight');
    expect(all('[role=treeitem]')).toHaveLength(8);
    press('ArrowRight');
    expect(current()).toBe('step-2');
    // A selection is sent once it has stopped changing.
    expect(made.posted).toEqual([]);
    made.clock.pass(100);
    const { span } = made.model.sample.value?.parsed.value.steps.item(2) ?? { span: null };
    expect(made.posted).toEqual([
      { type: 'select', sample: 0, span, stepEnd: span?.end },
      { type: 'followPage', image: 2, offset: 0 },
    ]);
  });

  it('reveals the text of a step on Enter', () => {
    const made = open(state({ isFile: true }));
    press('End');
    press('Enter');
    expect(made.posted.map(({ type }) => type)).toEqual(['select']);
    expect(made.model.tab.value).toBe('steps');
    const asked = open(state({ isFile: false }));
    press('End');
    press('Enter');
    expect(asked.model.tab.value).toBe('text');
  });

  it('highlights the images that a step names, and links to them', () => {
    const made = open(state());
    receive(made, {
      type: 'reveal',
      sample: 0,
      span: { start: RESPONSE.indexOf('518.9'), end: RESPONSE.indexOf('518.9') },
    });
    expect(current()).toBe('step-3');
    expect(texts('.shot.named b')).toEqual(['Image 2']);
    expect(find('.named-by').textContent).toBe('this step');
    click(byText('#step-6 .chip', 'Image 1'));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Enlarge image 1');
  });

  it('shows a long part shortened, and in full on request', () => {
    const long = `<think>${'word '.repeat(400)}</think>`;
    open(state({ samples: [sample({ text: long })] }));
    expect(find('#step-0 .body').textContent.length).toBeLessThan(500);
    click(find('#step-0 .more'));
    expect(find('#step-0 .body').textContent).toContain('word '.repeat(399));
  });

  it('treats what a model wrote as plain text, never as HTML', () => {
    const text =
      '<think><img src=x onerror="window.hacked=1"><b>bold</b></think><answer><script>1</script></answer>';
    const made = open(state({ samples: [sample({ text })] }));
    expect(all('.steps img, .steps b, .steps script')).toHaveLength(0);
    apply(() => {
      made.model.showTab('text');
    });
    expect(all('.text img, .text b, .text script')).toHaveLength(0);
    expect(find('.text').textContent).toBe(text);
  });
});

describe('checks, text, request and samples in the inspector', () => {
  it('lists the checks by state, with a link to each failed one', () => {
    const made = open(state());
    apply(() => {
      made.model.showTab('checks');
    });
    expect(all('.check-group.failed .check')).toHaveLength(2);
    expect(all('.check-group.passed .check').length).toBeGreaterThan(10);
    click(byText('.check-group.failed .link', 'step 4'));
    expect(made.model.tab.value).toBe('steps');
    expect(current()).toBe('step-5');
  });

  it('shows the text with tags, tools, findings and the selection marked', () => {
    const made = open(state());
    apply(() => {
      made.model.showTab('text');
    });
    expect(find('.text').textContent.replaceAll('\n', '')).toBe(RESPONSE.replaceAll('\n', ''));
    expect(texts('.text .tool-name')[0]).toBe('locate_visual_element');
    expect(texts('.text .value')[0]).toContain('table of revenue');
    expect(texts('.text .found-warning').join('')).toContain('compute_percentage');
    const start = RESPONSE.indexOf('518.9');
    receive(made, { type: 'reveal', sample: 0, span: { start, end: start + 5 } });
    expect(texts('.text .selected')).toEqual(['518.9']);
  });

  it('sends the selection made in the text', () => {
    const made = open(state());
    apply(() => {
      made.model.showTab('text');
    });
    const value = byText('.text .tool-name', 'compute_percentage').firstChild;
    if (value === null) throw new Error('no text');
    document.getSelection()?.setBaseAndExtent(value, 2, value, 7);
    apply(() => {
      document.dispatchEvent(new Event('selectionchange'));
    });
    made.clock.pass(100);
    const start = RESPONSE.indexOf('compute_percentage') + 2;
    const stepEnd = RESPONSE.indexOf('</tool>', start) + '</tool>'.length;
    expect(made.posted).toEqual([{ type: 'select', sample: 0, span: { start, end: start + 5 }, stepEnd }]);
    expect(made.model.currentStep.value?.name).toBe('compute_percentage');
  });

  it('shows how the pages were chosen, and those with the answer that were not sent', () => {
    const made = open(state({ pageChoice: PAGE_CHOICE }));
    expect(find('[role=tab][aria-label="Pages, 2 with the answer not sent"]').textContent).toBe('Pages');
    showTab(made, 'pages');
    expect(texts('.page-choice > p')).toEqual([
      'Pages are ranked by their words (BM25) and by the vectors of their images.',
    ]);
    expect(texts('.missed li')).toEqual([
      'Page 3 of appendix.pdf has the answer and was not sent: its rank is 3.',
      'Page 9 of appendix.pdf has the answer and was not found.',
    ]);
    expect(
      all('.page-choice tbody tr').map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      [
        '1',
        'annual-report.pdf, page 2 has the answer',
        'sent',
        '0.0320',
        'words: rank 1 revenue (4 times) 2.04grow 0.69image: rank 3',
      ],
      ['2', 'annual-report.pdf, page 7', 'sent', '0.0164', 'image: rank 1'],
      ['3', 'appendix.pdf, page 3 has the answer', 'not sent', '0.0161', 'words: rank 2 '],
    ]);
  });

  it('shows pages that no retriever ranked', () => {
    const chosen = (change: Partial<PageChoice>, ...kinds: readonly ('gold' | 'distractor' | 'unfit')[]) => {
      const pages = kinds.map((kind, at) => ({
        document: 0,
        page: at + 1,
        score: null,
        isSent: true,
        reason: { kind },
      }));
      const choice: PageChoice = { way: 'oracle', most: 2, retriever: null, gold: null, pages, ...change };
      return state({ pageChoice: { choice, documents: ['a.pdf'] } });
    };
    const made = open(chosen({ gold: [{ document: 0, page: 2 }] }, 'distractor', 'gold'));
    showTab(made, 'pages');
    expect(texts('.page-choice > p')).toEqual([
      'The pages with the answer were sent, and others at random.',
      'All pages with the answer were sent.',
    ]);
    expect(texts('.page-choice td:last-child')).toEqual(['chosen at random', 'it has the answer']);
    receive(made, { type: 'state', state: chosen({ way: 'auto', retriever: 'bm25' }, 'unfit') });
    expect(texts('.page-choice > p')).toEqual(['No page fits the question, so the first pages were sent.']);
    expect(texts('.page-choice thead th')).toEqual(['Page', 'Request']);
    receive(made, { type: 'state', state: state() });
    expect(all('.page-choice')).toHaveLength(0);
    expect(texts('[role=tab]')).not.toContain('Pages');
  });

  it('shows the messages of the request as they read, and its JSON when asked', () => {
    const made = open(state());
    showTab(made, 'request');
    expect(texts('.request-role')).toEqual(['user']);
    expect(find('[aria-label="Text of the user message"]').textContent).toBe(
      'By how much did total revenue grow from 2023 to 2024?\n<image 1: image/jpeg, 532 x 756 pixels, 90000 bytes>\n\n<image 2: image/jpeg, 532 x 756 pixels, 90000 bytes>\n',
    );
    expect(texts('.request-settings span')).toContain('temperature 0.1');
    click(byText('.button', 'JSON'));
    expect(find('[aria-label="Request as JSON"]').textContent).toBe(state().request);
    expect(all('.request-role')).toHaveLength(0);
  });

  it('shows the request, or why there is none', () => {
    const made = open(state());
    apply(() => {
      made.model.showTab('request');
    });
    expect(texts('.request-settings span')).toContain('model Lang2Act-7B');
    click(byText('.tools .button', 'Copy Request as curl'));
    expect(made.posted).toEqual([{ type: 'command', command: 'copyCurl', sample: 0 }]);
    receive(made, { type: 'state', state: state({ request: null }) });
    expect(find('.hint').textContent).toContain('no request was sent');
  });

  it('groups samples by their answer, says what is judged, and shows the one that is chosen', () => {
    const samples = [
      sample({ verdict: 'wrong', verdictBy: 'judge' }),
      sample({ text: GOOD_RESPONSE, verdict: 'right', verdictBy: 'person', tokens: 220 }),
      sample({ text: '', state: 'streaming', finishReason: null, tokens: null }),
      sample({ text: GOOD_RESPONSE.replace('11.2%</answer>', '11.2%.</answer>') }),
      sample({ text: 'I cannot say.', tokensEstimated: true }),
    ];
    const made = open(state({ samples }));
    expect(texts('.sample-sign')).toEqual(['10.18', '21.00', '3…', '4?', '50.00']);
    expect(texts('.sample-tab .visually-hidden')).toEqual([
      'Sample 1 of 5, answer 7.7%, and the margin was 12.1%, wrong',
      'Sample 2 of 5, answer 7.7%, and the margin was 11.2%, right',
      'Sample 3 of 5, still arriving',
      'Sample 4 of 5, answer 7.7%, and the margin was 11.2%., not judged',
      'Sample 5 of 5, no answer, not judged',
    ]);
    showTab(made, 'samples');
    expect(find('.samples-summary p').textContent).toBe(
      '5 samples: 1 right, 1 wrong, 2 not judged, 1 still arriving. They give 2 different answers. ' +
        'The known rewards (3) are 0.00 to 1.00, 0.393 on average.',
    );
    expect(texts('.group-row')).toEqual([
      '7.7%, and the margin was 11.2%2 samples: 1 right, 1 not judged',
      '7.7%, and the margin was 12.1%1 sample: 1 wrong',
      'No answer2 samples: 1 not judged, 1 still arriving',
    ]);
    const rows = all('tbody tr:not(.group-row)').map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
    expect(rows).toEqual([
      ['2', 'Right (by you)', '1.00', '220', '5', '', 'stop'],
      ['4', 'Not judged', '0.20 if wrong, 1.00 if right', '214', '5', '', 'stop'],
      ['1', 'Wrong (by the model)', '0.18', '214', '5', '2', 'stop'],
      ['3', '', '–', '–', '0', '', 'Still arriving'],
      ['5', 'Not judged', '0.00', 'about 214 tokens', '0', expect.any(String), 'stop'],
    ]);
    click(byText('.button', 'Judge All'));
    expect(made.posted).toEqual([{ type: 'judgeAll' }]);
    click(byText('tbody .link', '2'));
    expect(find('.number').textContent).toBe('1.00');
    expect(made.model.tab.value).toBe('steps');
    click(byText('.button', 'Unknown'));
    expect(made.posted.slice(1)).toEqual([
      { type: 'shown', sample: 1 },
      { type: 'verdict', sample: 1, verdict: 'unknown' },
    ]);
  });

  it('counts responses that were canceled or broken off as incomplete, and does not offer to judge them', () => {
    const broken = [sample({ state: 'cancelled' }), sample({ state: 'failed' })];
    const made = open(state({ samples: [sample({ verdict: 'right' }), ...broken] }));
    showTab(made, 'samples');
    expect(find('.samples-summary p').textContent).toMatch(/^3 samples: 1 right, 2 incomplete\. /);
    expect(all('.button').map(({ textContent }) => textContent)).not.toContain('Judge All');
  });

  it('says nothing about rewards and answers of samples that nobody has judged', () => {
    const made = open(state({ samples: [sample(), sample(), sample()] }));
    showTab(made, 'samples');
    expect(find('.samples-summary p').textContent).toBe('3 samples: 3 not judged. All give the same answer.');
    receive(made, {
      type: 'update',
      state: state(),
      samples: [sample(), sample({ state: 'streaming' }), sample()],
    });
    expect(find('[role=status]').textContent).toBe('Other samples are still arriving.');
    receive(made, {
      type: 'state',
      state: state({ samples: [sample({ verdict: 'right' }), sample({ verdict: 'right' })] }),
    });
    expect(find('.samples-summary p').textContent).toBe(
      '2 samples: 2 right. All give the same answer. The known rewards (2) are all 0.98.',
    );
    expect(texts('.samples .button')).toEqual(['Compare Samples']);
  });

  it('counts answers as equal when the words that the reward compares are equal', () => {
    const text = (answer: string): string => `<evidence>[1]: a</evidence><answer>${answer}</answer>`;
    const samples = [sample({ text: text('The cat.') }), sample({ text: text('a cat') })];
    const made = open(state({ dialect: 'evisrag', profile: 'evisrag', samples }));
    showTab(made, 'samples');
    expect(texts('.group-row')).toEqual(['The cat.2 samples: 2 not judged']);
    receive(made, { type: 'state', state: state({ samples }) });
    expect(all('.group-row')).toHaveLength(2);
  });

  it('shows the steps if the kept tab is not there, as that of several samples', () => {
    const made = open(state());
    showTab(made, 'samples');
    expect(all('[role=tree]')).toHaveLength(1);
    expect(texts('.tab')).toEqual(['Steps', 'Reward', 'Checks', 'Text', 'Request']);
    expect(all('.badge').map((badge) => badge.dataset['count'])).toEqual(['2']);
  });
});

describe('page images of the inspector', () => {
  it('shows size, tokens and text height of each image, with the budget it needs', () => {
    open(
      state({
        images: [
          image(1),
          image(2, { textHeight: 14.2, readableAt: null, tokensEstimated: true }),
          image(3, { textHeight: null, readFrom: 'ocr' }),
          image(4, { tokens: null, readFrom: 'text-layer' }),
        ],
      }),
    );
    const words = texts('.shot-words');
    expect(words[0]).toContain('532 × 756 px, 515 tokens');
    expect(words[0]).toContain('text 7 px high');
    expect(find('.shot .warned').title).toContain('12 px high with 1,181,952 pixels per page image');
    expect(words[1]).toContain('about 515 tokens');
    expect(words[1]).toContain('text 14 px high');
    expect(words[2]).toContain('text height unknown');
    expect(words[2]).toContain('515 tokens, OCR');
    expect(words[3]).toContain('532 × 756 px, text layer');
  });

  it.each([
    [12, null],
    [13, '13 page images'],
    [1024, '1,024 page images'],
  ])('shows up to 12 images side by side, and more as a list with their count: %i', (length, said) => {
    open(state({ numImages: length, images: Array.from({ length }, (_, index) => image(index + 1)) }));
    expect(document.querySelector('.strip-count')?.textContent ?? null).toBe(said);
    expect(find('.strip').classList.contains('rows')).toBe(said !== null);
    expect(texts('.shot b')).toHaveLength(length);
    expect(find('.shot:last-child').textContent).toContain('532 × 756 px, 515 tokens');
  });

  it('opens the page of an image, and the image enlarged', async () => {
    const { posted } = open(state());
    click(byText('.shot .link', 'page 4'));
    expect(posted).toEqual([{ type: 'showPage', image: 2 }]);
    vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(() => undefined);
    click(find('[aria-label="Enlarge image 2"]'));
    await expect
      .poll(() => all('dialog').map((dialog) => dialog.getAttribute('aria-label')))
      .toEqual(['Image 2, page 4 of annual-report.pdf']);
  });
});
