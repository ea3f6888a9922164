import { render } from 'preact';
import { act } from 'preact/test-utils';
import { describe, expect, it } from 'vitest';
import type { ToComparison } from '../../../src/protocol/comparison.ts';
import { ComparisonModel } from '../../../webview/comparison/model/comparisonModel.ts';
import { readKeptComparison } from '../../../webview/comparison/model/keptComparison.ts';
import { App } from '../../../webview/comparison/view/app.tsx';
import { coreEngine } from '../../../webview/inspector/model/coreEngine.ts';
import { comparedQuestion, comparedQuestions, comparisonMessages, EVERY_ROW } from './states.ts';
import { GOOD_RESPONSE, sample } from '../inspector/states.ts';
import { root, clock, posted, kept, receive, texts, click, model } from './shown.tsx';

describe('the comparison of several questions', () => {
  /** Shows a table. */
  function openTable(...messages: readonly ToComparison[]): void {
    void act(() => {
      render(<App model={model} />, root);
    });
    receive(...messages);
  }
  const rows = (): string[][] =>
    [...root.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent),
    );

  it('shows a row for each question, in every state', () => {
    openTable(comparedQuestions(EVERY_ROW, { progress: 'Asking question 8 of 9.' }));
    const changed = (before: string, after: string): string => `before: ${before} \u2192 after: ${after}`;
    expect(rows()).toEqual([
      [
        'What was total revenue in 2024?',
        changed('481.9', '518.9 million'),
        changed('0.20', '1.00'),
        '+0.80',
        'valid',
      ],
      [
        'How many plants are there?',
        changed('481.9', '7'),
        changed('0.20', '0.10'),
        '-0.10',
        changed('valid', 'invalid'),
      ],
      ['Who signed the report?', '481.9', '0.20', 'same', 'valid'],
      ['Which region grew most?', '481.9', '0.20\u20131.00', 'Not judged', 'valid'],
      [
        'What is the operating margin?',
        '481.9',
        changed('0.00', '0.20\u20131.00'),
        'at least +0.20',
        'valid',
      ],
      ['Which page shows the map?The connection was cut.', '481.9', '', '\u2013', 'valid'],
      ['What does page 40 show?report.pdf no longer has page 40.', '481.9', '', '\u2013', 'valid'],
      ['How many people work there?', '481.9', '', 'Being answered', 'valid'],
      ['What is planned for 2025?', '481.9', '', 'Waiting', 'valid'],
    ]);
  });

  it('sums up how many questions were answered better and worse, and of how many the mean is', () => {
    openTable(comparedQuestions(EVERY_ROW));
    expect(root.querySelector('.sums')?.textContent).toBe(
      'Of 9 questions: 2 better, 1 worse, 1 equal, 3 not comparable, 2 not answered yet. ' +
        'Mean reward over 3 of 9 questions: 0.20 before, 0.433 after. ' +
        'An answer that is the same as a judged answer gets the same verdict.',
    );
  });

  it('says what is being asked, and cancels it', () => {
    openTable(comparedQuestions(EVERY_ROW, { progress: 'Asking question 8 of 9.' }));
    expect(texts('.status')).toEqual(['Asking question 8 of 9.Cancel']);
    click('Cancel');
    expect(posted).toEqual([{ type: 'cancel' }]);
    receive(comparedQuestions(EVERY_ROW));
    expect(root.querySelector('.status button')).toBeNull();
  });

  it('shows what changed in the prompt once if it is the same for all questions', () => {
    openTable(comparedQuestions(EVERY_ROW));
    expect(texts('.prompt-line.removed del')).toEqual(['Answer in a word.']);
    receive(...comparisonMessagesOf());
    expect(root.querySelector('.prompt-diff, .prompt-same')).toBeNull();
  });

  it('says so if the prompt changed in different ways, and shows each with its question', () => {
    const prompts = [
      { before: 'a', after: 'b' },
      { before: 'a', after: 'c' },
    ];
    openTable(comparedQuestions(EVERY_ROW, { prompts }));
    expect(texts('.prompt-same')).toEqual([
      'The prompt did not change in the same way for all questions. Open a question to see its change.',
    ]);
    receive(...comparisonMessagesOf());
    expect(texts('.prompt-same')).toEqual(['Both sides were sent the same prompt.']);
  });

  it('opens a question by its row, goes to the ones beside it, and returns to its row', () => {
    openTable(
      comparedQuestions([comparedQuestion('A?', 0.8), comparedQuestion('B?', 0), ...EVERY_ROW.slice(-1)]),
    );
    click('B?');
    expect(posted.at(-1)).toEqual({ type: 'open', index: 1 });
    receive(...comparisonMessages({}, { samples: [sample({ text: GOOD_RESPONSE })] }, 1));
    expect(texts('.navigation .meta')).toEqual(['Question 2 of 3']);
    expect(root.querySelectorAll('.row').length).toBeGreaterThan(0);
    expect(kept.at(-1)).toMatchObject({ open: 1, isTable: true });
    // The last question waits, so there is nothing to open after this one.
    const buttons = [...root.querySelectorAll<HTMLButtonElement>('.navigation button')];
    expect(buttons.map((button) => [button.textContent, button.disabled])).toEqual([
      ['All Questions', false],
      ['Previous', false],
      ['Next', true],
    ]);
    click('Previous');
    expect(posted.at(-1)).toEqual({ type: 'open', index: 0 });
    click('All Questions');
    expect(posted.at(-1)).toEqual({ type: 'open', index: null });
    expect(document.activeElement?.textContent).toBe('B?');
    expect(kept.at(-1)).toMatchObject({ open: null });
  });

  it('moves from question to question with the arrow keys', () => {
    openTable(comparedQuestions([comparedQuestion('A?', 0.8), comparedQuestion('B?', 0)]));
    const [first, second] = root.querySelectorAll<HTMLElement>('[data-index]');
    first?.focus();
    first?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    expect(document.activeElement).toBe(second);
    second?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
    expect(document.activeElement).toBe(first);
  });

  it('keeps the trajectories of all questions and the open one for a reload, and asks for it again', () => {
    const notes = ['Not compared: something.'];
    openTable(comparedQuestions(EVERY_ROW.slice(0, 1), { notes }));
    expect(texts('.note')).toEqual(notes);
    expect(kept.at(-1)).toMatchObject({
      isTable: true,
      notes,
      pairs: [{ before: 'question:1', after: 'question:2', missing: null }],
    });
    const reloaded = new ComparisonModel({
      engine: coreEngine,
      clock,
      post: (message) => posted.push(message),
      kept: readKeptComparison({ ...kept.at(-1), open: 0 }),
      keep: () => undefined,
    });
    reloaded.start();
    expect(posted.slice(-2)).toEqual([{ type: 'ready' }, { type: 'open', index: 0 }]);
    reloaded.dispose();
  });

  it('does not show another question after a reload if an earlier one is no longer kept', () => {
    const reload = (before: string): ComparisonModel => {
      const pair = { before, after: 'question:2', missing: null };
      const reloaded = new ComparisonModel({
        engine: coreEngine,
        clock,
        post: (message) => posted.push(message),
        kept: readKeptComparison({
          ...readKeptComparison(null),
          isTable: true,
          pairs: [pair, pair],
          open: 1,
        }),
        keep: () => undefined,
      });
      reloaded.start();
      reloaded.receive(comparedQuestions([comparedQuestion('A?', 0), comparedQuestion('B?', 0)]));
      for (const message of comparisonMessages({}, {}, 1)) reloaded.receive(message);
      return reloaded;
    };
    const [same, other] = [reload('question:1'), reload('question:7')];
    expect(same.index.value).toBe(1);
    expect(other.index.value).toBeNull();
    expect(posted.at(-1)).toEqual({ type: 'open', index: null });
    same.dispose();
    other.dispose();
  });

  it('keeps the focus on Next and Previous from question to question', () => {
    openTable(
      comparedQuestions([
        comparedQuestion('A?', 0.8),
        comparedQuestion('B?', 0),
        comparedQuestion('C?', 0),
        comparedQuestion('D?', 0),
      ]),
    );
    const shown = (index: number): string | null | undefined => {
      receive(...comparisonMessages({}, { samples: [sample({ text: GOOD_RESPONSE })] }, index));
      return document.activeElement?.textContent;
    };
    expect([0, 1, 2, 1, 0].map(shown)).toEqual([
      'All Questions',
      'Next',
      'Next',
      'Previous',
      'All Questions',
    ]);
    click('All Questions');
    expect(document.activeElement?.textContent).toBe('A?');
    expect([3].map(shown)).toEqual(['All Questions']);
  });
});

/** The open question of a table. */
const comparisonMessagesOf = (): readonly ToComparison[] =>
  comparisonMessages({}, { samples: [sample({ text: GOOD_RESPONSE })] });
