import { options, type VNode } from 'preact';
import { describe, expect, it, vi } from 'vitest';
import { all, apply, byText, click, find, open, receive, root, showTab, texts } from './drawing.tsx';
import { RESPONSE, longResponse, sample, state } from './states.ts';

describe('the states of the inspector', () => {
  it('shows nothing before the first state arrives', () => {
    open();
    expect(root.innerHTML).toBe('');
  });

  it('says what to do when there is no trajectory', () => {
    const { posted } = open(state({ samples: [], question: null, documents: [], images: [] }));
    expect(find('h1').textContent).toBe('No trajectory yet');
    click(byText('.button', 'Ask About Document'));
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
    expect(find('.hint').textContent).toBe('The steps appear here as they arrive.');
    expect(all('.reward')).toHaveLength(0);
    click(byText('.button', 'Cancel'));
    expect(posted).toEqual([{ type: 'command', command: 'cancel', sample: 0 }]);
  });

  it('says that no text has arrived yet', () => {
    open(state({ samples: [sample({ text: '', state: 'waiting' })] }));
    expect(find('[role=status]').textContent).toBe('Waiting for the first token.');
  });

  it('says what the server is doing, or for how long nothing has come from it, and offers to cancel', () => {
    const waiting = sample({ text: '', state: 'waiting' });
    open(state({ samples: [waiting], progress: 'Reading page 3 of 10.' }));
    expect(find('[role=status]').textContent).toBe('Reading page 3 of 10.');
    const stalled = sample({ text: RESPONSE.slice(0, 420), state: 'streaming' });
    const { posted } = open(state({ samples: [stalled], progress: 'Nothing received for 40 s.' }));
    expect(find('[role=status]').textContent).toBe('Nothing received for 40 s.');
    click(byText('.button', 'Cancel'));
    expect(posted).toEqual([{ type: 'command', command: 'cancel', sample: 0 }]);
  });

  it('shows the text so far while the rest arrives', () => {
    open(
      state({
        samples: [sample({ text: RESPONSE.slice(0, 420), state: 'streaming', tokensEstimated: true })],
      }),
    );
    expect(find('[role=status]').textContent).toBe('The response is arriving.');
    expect(find('.answer-row').textContent).toBe('AnswerNo answer yet');
    expect(find('.meta').textContent).toContain('about 214 tokens');
    expect(texts('.step .tool-name')).toEqual(['locate_visual_element', 'read_numeric_value']);
  });

  it('keeps the text that arrived before the generation was canceled', () => {
    open(
      state({
        samples: [sample({ text: RESPONSE.slice(0, 420), state: 'cancelled', finishReason: 'abort' })],
      }),
    );
    expect(find('[role=status]').textContent).toBe('Canceled. What arrived is kept.');
    expect(all('.step').length).toBeGreaterThan(2);
  });

  it.each(['cancelled', 'failed'] as const)(
    'finds no fault with a response that has %s for what the model could still have written',
    (ended) => {
      const text = RESPONSE.slice(0, 420);
      const made = open(state({ samples: [sample({ text, state: 'streaming', finishReason: null })] }));
      const read = (): string[] => {
        showTab(made, 'steps');
        const steps = texts('.step-findings li');
        showTab(made, 'checks');
        return [...steps, ...texts('.check-group.failed .check-title')];
      };
      const before = read();
      receive(made, { type: 'update', state: state(), samples: [sample({ state: ended })] });
      expect(read()).toEqual(before);
      // The same text is at fault if the model ended it itself.
      receive(made, { type: 'update', state: state(), samples: [sample({ state: 'done' })] });
      expect(read().length).toBeGreaterThan(before.length);
    },
  );

  it('says that no text arrived before the generation was canceled, and shows no reward', () => {
    open(state({ samples: [sample({ text: '', state: 'cancelled', finishReason: null })] }));
    expect(find('[role=status]').textContent).toBe('Canceled before anything arrived.');
    expect(find('.hint').textContent).toBe('There is no response, so there are no steps.');
    expect(all('.reward')).toHaveLength(0);
  });

  it('says what failed and what to do, and retries', () => {
    const failure = { message: 'The server was cut off.', hint: 'Start it again.', canRetry: true };
    const { posted } = open(state({ samples: [sample({ state: 'failed' })], failure }));
    expect(find('[role=alert]').textContent).toContain('The server was cut off.Start it again.');
    click(byText('.button', 'Try Again'));
    expect(posted).toEqual([{ type: 'command', command: 'retry', sample: 0 }]);
  });

  it('says when a document has changed, and what the server did to the think part', () => {
    open(
      state({
        documents: [{ name: 'report.pdf', path: 'report.pdf', pages: '3', changed: true, missing: false }],
        notices: ['The key `author` is not known.'],
        samples: [sample({ reasoning: 'reasoning_content' })],
      }),
    );
    const notices = texts('.notices li');
    expect(notices[0]).toBe(
      'report.pdf has changed since the question was asked, so its pages may look different now.',
    );
    expect(notices[1]).toBe('The key `author` is not known.');
    expect(notices[2]).toContain('to the field `reasoning_content`');
    expect(notices[2]).toContain('without --reasoning-parser');
  });

  it('opens the settings where a notice names one', () => {
    const notice = 'a.pdf was not found. Choose folders in the setting pagetrace.runs.documentFolders.';
    const { posted } = open(state({ notices: [notice] }));
    expect(texts('.notices li')).toEqual([notice]);
    click(byText('.notices button', 'pagetrace.runs.documentFolders'));
    expect(posted).toEqual([{ type: 'openSetting', setting: 'pagetrace.runs.documentFolders' }]);
  });
});

describe('an inspector that is reused', () => {
  it('closes the details of the earlier trajectory when another one is shown', () => {
    const made = open(state());
    click(byText('button', 'Details'));
    expect(all('.details')).toHaveLength(1);
    receive(made, { type: 'state', state: state({ reference: '12' }) });
    expect(all('.details')).toHaveLength(1);
    receive(made, { type: 'state', state: state({ key: 'another', question: 'How many?' }) });
    expect(find('h1').textContent).toBe('How many?');
    expect(all('.details')).toHaveLength(0);
  });
});

describe('the actions of the inspector', () => {
  it('sends actions as commands', () => {
    const { posted } = open(state());
    click(byText('.button', 'Ask Again'));
    click(byText('.button', 'Open as Text'));
    for (const name of [
      'What If…',
      'Copy Answer',
      'Copy Trajectory',
      'Copy Link',
      'Save as .trajectory',
      'Export as Markdown',
      'Export as HTML',
      'Copy Request as curl',
    ]) {
      click(byText('.button', 'More…'));
      click(byText('[role=menuitem]', name));
    }
    expect(posted.map((message) => (message.type === 'command' ? message.command : message.type))).toEqual([
      'askAgain',
      'openAsText',
      'whatIf',
      'copyAnswer',
      'copyTrajectory',
      'copyLink',
      'save',
      'exportMarkdown',
      'exportHtml',
      'copyCurl',
    ]);
  });

  it('disables actions that do not apply', () => {
    const { posted } = open(state({ isFile: true, request: null, canAsk: false }));
    expect(texts('.actions .button')).toEqual(['Ask Again', 'More…']);
    click(byText('.button', 'Ask Again'));
    click(byText('.button', 'More…'));
    expect(texts('[role=menuitem]')).toEqual([
      'Continue From Here',
      'What If…',
      'Copy Answer',
      'Copy Trajectory',
      'Copy Link',
      'Draw Gold Box…',
      'Add to Data Set…',
      'Export as Markdown',
      'Export as HTML',
      'Copy Request as curl',
    ]);
    for (const name of ['Continue From Here', 'What If…', 'Copy Request as curl'])
      click(byText('[role=menuitem]', name));
    expect(posted).toEqual([]);
  });

  it('continues the response up to the end of the selected step, and only once a step is selected', () => {
    const { posted, model } = open(state());
    click(byText('.button', 'More…'));
    click(byText('[role=menuitem]', 'Continue From Here'));
    expect(posted).toEqual([]);
    click(find('#step-1'));
    const end = model.currentStep.value?.span.end;
    expect(RESPONSE.slice(0, end)).toMatch(/>$/u);
    click(byText('[role=menuitem]', 'Continue From Here'));
    expect(posted.filter(({ type }) => type === 'command')).toEqual([
      { type: 'command', command: 'continueResponse', sample: 0, end },
    ]);
  });

  it('selects the step whose context menu is opened, and tells VS Code where it is, at the tree too for the keyboard', () => {
    const { model } = open(state());
    const row = find('#step-1');
    apply(() => row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true })));
    const context = { webviewSection: 'step', ...model.currentStep.value?.span };
    for (const element of [row, find('[role=tree]')])
      expect(JSON.parse(element.dataset['vscodeContext'] ?? '')).toEqual(context);
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
