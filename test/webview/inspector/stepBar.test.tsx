import { describe, expect, it } from 'vitest';
import type { StepShown } from '../../../src/protocol/stepShown.ts';
import { all, apply, byText, click, find, open, receive, texts } from './drawing.tsx';
import { sample, state, stepShown } from './states.ts';

const running = [sample({ text: '<think>I look.</think>', state: 'streaming', finishReason: 'stop' })];
const stateAt = (change: Partial<StepShown> = {}, progress: string | null = null) =>
  state({ dialect: 'vrag-rl', profile: 'vrag-rl', samples: running, progress, step: stepShown(change) });
const opened = (change: Partial<StepShown> = {}, progress: string | null = null) =>
  open(stateAt(change, progress));

const field = (): HTMLTextAreaElement => find('.turn-field') as HTMLTextAreaElement;
const write = (text: string): void => {
  field().value = text;
};
const pressIn = (init: KeyboardEventInit): void => {
  apply(() => {
    field().dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
  });
};
const idle = (): readonly string[] => texts('.step-buttons .button[aria-disabled=true]');

describe('a conversation that a person steps through', () => {
  it('says what comes next instead of what is in progress, and what can be done', () => {
    opened();
    expect(find('.step-next').textContent).toBe('NextA page is searched for “revenue”.');
    expect(all('.status')).toHaveLength(0);
    expect(texts('.step-buttons .button')).toEqual(['Continue', 'Edit Call', 'Run to the End', 'Stop']);
    expect(idle()).toEqual([]);
  });

  it.each([
    ['Continue', 'go-on'],
    ['Run to the End', 'run'],
    ['Stop', 'stop'],
  ] as const)('%s decides at this stop', (button, choice) => {
    const { posted } = opened();
    click(byText('.button', button));
    expect(posted.at(-1)).toEqual({ type: 'step', stop: 2, choice });
  });

  it('keeps its buttons while something is done, of which only Stop does something', () => {
    const made = opened({ phase: 'working' }, 'Nothing received for 12 s.');
    expect(find('.step-next').textContent).toBe('Nothing received for 12 s.');
    expect(idle()).toEqual(['Continue', 'Edit Call', 'Run to the End']);
    const sent = made.posted.length;
    for (const button of ['Continue', 'Edit Call', 'Run to the End']) click(byText('.button', button));
    expect(made.posted).toHaveLength(sent);
    click(byText('.button', 'Stop'));
    expect(made.posted.at(-1)).toEqual({ type: 'step', stop: 2, choice: 'stop' });
  });

  it('a conversation that runs to its end can be paused', () => {
    const { posted } = opened({ phase: 'running' });
    click(byText('.button', 'Pause'));
    expect(posted.at(-1)).toEqual({ type: 'pauseSteps' });
  });

  it('says until it has stopped that a pause waits for what is being done', () => {
    const next = 'The model writes turn 2';
    const made = opened({ phase: 'pausing', next });
    const said = (): string | null => find('.step-next').textContent;
    expect(said()).toBe('The model writes turn 2. It pauses when this is done.');
    expect(idle()).toEqual(['Continue', 'Edit Call', 'Pausing…']);
    const sent = made.posted.length;
    click(byText('.button', 'Pausing…'));
    expect(made.posted).toHaveLength(sent);
    receive(made, {
      type: 'state',
      state: stateAt({ phase: 'pausing', next }, 'Nothing received for 12 s.'),
    });
    expect(said()).toBe('Nothing received for 12 s. It pauses when this is done.');
    receive(made, { type: 'state', state: stateAt({ stop: 3 }) });
    expect(said()).toBe('NextA page is searched for “revenue”.');
    expect(idle()).toEqual([]);
  });

  it('the prompt is not edited, and the end can only be edited or finished', () => {
    const made = opened({ kind: 'ask', said: null });
    expect(idle()).toEqual(['Edit Turn']);
    receive(made, { type: 'state', state: stateAt({ kind: 'end' }) });
    expect(texts('.step-buttons .button')).toEqual(['Finish', 'Edit Turn', 'Run to the End', 'Stop']);
    expect(idle()).toEqual(['Run to the End', 'Stop']);
  });

  it('edits the call with the keyboard, and the focus comes back', () => {
    const made = opened();
    click(byText('.button', 'Edit Call'));
    expect(document.activeElement).toBe(field());
    expect(field().value).toBe('<think>I look.</think><search>revenue</search>');
    expect(field().selectionStart).toBe(field().value.length);
    write('<search>profit</search>');
    pressIn({ key: 'Enter' });
    expect(made.posted.some(({ type }) => type === 'editStep')).toBe(false);
    pressIn({ key: 'Enter', ctrlKey: true });
    expect(made.posted.at(-1)).toEqual({ type: 'editStep', stop: 2, text: '<search>profit</search>' });
    receive(made, { type: 'state', state: stateAt({ stop: 3, next: 'A page is searched for “profit”' }) });
    expect(all('.turn-field')).toHaveLength(0);
    expect(document.activeElement?.textContent).toBe('Continue');
  });

  it('says in place why an edit cannot be used, and keeps what was written', () => {
    const made = opened({ kind: 'ask', said: { by: 'tool', text: '<image 1>' } });
    click(byText('.button', 'Edit Observation'));
    write('<image 9>');
    click(byText('.button', 'Use This Text'));
    const problem = 'There is no image 9. Name an image from 1 to 1.';
    receive(made, {
      type: 'state',
      state: stateAt({ kind: 'ask', said: { by: 'tool', text: '<image 1>' }, problem }),
    });
    expect(field().value).toBe('<image 9>');
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(find('[role=alert]').textContent).toBe(problem);
    expect(find('#turn-hint').textContent).toContain('<image 1> stands for image 1');
  });

  it('Escape and Discard leave everything as it was', () => {
    const made = opened();
    const sent = made.posted.length;
    for (const leave of [
      (): void => {
        pressIn({ key: 'Escape' });
      },
      (): void => {
        click(byText('.button', 'Discard'));
      },
    ]) {
      click(byText('.button', 'Edit Call'));
      write('else');
      leave();
      expect(all('.turn-field')).toHaveLength(0);
    }
    click(byText('.button', 'Edit Call'));
    expect(field().value).toBe('<think>I look.</think><search>revenue</search>');
    expect(made.posted).toHaveLength(sent);
  });

  it('says how many turns there are so far, not how it ended', () => {
    const turn = { by: 'model', did: null, tokens: 3, seconds: 1, edited: false, images: [] } as const;
    const conversation = { protocol: 'vrag-rl', ended: 'cancelled', turns: [turn] };
    open({ ...stateAt(), conversation });
    expect(find('.meta .conversation').textContent).toBe('1 turn');
    expect(all('.meta .finish')).toHaveLength(0);
  });
});
