import { describe, expect, it } from 'vitest';
import type { InspectorSample } from '../../../src/protocol/inspector.ts';
import { all, apply, byText, click, current, find, open, receive, root, showTab, texts } from './drawing.tsx';
import { RESPONSE, sample, state } from './states.ts';

describe('the head of the inspector', () => {
  it('shows the question of a prompt that a chat template made, and the whole prompt on demand', () => {
    const prompt = '<|im_start|>user\n<image>How many?<|im_end|>\n<|im_start|>assistant\n';
    open(state({ question: prompt }));
    expect(find('h1').textContent).toBe('How many?');
    expect(find('h1').title).toBe(prompt);
  });

  it('shows question, documents, model, server, tokens, times and the finish reason', () => {
    open(state());
    expect(find('h1').textContent).toBe(state().question);
    expect(texts('.meta li').filter((_, index) => index !== 2)).toEqual([
      'annual-report.pdf, pages 3 and 4',
      expect.stringMatching(/^Nov 2[12], (\d\d:\d\d|2026)$/),
      'Lang2Act-7B',
      '214 tokens',
      'stop',
    ]);
    expect(all('.details')).toHaveLength(0);
    expect(find('.details-button').getAttribute('aria-expanded')).toBe('false');
    click(find('.details-button'));
    expect(texts('.details > div').slice(0, -1)).toEqual([
      'Serverworkstation',
      'Page images2, 1,030 tokens',
      'Prompt, images included1,694 tokens, 512 of them cached',
      'First tokenafter 0.42 s',
      'Speed61 tokens per second',
      'Samplingtemperature 0.1 · top_p 1',
    ]);
    expect(texts('.details dt').at(-1)).toBe('Asked');
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
    click(find('.details-button'));
    expect(texts('.details > div').at(-1)).toBe('Dialectrecognized from the text (0.86)');
    expect([...choice().options].map(({ value }) => value)).not.toContain('');
    receive(made, { type: 'state', state: state({ dialectConfidence: 0 }) });
    expect(texts('.details > div').at(-1)).toBe(
      'Dialectassumed because nothing in the text is typical of a dialect',
    );
  });

  it('shows no reward when no profile supports the dialect, and what other profiles would pay', () => {
    const made = open(state({ dialect: 'think-answer', profile: null }));
    const { posted } = made;
    expect(find('.number').textContent).toBe('\u2013');
    expect(find('.cause').textContent).toBe('No built-in reward is made for this dialect.');
    expect(texts('.step .cost').join('')).toBe('');
    expect(all('.step-findings li').length).toBeGreaterThan(4);
    showTab(made, 'reward');
    expect(find('.profile p').textContent).toContain('No built-in reward is made for this dialect.');
    expect(all('.bars, .lines, .parts, .reported')).toHaveLength(0);
    click(byText('.others .link', 'action-rl'));
    expect(posted).toEqual([{ type: 'profile', profile: 'action-rl' }]);
    expect(find('.number').textContent).toBe('0.20 if wrong, 1.00 if right');
  });

  it('shows a default beside the reward, the raw output, and the calculation of a part', () => {
    const made = open(state({ numImages: null, samples: [sample({ verdict: 'wrong' })] }));
    showTab(made, 'reward');
    expect(find('.lines .note').textContent).toBe('=num_images is 3 by default: the record has none.');
    expect(texts('.reported dl > div')).toEqual([
      'overall0.18',
      'answer_score0',
      'format_score1',
      'tool_score0.8',
    ]);
    expect(texts('.reported summary')).toEqual(['Raw output of the original code']);
    expect(texts('.parts summary').at(-1)).toBe('tools 0.08 of 0.10');
    expect(texts('.part-sum').at(-1)).toBe(
      '0.10 × (1 − 0.1 empty observation − 0.1 image not in think) = 0.08',
    );
    click(find('.parts li:last-child .link'));
    expect(made.model.tab.value).toBe('text');
    expect(made.model.selection.value?.span.start).toBe(RESPONSE.indexOf('<tool'));
  });

  it('names the cause of an invalid format first, and then what it costs', () => {
    const text = RESPONSE.replace('</think>', '');
    const made = open(state({ samples: [sample({ text })] }));
    expect(find('.number').textContent).toBe('0.00');
    expect(find('.cause').textContent).toContain('The format is not valid. Tag <think> must appear');
    click(find('.cause .link'));
    expect(current()).toBe('step-0');
    showTab(made, 'reward');
    expect(texts('.lines li')).toEqual([
      expect.stringMatching(/^-0\.10The format is not valid.*: think$/),
      '-0.80The answer is not scored because the format is not valid',
      '-0.10The tool calls are not scored because the format is not valid',
    ]);
  });

  it('counts only what is lost for good while the response arrives, and in one that was canceled', () => {
    const begun = RESPONSE.slice(0, 420);
    const made = open(state({ samples: [sample({ text: begun, state: 'streaming', finishReason: null })] }));
    expect(find('.number').textContent).toBe('');
    expect(find('.cause').textContent).toBe('Nothing is deducted so far.');
    expect(find('.bar-button').title).toBe('answer up to 0.80, format up to 0.10, tools up to 0.10');
    expect(all('.bar.unknown')).toHaveLength(3);
    expect(texts('.step .cost').join('')).toBe('');
    for (const ended of ['cancelled', 'failed'] as const) {
      const samples = [sample({ text: begun, state: ended, finishReason: null })];
      receive(made, { type: 'state', state: state({ samples }) });
      expect(find('.cause').textContent).toBe('Nothing is deducted from the part that was kept.');
    }
    receive(made, { type: 'update', state: state(), samples: [sample({ state: 'streaming' })] });
    expect(find('.cause').textContent).toBe('Nothing is deducted so far.');
    receive(made, {
      type: 'append',
      sample: 0,
      text: `${RESPONSE.slice(420, RESPONSE.indexOf('<tool name="read_numeric_value" args="Image 1'))}<tool`,
    });
    expect(find('.number').textContent).toBe('At most 0.99');
    expect(find('.cause').textContent).toBe('The observation of compute_percentage is empty');
    expect(texts('.step .cost').join('')).toBe('-0.01');
    receive(made, { type: 'update', state: state(), samples: [sample({ state: 'cancelled' })] });
    expect(find('.number').textContent).toBe('At most 0.99');
    receive(made, { type: 'append', sample: 0, text: '</description><think>' });
    expect(find('.number').textContent).toBe('At most 0.00');
    expect(find('.cause').textContent).toContain('Tag <think> must appear exactly once.');
  });

  it('says that a response was cut off', () => {
    open(state({ samples: [sample({ finishReason: 'length' })] }));
    expect(find('.meta .warned').textContent).toBe('cut off at max_tokens');
  });

  it('shows the reward on one line with its cause, and updates it with one click on the verdict', () => {
    const made = open(state());
    const { posted } = made;
    expect(find('.answer').textContent).toBe('7.7%, and the margin was 12.1%');
    expect(find('.number').textContent).toBe('0.18 if wrong, 0.98 if right');
    expect(find('.bar-button').title).toBe(
      'answer 0.00 if wrong, 0.80 if right, format 0.10, tools 0.08 of 0.10',
    );
    expect(find('.cause').textContent).toBe('The observation of compute_percentage is empty');
    click(byText('.button', 'Wrong'));
    expect(posted).toEqual([{ type: 'verdict', sample: 0, verdict: 'wrong' }]);
    expect(find('.number').textContent).toBe('0.18');
    expect(byText('.button', 'Wrong').getAttribute('aria-pressed')).toBe('true');
    expect(find('.cause').textContent).toBe('The answer is judged wrong (by you)');
    click(byText('.reward-row .link', '2 more'));
    expect(made.model.tab.value).toBe('reward');
    expect(texts('.lines li')).toEqual([
      '-0.80The answer is judged wrong (by you): answer',
      expect.stringMatching(/^-0\.01.*: step 4$/),
      expect.stringMatching(/^-0\.01.*: step 5$/),
    ]);
    expect(find('.others').textContent).toContain('lang2act-paper');
  });

  it('goes from a deduction to its step', () => {
    const made = open(state());
    showTab(made, 'reward');
    click(byText('.lines .link', 'step 5'));
    expect(current()).toBe('step-6');
    click(find('.cause .link'));
    expect(current()).toBe('step-5');
    expect(made.posted.map(({ type }) => type)).toEqual(['select', 'followPage', 'select']);
  });

  it('scores with another profile as soon as it is chosen', () => {
    const made = open(state({ samples: [sample({ verdict: 'right' })] }));
    const { posted } = made;
    showTab(made, 'reward');
    click(byText('.others .link', 'lang2act-paper'));
    expect(posted).toEqual([{ type: 'profile', profile: 'lang2act-paper' }]);
    expect(find('.number').textContent).toBe('1.00');
  });

  it('passes what a trainer would pass to the reward, and says which input takes its default', () => {
    const made = open(state({ samples: [sample({ verdict: 'wrong' })] }));
    showTab(made, 'reward');
    expect(all('.lines .note')).toHaveLength(0);
    const choice = all('select').at(-1) as HTMLSelectElement;
    expect(choice.getAttribute('aria-label')).toBe('Score with');
    apply(() => {
      choice.value = 'easyr1';
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(texts('.lines .note')[0]).toBe('=num_images is 3 by default: EasyR1 passes none.');
    expect(made.kept.at(-1)?.trainer).toBe('easyr1');
    // This changes the view only, so nothing is sent.
    expect(made.posted).toEqual([]);
  });

  it('compares the person’s own reward with the built-in one, field by field', () => {
    const made = open(state({ canScoreWithPython: true }));
    const { posted } = made;
    showTab(made, 'reward');
    click(byText('.button', 'Score with Python Reward'));
    expect(posted).toEqual([{ type: 'command', command: 'scoreWithPython', sample: 0 }]);
    const beside = (userReward: InspectorSample['userReward']): void => {
      showTab(
        open(state({ canScoreWithPython: true, samples: [sample({ verdict: 'right', userReward })] })),
        'reward',
      );
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
    const notes = ['A stub answered for the judge: it calls every answer right.'];
    beside({ file: 'mine.py', state: { kind: 'scored', overall: 0.5, fields }, notes });
    expect(find('.user-reward > p').textContent).toBe(notes[0]);
    beside({ file: 'mine.py', state: { kind: 'not-applicable' }, notes: ['It does not apply.'] });
    expect(find('.user-reward').textContent).toBe('It does not apply.Score Again');
    beside({
      file: 'mine.py',
      state: { kind: 'failed', failure: 'mine.py took longer than 10 s.', hint: 'Raise the limit.' },
    });
    expect(find('.user-reward .warned').textContent).toBe('mine.py took longer than 10 s. Raise the limit.');
  });

  it('sends the command that scores with all rewards when its link is clicked', () => {
    const made = open(state());
    const { posted } = made;
    showTab(made, 'reward');
    click(byText('.others .link', 'All rewards'));
    expect(posted).toEqual([{ type: 'command', command: 'scoreWithAllRewards', sample: 0 }]);
  });

  it('says that a reward pays nothing for the answer because there is no reference answer', () => {
    const made = open(state({ profile: 'lang2act', reference: '' }));
    showTab(made, 'reward');
    expect(texts('.others li')).toContain('action-rl would pay 0.20 without a reference answer');
    receive(made, { type: 'state', state: state({ profile: 'lang2act', reference: '7.7%' }) });
    expect(texts('.others li')).toContain('action-rl would pay 0.20 if wrong, 1.00 if right');
  });

  it('offers a judge only when there is a reference answer', () => {
    const made = open(state({ reference: '' }));
    click(find('[aria-label="Judge with Model"]'));
    expect(made.posted).toEqual([]);
    receive(made, { type: 'state', state: state({ reference: '7.7%' }) });
    click(find('[aria-label="Judge with Model"]'));
    expect(made.posted).toEqual([{ type: 'judge', sample: 0 }]);
  });

  it('sends the reference answer that is typed', () => {
    const { posted } = open(state({ reference: '' }));
    const field = find('.text-field') as HTMLInputElement;
    field.value = '7.7% and 11.2%';
    apply(() => {
      field.dispatchEvent(new Event('change'));
    });
    expect(posted).toEqual([{ type: 'reference', text: '7.7% and 11.2%' }]);
  });
});
