import { describe, expect, it } from 'vitest';
import { scopedAdvantages } from '../../../src/core/groups/scopedAdvantages.ts';
import { evisrag } from '../../../src/core/rewards/evisrag/evisrag.ts';
import { UNKNOWN_CONTEXT } from '../../../src/core/rewards/model.ts';
import { scopedSample } from '../../../src/core/rewards/scopedParts.ts';
import {
  advantageLook,
  advantageTitle,
  signedNumber,
} from '../../../webview/inspector/model/advantageWords.ts';
import { readAdvantagesShown } from '../../../webview/inspector/model/uiState.ts';
import { all, apply, byText, click, find, open, receive, showTab, texts } from './drawing.tsx';
import { COMPOSITE, COMPOSITE_SCORE, RESPONSE, sample, state } from './states.ts';

const REFERENCE = '<evidence>[1]: revenue</evidence><answer>5 million</answer>';

/** A response in EVisRAG's form. */
function response(observe: string, answer: string): string {
  return `<observe>${observe}</observe><evidence>[1]: revenue</evidence><think>Read it.</think><answer>${answer}</answer>`;
}

const RIGHT = response('A table.', '5 million');
const WRONG = response('A table.', '7 billion');
const NUMBERED = response('[1] is a table.', '5 million');

const EVISRAG = {
  dialect: 'evisrag',
  profile: 'evisrag',
  reference: REFERENCE,
} as const;

/** The advantages of the last of some responses, as they should be. */
function expected(responses: readonly string[]) {
  const samples = responses.map((text) =>
    scopedSample(
      text.length,
      evisrag.score(text, { ...UNKNOWN_CONTEXT, reference: REFERENCE, responseLength: 300 }),
    ),
  );
  return scopedAdvantages(samples, responses.length - 1);
}

function openSamples(responses: readonly string[], shown = 0) {
  const samples = responses.map((text) => sample({ text, tokens: 300 }));
  const made = open(state({ ...EVISRAG, samples }));
  showTab(made, 'text');
  apply(() => {
    made.model.showSample(shown);
  });
  return made;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await Promise.resolve();
    apply(() => undefined);
  }
}

const toggle = (): HTMLElement => byText('.advantages button', 'Advantages');

describe('the advantages of the parts of a reward', () => {
  it('tint the pieces of the text after the toggle is pressed', () => {
    openSamples([RIGHT, WRONG, NUMBERED], 2);
    expect(toggle().getAttribute('aria-pressed')).toBe('false');
    expect(all('.text .advantage')).toEqual([]);
    click(toggle());
    expect(toggle().getAttribute('aria-pressed')).toBe('true');
    expect(find('.text').textContent).toBe(NUMBERED);
    const { spans } = expected([RIGHT, WRONG, NUMBERED]);
    expect(spans.map((piece) => advantageLook(piece))).toEqual([
      'advantage loses-3',
      '',
      'advantage gains-2',
      'advantage gains-2',
    ]);
    expect(texts('.text .loses-3').join('')).toBe('<observe>[1] is a table.</observe>');
    expect(texts('.text .gains-2').join('')).toBe(NUMBERED.slice(NUMBERED.indexOf('<think>')));
    expect(find('.text .loses-3').title).toBe('Advantage \u22121.15 (\u22121.15 isObserve)');
    click(toggle());
    expect(all('.text .advantage')).toEqual([]);
  });

  it('are in a table, whose rows select the pieces', () => {
    const { model } = openSamples([RIGHT, WRONG, NUMBERED], 2);
    click(toggle());
    expect(texts('.advantages thead th')).toEqual([
      'Text',
      'Advantage',
      'Answer',
      'Evidence',
      'Length',
      'Format',
      'Observation',
      'Reasoning',
    ]);
    const rows = all('.advantages tbody tr').map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => cell.textContent),
    );
    expect(rows[0]).toEqual([
      '<observe>[1] is a table.</observe>',
      '\u22121.15',
      '',
      '0.00',
      '0.00',
      '0.00',
      '\u22121.15',
      '',
    ]);
    expect(rows).toHaveLength(4);
    click(byText('.advantages .link', '<think>Read it.</think>'));
    const start = NUMBERED.indexOf('<think>');
    expect(model.selection.value?.span).toEqual({ start, end: NUMBERED.indexOf('<answer>') });
  });

  it('say that the whole response has one where no part has a scope', () => {
    const components = COMPOSITE_SCORE.components.map((part) => ({ ...part, scope: null }));
    const samples = [1, 0].map((overall) => sample({ score: { ...COMPOSITE_SCORE, overall, components } }));
    const made = open(state({ composite: COMPOSITE, profile: null, samples }));
    showTab(made, 'text');
    click(toggle());
    expect(find('.advantages p').textContent).toBe(
      'Every part of this reward applies to the whole response: in the group of 2 samples, it has the advantage +0.71.',
    );
    expect(texts('.text .gains-2').join('')).toBe(RESPONSE);
  });

  it('are none, and not 0, if no part is known of every sample', () => {
    const made = open(
      state({
        dialect: 'evisrag',
        profile: 'evisrag',
        samples: [RIGHT, WRONG].map((text) => sample({ text })),
      }),
    );
    showTab(made, 'text');
    click(toggle());
    expect(find('.advantages [role=alert]').textContent).toContain(
      'There are no advantages, because no part',
    );
    expect(all('.advantages table, .text .advantage')).toEqual([]);
  });

  it('wait until all samples are complete, and are not offered for a single one', () => {
    const made = open(
      state({
        ...EVISRAG,
        samples: [sample({ text: RIGHT, tokens: 300 }), sample({ text: '<observe>', state: 'streaming' })],
      }),
    );
    showTab(made, 'text');
    click(toggle());
    expect(find('.advantages [role=status]').textContent).toContain('once all samples are complete');
    receive(made, { type: 'state', state: state({ key: 'single' }) });
    expect(all('.advantages')).toEqual([]);
  });

  it('of a sample of a run are of its group, which the extension scores', async () => {
    const others = [RIGHT, WRONG].map((text) =>
      scopedSample(
        text.length,
        evisrag.score(text, { ...UNKNOWN_CONTEXT, reference: REFERENCE, responseLength: 300 }),
      ),
    );
    // What the record says of this one is not what counts: a person may have changed it.
    const parts = { index: 2, samples: [...others, { length: 1, reward: 0, parts: [] }] };
    const shown = state({ ...EVISRAG, inGroup: true, samples: [sample({ text: NUMBERED, tokens: 300 })] });
    const made = open(shown, undefined, undefined, {}, { groupParts: parts });
    showTab(made, 'text');
    click(toggle());
    expect(find('.advantages [role=status]').textContent).toBe('The samples of the group are being scored…');
    await settle();
    expect(find('.text .loses-3').textContent).toContain('<observe>');
    expect(find('.advantages p').textContent).toContain('group of 3 samples');
  });

  it('of a sample whose run is closed are not known', async () => {
    const shown = state({ ...EVISRAG, inGroup: true, samples: [sample({ text: NUMBERED, tokens: 300 })] });
    const made = open(shown, undefined, undefined, {}, { groupParts: null });
    showTab(made, 'text');
    click(toggle());
    await settle();
    expect(find('.advantages [role=alert]').textContent).toBe(
      'The group of this sample is no longer known: open it from the run again.',
    );
  });
});

describe('the words of advantages', () => {
  it('have a sign and two places', () => {
    expect([0.874, -1.096, 0.001, -0.001].map(signedNumber)).toEqual(['+0.87', '\u22121.10', '0.00', '0.00']);
  });

  it('name what each part adds', () => {
    const piece = { start: 0, end: 1, advantage: 0.5 };
    const parts = [
      { key: 'accuracy', advantage: 1 },
      { key: 'format', advantage: -0.5 },
      { key: 'overlong', advantage: 0 },
    ];
    expect(advantageTitle({ ...piece, parts })).toBe('Advantage +0.50 (+1.00 accuracy, \u22120.50 format)');
    expect(advantageTitle({ ...piece, parts: [] })).toBe('Advantage +0.50');
  });

  it('are kept with the page', () => {
    expect([readAdvantagesShown({ advantagesShown: true }), readAdvantagesShown(null)]).toEqual([
      true,
      false,
    ]);
  });
});
