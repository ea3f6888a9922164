import { options, type VNode } from 'preact';
import { describe, expect, it, vi } from 'vitest';
import type { InspectorSample } from '../../../src/protocol/inspector.ts';
import { all, apply, byText, click, current, find, open, press, receive, root, texts } from './drawing.tsx';
import { GOOD_RESPONSE, RESPONSE, image, longResponse, sample, state } from './states.ts';

// happy-dom lacks what the toolkit's elements need, so they are plain elements here and real ones in the browser tests.
vi.mock('@vscode/webview-ui-toolkit', () => import('../shared/plainToolkit.ts'));

describe('the states of the inspector', () => {
  it('shows nothing before the first state arrives', () => {
    open();
    expect(root.innerHTML).toBe('');
  });

  it('says what to do when there is no trajectory', () => {
    const { posted } = open(state({ samples: [], question: null, documents: [], images: [] }));
    expect(find('h1').textContent).toBe('No trajectory yet');
    click(byText('vscode-button', 'Ask About Document'));
    expect(posted).toEqual([{ type: 'command', command: 'ask', sample: 0 }]);
  });

  it('says what to do in an empty file', () => {
    const empty = { samples: [sample({ text: '' })], question: null, documents: [], images: [] };
    open(state({ ...empty, isFile: true }));
    expect(find('h1').textContent).toBe('This trajectory is empty');
  });

  it('shows that it is waiting for the first token', () => {
    const waiting = sample({
      text: '',
      state: 'waiting',
      finishReason: null,
      tokens: null,
      firstTokenAfter: null,
    });
    const { posted } = open(state({ samples: [waiting] }));
    expect(find('[role=status]').textContent).toBe('Waiting for the first token.');
    expect(find('.hint').textContent).toBe('Steps are shown here as they arrive.');
    expect(all('.reward')).toHaveLength(0);
    click(byText('vscode-button', 'Cancel'));
    expect(posted).toEqual([{ type: 'command', command: 'cancel', sample: 0 }]);
  });

  it('says that no text has arrived yet', () => {
    open(state({ samples: [sample({ text: '', state: 'waiting' })] }));
    expect(find('[role=status]').textContent).toBe('Waiting for the first token.');
  });

  it('shows the text so far while the rest arrives', () => {
    open(
      state({
        samples: [sample({ text: RESPONSE.slice(0, 420), state: 'streaming', tokensEstimated: true })],
      }),
    );
    expect(find('[role=status]').textContent).toBe('The response is arriving.');
    expect(find('.so-far').textContent).toBe('If the response ended here:');
    expect(find('.meta').textContent).toContain('~214 tokens at ~61 a second');
    expect(texts('.step .tool-name')).toEqual(['locate_visual_element', 'read_numeric_value']);
  });

  it('keeps the text that arrived before the generation was canceled', () => {
    open(
      state({
        samples: [sample({ text: RESPONSE.slice(0, 420), state: 'cancelled', finishReason: 'abort' })],
      }),
    );
    expect(find('[role=status]').textContent).toBe('Cancelled. What had arrived is kept.');
    expect(all('.step').length).toBeGreaterThan(2);
  });

  it('says that no text arrived before the generation was canceled, and shows no reward', () => {
    open(state({ samples: [sample({ text: '', state: 'cancelled', finishReason: null })] }));
    expect(find('[role=status]').textContent).toBe('Cancelled before anything arrived.');
    expect(find('.hint').textContent).toBe('There is no response, and so there are no steps.');
    expect(all('.reward')).toHaveLength(0);
  });

  it('says what failed and what to do, and retries', () => {
    const failure = { message: 'The server was cut off.', hint: 'Start it again.', canRetry: true };
    const { posted } = open(state({ samples: [sample({ state: 'failed' })], failure }));
    expect(find('[role=alert]').textContent).toContain('The server was cut off.Start it again.');
    click(byText('vscode-button', 'Try Again'));
    expect(posted).toEqual([{ type: 'command', command: 'retry', sample: 0 }]);
  });

  it('says when a document has changed, and what the server did to the think part', () => {
    open(
      state({
        documents: [{ name: 'report.pdf', pages: '3', changed: true }],
        notices: ['The key `author` is not known.'],
        samples: [sample({ reasoning: 'reasoning_content' })],
      }),
    );
    const notices = texts('.notices li');
    expect(notices[0]).toBe(
      'report.pdf has changed since this was asked: pages and images may be others now.',
    );
    expect(notices[1]).toBe('The key `author` is not known.');
    expect(notices[2]).toContain('in its field `reasoning_content`');
    expect(notices[2]).toContain('without --reasoning-parser');
  });
});

describe('the head of the inspector', () => {
  it('shows question, documents, model, server, tokens, times and the finish reason', () => {
    open(state());
    expect(find('h1').textContent).toBe(state().question);
    expect(texts('.meta li').filter((_, index) => index !== 1)).toEqual([
      'annual-report.pdf, pages 3 and 4',
      'Lang2Act-7B',
      'workstation',
      '2 images, 1,030 tokens',
      'prompt 1,694 tokens (512 cached)',
      'first token 0.42 s',
      '214 tokens at 61 a second',
      'stop',
      'temperature 0.1 · top_p 1',
    ]);
  });

  it('says which dialect the response is read in, and reads it in another when the person chooses one', () => {
    const made = open(state());
    const choice = (): HTMLSelectElement => {
      const found = root.querySelector('select');
      if (found === null) throw new Error('no choice');
      return found;
    };
    const choose = (value: string): void => {
      apply(() => {
        choice().value = value;
        choice().dispatchEvent(new Event('change', { bubbles: true }));
      });
    };
    expect(choice().getAttribute('aria-label')).toBe('Dialect');
    expect(choice().value).toBe('lang2act');
    expect(all('.step-findings li')).toHaveLength(2);
    choose('think-answer');
    expect(made.posted).toEqual([{ type: 'dialect', dialect: 'think-answer' }]);
    expect(texts('.step-findings li').join()).toContain('think-answer has no tool calls');
    choose('');
    expect(made.posted.at(-1)).toEqual({ type: 'dialect', dialect: null });
    receive(made, { type: 'state', state: state({ dialectConfidence: 0.857 }) });
    expect(texts('.meta li')[1]).toContain(', recognized from the text (0.86)');
    expect([...choice().options].map(({ value }) => value)).not.toContain('');
    receive(made, { type: 'state', state: state({ dialectConfidence: 0 }) });
    expect(texts('.meta li')[1]).toContain(', assumed: nothing in the text speaks for any dialect');
  });

  it('shows no reward when no profile supports the dialect, and what other profiles would pay', () => {
    const { posted } = open(state({ dialect: 'think-answer', profile: null }));
    expect(find('.number').textContent).toBe('\u2013');
    expect(find('.no-profile').textContent).toContain('No built-in reward is made for this dialect.');
    expect(all('.bars, .lines, .reported')).toHaveLength(0);
    expect(texts('.step .cost').join('')).toBe('');
    expect(all('.step-findings li').length).toBeGreaterThan(4);
    click(byText('.others .link', 'action-rl'));
    expect(posted).toEqual([{ type: 'profile', profile: 'action-rl' }]);
    expect(find('.number').textContent).toBe('0.20 or 1.00');
  });

  it('shows a default beside the reward, what the reference returns, and what a part is paid for', () => {
    const made = open(state({ numImages: null, samples: [sample({ verdict: 'wrong' })] }));
    expect(find('.lines .note').textContent).toBe('=num_images 3, the default: the record has none.');
    expect(texts('.reported dl > div')).toEqual([
      'overall0.18',
      'answer_score0',
      'format_score1',
      'tool_score0.8',
    ]);
    click(byText('.bar-labels .link', 'tools 0.08 of 0.10'));
    expect(made.model.tab.value).toBe('text');
    expect(made.model.selection.value?.span.start).toBe(RESPONSE.indexOf('<tool'));
  });

  it('says that a response was cut off', () => {
    open(state({ samples: [sample({ finishReason: 'length' })] }));
    expect(find('.meta .warned').textContent).toBe('length: cut off at max_tokens');
  });

  it('shows the reward as a sentence, and updates it with one click on the verdict', () => {
    const { posted } = open(state());
    expect(find('.number').textContent).toBe('0.18 or 0.98');
    expect(texts('.bar-labels li')).toEqual(['answer ? of 0.80', 'format 0.10', 'tools 0.08 of 0.10']);
    click(byText('vscode-button', 'Wrong'));
    expect(posted).toEqual([{ type: 'verdict', sample: 0, verdict: 'wrong' }]);
    expect(find('.number').textContent).toBe('0.18');
    expect(byText('vscode-button', 'Wrong').getAttribute('aria-pressed')).toBe('true');
    expect(texts('.lines li')).toEqual([
      '-0.80The answer is judged wrong (by you): answer',
      expect.stringMatching(/^-0\.01.*: step 4$/),
      expect.stringMatching(/^-0\.01.*: step 5$/),
    ]);
    expect(find('.others').textContent).toContain('lang2act-paper');
  });

  it('goes from a deduction to its step', () => {
    const made = open(state());
    click(byText('.lines .link', 'step 4'));
    expect(current()).toBe('step-5');
    expect(made.posted.map(({ type }) => type)).toEqual(['select']);
  });

  it('scores with another profile as soon as it is chosen', () => {
    const { posted } = open(state({ samples: [sample({ verdict: 'right' })] }));
    click(byText('.others .link', 'lang2act-paper'));
    expect(posted).toEqual([{ type: 'profile', profile: 'lang2act-paper' }]);
    expect(find('.number').textContent).toBe('1.00');
  });

  it('passes what a trainer would pass to the reward, and says which input takes its default', () => {
    const made = open(state({ samples: [sample({ verdict: 'wrong' })] }));
    expect(all('.lines .note')).toHaveLength(0);
    const choice = all('select').at(-1) as HTMLSelectElement;
    expect(choice.getAttribute('aria-label')).toBe('Reward inputs');
    apply(() => {
      choice.value = 'easyr1';
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(texts('.lines .note')[0]).toBe('=num_images 3, the default: EasyR1 passes none.');
    expect(made.kept.at(-1)?.trainer).toBe('easyr1');
    // This changes the view only, so nothing is sent.
    expect(made.posted).toEqual([]);
  });

  it('compares the person’s own reward with the built-in one, field by field', () => {
    const { posted } = open(state({ canScoreWithPython: true }));
    click(byText('vscode-button', 'Score with Python Reward'));
    expect(posted).toEqual([{ type: 'command', command: 'scoreWithPython', sample: 0 }]);
    const beside = (userReward: InspectorSample['userReward']): void => {
      open(state({ canScoreWithPython: true, samples: [sample({ verdict: 'right', userReward })] }));
    };
    beside({ file: 'mine.py', state: { kind: 'running' } });
    expect(find('.user-reward [role=status]').textContent).toBe('mine.py is scoring this response.');
    const fields = { overall: 0.5, format_score: 1, extra: 'NaN', note: 'short' };
    beside({ file: 'mine.py', state: { kind: 'scored', overall: 0.5, fields } });
    const rows = all('.user-reward tbody tr').map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
    expect(rows[0]).toEqual(['overall', '0.98', '0.5', '-0.48']);
    expect(rows).toContainEqual(['format_score', '1', '1', 'equal']);
    expect(rows).toContainEqual(['tool_score', '0.8', '–', '–']);
    expect(rows).toContainEqual(['extra', '–', 'NaN', '–']);
    expect(rows).toContainEqual(['note', '–', 'short', '–']);
    beside({
      file: 'mine.py',
      state: { kind: 'failed', failure: 'mine.py took longer than 10 s.', hint: 'Raise the limit.' },
    });
    expect(find('.user-reward .warned').textContent).toBe('mine.py took longer than 10 s. Raise the limit.');
  });

  it('sends the command that scores with all rewards when its link is clicked', () => {
    const { posted } = open(state());
    click(byText('.others .link', 'All rewards'));
    expect(posted).toEqual([{ type: 'command', command: 'scoreWithAllRewards', sample: 0 }]);
  });

  it('offers a judge only when there is a reference answer', () => {
    const made = open(state({ reference: '' }));
    click(byText('vscode-button', 'Judge with Model'));
    expect(made.posted).toEqual([]);
    receive(made, { type: 'state', state: state({ reference: '7.7%' }) });
    click(byText('vscode-button', 'Judge with Model'));
    expect(made.posted).toEqual([{ type: 'judge', sample: 0 }]);
  });

  it('sends the reference answer that is typed', () => {
    const { posted } = open(state({ reference: '' }));
    const field = find('vscode-text-field') as HTMLInputElement;
    field.value = '7.7% and 11.2%';
    apply(() => {
      field.dispatchEvent(new Event('change'));
    });
    expect(posted).toEqual([{ type: 'reference', text: '7.7% and 11.2%' }]);
  });
});

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
    expect(texts('.step .cost')).toEqual(['', '', '0', '0', '0', '-0.01', '-0.01', '-0.80']);
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
    expect(made.posted).toEqual([{ type: 'select', sample: 0, span }]);
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
    expect(made.posted).toEqual([{ type: 'select', sample: 0, span: { start, end: start + 5 } }]);
    expect(made.model.currentStep.value?.name).toBe('compute_percentage');
  });

  it('shows the request, or why there is none', () => {
    const made = open(state());
    apply(() => {
      made.model.showTab('request');
    });
    expect(find('.text').textContent).toContain('"model": "Lang2Act-7B"');
    click(byText('.tools vscode-button', 'Copy Request as curl'));
    expect(made.posted).toEqual([{ type: 'command', command: 'copyCurl', sample: 0 }]);
    receive(made, { type: 'state', state: state({ request: null }) });
    expect(find('.hint').textContent).toContain('No request was sent');
  });

  it('compares samples, and shows the one that is chosen', () => {
    const samples = [
      sample({ verdict: 'wrong', verdictBy: 'judge' }),
      sample({ text: GOOD_RESPONSE, verdict: 'right', tokens: 220 }),
      sample({ text: '', state: 'streaming', finishReason: null, tokens: null }),
    ];
    const made = open(state({ samples }));
    expect(texts('.sample-tab')).toEqual(['10.18', '21.00', '3…']);
    apply(() => {
      made.model.showTab('samples');
    });
    expect(find('.samples-summary').textContent).toBe(
      '3 samples: 1 right, 1 wrong, 1 not judged. The reward goes from 0.18 to 1.00, 0.59 on average. They give 2 different answers.',
    );
    expect(texts('tbody tr td:nth-child(3)')).toEqual(['0.18', '1.00 best', '–']);
    click(byText('tbody .link', '2'));
    expect(find('.number').textContent).toBe('1.00');
    expect(made.model.tab.value).toBe('steps');
    click(byText('vscode-button', 'Unknown'));
    expect(made.posted).toEqual([
      { type: 'shown', sample: 1 },
      { type: 'verdict', sample: 1, verdict: 'unknown' },
    ]);
  });

  it('compares rewards and answers of the samples that have ended', () => {
    const samples = [
      sample({ verdict: 'wrong', verdictBy: 'person' }),
      sample({ text: RESPONSE.slice(0, 420), state: 'streaming', finishReason: null }),
    ];
    const made = open(state({ samples }));
    expect(find('[role=status]').textContent).toBe('Other samples are still arriving.');
    apply(() => {
      made.model.showTab('samples');
    });
    expect(find('.samples-summary').textContent).toContain('All are paid 0.18.');
    expect(texts('.samples tbody tr:nth-child(2) td').slice(1)).toEqual([
      '–',
      '214',
      '2',
      '0',
      'arriving',
      'none yet',
    ]);
  });
});

describe('page images of the inspector', () => {
  it('shows size, tokens and text height of each image, with the budget it needs', () => {
    open(
      state({
        images: [
          image(1),
          image(2, { textHeight: 14.2, readableAt: null, tokensEstimated: true }),
          image(3, { textHeight: null }),
        ],
      }),
    );
    const words = texts('.shot-words');
    expect(words[0]).toContain('532 × 756 px, 515 tokens');
    expect(words[0]).toContain('text 7 px high');
    expect(words[0]).toContain('12 px needs 1,181,952 px');
    expect(words[1]).toContain('~515 tokens');
    expect(words[1]).toContain('text 14 px high');
    expect(words[2]).toContain('text height unknown');
  });

  it('opens the page of an image, and the image enlarged', () => {
    const { posted } = open(state());
    click(byText('.shot .link', 'page 4'));
    expect(posted).toEqual([{ type: 'showPage', image: 2 }]);
    vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(() => undefined);
    click(find('[aria-label="Enlarge image 2"]'));
    expect(find('dialog').getAttribute('aria-label')).toBe('Image 2, page 4 of annual-report.pdf');
  });
});

describe('the actions of the inspector', () => {
  it('sends actions as commands', () => {
    const { posted } = open(state());
    click(byText('vscode-button', 'Ask Again'));
    click(byText('vscode-button', 'Open as Text'));
    for (const name of [
      'Copy Answer',
      'Copy Trajectory',
      'Save as .trajectory',
      'Export as Markdown',
      'Copy Request as curl',
    ]) {
      click(byText('vscode-button', 'More…'));
      click(byText('[role=menuitem]', name));
    }
    expect(posted.map((message) => (message.type === 'command' ? message.command : message.type))).toEqual([
      'askAgain',
      'openAsText',
      'copyAnswer',
      'copyTrajectory',
      'save',
      'exportMarkdown',
      'copyCurl',
    ]);
  });

  it('disables actions that do not apply', () => {
    const { posted } = open(state({ isFile: true, request: null, canAsk: false }));
    expect(texts('.actions vscode-button')).toEqual(['Ask Again', 'More…']);
    click(byText('vscode-button', 'Ask Again'));
    click(byText('vscode-button', 'More…'));
    expect(texts('[role=menuitem]')).toEqual([
      'Copy Answer',
      'Copy Trajectory',
      'Export as Markdown',
      'Copy Request as curl',
    ]);
    click(byText('[role=menuitem]', 'Copy Request as curl'));
    expect(posted).toEqual([]);
  });
});

describe('a long stream in the inspector', () => {
  it('redraws only what changed', () => {
    const diffed = vi.spyOn(options as { diffed: (vnode: VNode) => void }, 'diffed');
    const text = longResponse(600);
    const made = open(state({ samples: [sample({ text: '', state: 'streaming', finishReason: null })] }));
    let frames = 0;
    for (let at = 0; at < text.length; at += 120) {
      receive(made, { type: 'append', sample: 0, text: text.slice(at, at + 120) });
      frames += 1;
    }
    const rows = diffed.mock.calls.filter(
      ([{ type }]) => typeof type === 'function' && type.name === 'StepRow',
    ).length;
    diffed.mockRestore();
    expect(rows).toBeGreaterThan(600);
    // A frame draws the growing row and its block; each new score redraws the visible rows.
    expect(frames).toBeGreaterThan(600);
    expect(rows).toBeLessThan(6 * frames);
    expect(made.work.scorings).toBeLessThan(60);
    // Only the first and the last chunks are in the DOM.
    expect(all('[role=treeitem]').length).toBeLessThan(80);
    expect(made.model.sample.value?.parsed.value.steps.length).toBe(603);
  });
});
