import { describe, expect, it, vi } from 'vitest';
import type { InspectorSample } from '../../../src/protocol/inspector.ts';
import { all, apply, byText, click, current, find, open, receive, root, texts } from './drawing.tsx';
import { RESPONSE, sample, state } from './states.ts';

// happy-dom lacks what the toolkit's elements need, so they are plain elements here and real ones in the browser tests.
vi.mock('@vscode/webview-ui-toolkit', () => import('../shared/plainToolkit.ts'));

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
