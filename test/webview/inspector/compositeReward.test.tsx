import { describe, expect, it } from 'vitest';
import type { Score } from '../../../src/core/rewards/model.ts';
import type { InspectorState } from '../../../src/protocol/inspector.ts';
import { FRESH_UI } from '../../../webview/inspector/model/uiState.ts';
import type { Bench } from './bench.ts';
import { apply, byText, click, open, receive, root, showTab, texts } from './drawing.tsx';
import { COMPOSITE, COMPOSITE_SCORE, RESPONSE, sample, state } from './states.ts';

const openWith = (shown: InspectorState, trainer: 'easyr1' | null = null): Bench =>
  open(shown, { ...FRESH_UI, key: shown.key, trainer });
const clickText = (selector: string, text: string): void => {
  click(byText(selector, text));
};
const choose = (value: string): void => {
  const dropdown = root.querySelector<HTMLElement & { value: string }>('.dropdown select');
  if (dropdown === null) throw new Error('There is no choice of rewards.');
  apply(() => {
    dropdown.value = value;
    dropdown.dispatchEvent(new Event('change', { bubbles: true }));
  });
};

const composite = (change: Partial<InspectorState> = {}): InspectorState =>
  state({
    profile: null,
    composite: COMPOSITE,
    samples: [sample({ score: COMPOSITE_SCORE })],
    ...change,
  });

const scoreWith = (overall: number): Score => ({ ...COMPOSITE_SCORE, overall });

describe('a composite reward in the inspector', () => {
  it('shows number, parts, deductions with their places, and step costs as for a built-in reward', () => {
    const made = openWith(composite());
    expect(texts('.number')).toEqual(['0.675']);
    expect(texts('.step .cost').filter((cost) => cost.startsWith('-'))).toEqual(['-0.075', '-0.15']);
    showTab(made, 'reward');
    expect(texts('.parts summary')).toEqual([
      'number near the reference 0.45 of 0.60',
      'tools 0.225 of 0.30',
    ]);
    expect(texts('.lines li')).toEqual([
      '-0.15The number 12.1 is not within 1% of 11.2: answer',
      '-0.075The observation of compute_percentage is empty: step 4',
    ]);
    expect(texts('.reported summary')).toEqual(['Raw output of the reward']);
    expect(texts('.others')[0]).toContain('lang2act would pay 0.18 if wrong, 0.98 if right');
    expect(texts('.fault')).toEqual([]);
    clickText('.part .link', 'Show what this part is paid for');
    expect(made.model.selection.value?.span.start).toBe(RESPONSE.indexOf('<description>'));
  });

  it('follows the scores of the extension, during the response and after it', () => {
    const made = openWith(
      composite({ samples: [sample({ text: '', state: 'waiting', finishReason: null })] }),
    );
    receive(made, { type: 'append', sample: 0, text: '<think>Image 1' });
    expect(texts('.number')).toEqual(['']);
    expect(texts('.cause')).toEqual(['Not scored yet.']);
    receive(made, { type: 'score', sample: 0, score: scoreWith(0.1) });
    expect(texts('.number')).toEqual(['0.10']);
    receive(
      made,
      { type: 'append', sample: 0, text: ' shows it.</think><answer>7</answer>' },
      { type: 'score', sample: 0, score: scoreWith(0.4) },
    );
    expect(texts('.number')).toEqual(['0.40']);
    receive(made, { type: 'score', sample: 0, score: null });
    expect(texts('.number')).toEqual(['']);
  });

  it('shows a score for every sample', () => {
    const samples = [sample({ score: scoreWith(0.25) }), sample({ score: scoreWith(0.75) }), sample()];
    const made = openWith(composite({ samples }));
    receive(made, { type: 'score', sample: 2, score: scoreWith(0.5) });
    expect(made.model.samples.value.map(({ explained }) => explained.value?.headline)).toEqual([
      '0.25',
      '0.75',
      '0.50',
    ]);
  });

  it('ignores a score of another form and a score for an unknown sample', () => {
    const made = openWith(composite());
    receive(made, { type: 'score', sample: 0, score: { ...COMPOSITE_SCORE, components: null as never } });
    receive(made, { type: 'score', sample: 7, score: scoreWith(0.1) });
    expect(texts('.number')).toEqual(['0.675']);
  });

  it('lists the composite reward among the choices, also while a built-in reward is chosen', () => {
    const made = openWith(composite());
    const { posted } = made;
    showTab(made, 'reward');
    expect(texts('.dropdown option').slice(0, 2)).toEqual(['mine', 'lang2act']);
    choose('lang2act');
    expect(posted.at(-1)).toEqual({ type: 'profile', profile: 'lang2act' });
    expect(texts('.number')).toEqual(['0.18 if wrong, 0.98 if right']);
    expect(texts('.others')[0]).toMatch(/^mine would pay 0\.675/);
    clickText('.others .link', 'mine');
    expect(posted.at(-1)).toEqual({ type: 'profile', profile: './mine.reward.json' });
    expect(texts('.number')).toEqual(['0.675']);
  });

  it('sends the chosen trainer to the extension, and not again once the extension has it', () => {
    const made = openWith(composite());
    expect(made.posted).toEqual([]);
    apply(() => {
      made.model.setTrainer('verl');
    });
    expect(made.posted).toEqual([{ type: 'inputs', trainer: 'verl' }]);
    const told = composite({ composite: { ...COMPOSITE, trainer: 'verl' } });
    receive(made, { type: 'update', state: told, samples: [sample()] });
    expect(made.posted).toHaveLength(1);
  });

  it('sends the chosen trainer again when the view is created again, for a composite reward only', () => {
    expect(openWith(composite(), 'easyr1').posted).toEqual([{ type: 'inputs', trainer: 'easyr1' }]);
    expect(openWith(state(), 'easyr1').posted).toEqual([]);
  });

  it('shows the score of a sample while another sample takes too long to be scored', () => {
    const message = 'PageTrace needs more than 5 s to read this response.';
    const { samples } = composite();
    const made = openWith(
      composite({ composite: { ...COMPOSITE, fault: { message, canOpen: false } }, samples }),
    );
    showTab(made, 'reward');
    expect(texts('.fault')).toEqual([]);
    expect(texts('.cause')).not.toContain(message);
  });

  it('says why a composite reward cannot be used, with a link to the place in its file', () => {
    const message = 'The reward file ./mine.reward.json cannot be used: "weight" is missing.';
    const faulty = (canOpen: boolean) =>
      composite({ composite: { ...COMPOSITE, fault: { message, canOpen } }, samples: [sample()] });
    const made = openWith(faulty(true));
    const { posted } = made;
    expect(texts('.cause')).toEqual([message]);
    showTab(made, 'reward');
    expect(texts('.fault')).toEqual([`${message} Open the file`]);
    expect(texts('.number')).toEqual(['–']);
    expect(texts('.others')[0]).toContain('lang2act would pay 0.18 if wrong, 0.98 if right');
    clickText('.fault .link', 'Open the file');
    expect(posted.at(-1)).toEqual({ type: 'openReward' });
    showTab(openWith(faulty(false)), 'reward');
    expect(texts('.fault .link')).toEqual([]);
  });
});
