import { describe, expect, test } from 'vitest';
import { evisrag } from '../../../../src/core/rewards/evisrag/evisrag.ts';
import { contextOf, textAt } from '../responses.ts';

const REFERENCE =
  '<evidence>[1]: the total was 4.2 million dollars [2]: no relevant information</evidence><answer>4.2 million</answer>';
const GOOD =
  '<observe>A table.</observe><evidence>[1]: the total was 4.2 million dollars [2]: no relevant information</evidence>' +
  '<think>Sum.</think><answer>4.2 million</answer>';

function score(response: string, changes: Parameters<typeof contextOf>[1] = {}) {
  return evisrag.score(
    response,
    contextOf('unknown', { reference: REFERENCE, responseLength: 300, ...changes }),
  );
}

const entriesOf = (response: string, key: string, changes: Parameters<typeof contextOf>[1] = {}) =>
  score(response, changes).components.find((part) => part.key === key)?.entries ?? [];

describe('evisrag', () => {
  test('evisrag pays a good response in full, whatever the verdict', () => {
    expect(score(GOOD)).toMatchObject({ overall: 7, ifWrong: 7, ifRight: 7, needs: [], adjustments: [] });
    expect(score(GOOD).reported).toEqual({
      overall: 7,
      accuracy: 3,
      evidence: 3,
      format: 1,
      overlong: 0,
      isObserve: 0,
      isThink: 0,
    });
  });

  test('evisrag reports which item lacks what, with its weight', () => {
    const response = GOOD.replace('no relevant information', 'a chart').replace('dollars', 'euros');
    expect(entriesOf(response, 'evidence')).toMatchObject([
      { code: 'evidence-item-differs', kind: 'deduction' },
      {
        code: 'evidence-item-differs',
        reason: expect.stringContaining('`no relevant information`') as string,
      },
    ]);
    expect(textAt(response, entriesOf(response, 'evidence')[1]?.span)).toBe('a chart');
    expect(entriesOf(GOOD.replace('[2]: no relevant information', ''), 'evidence')).toMatchObject([
      { code: 'evidence-item-missing', amount: '-0.25' },
    ]);
  });

  test('evisrag credits evidence that is not divided by the number of items if the reference has six', () => {
    const items = [1, 2, 3, 4, 5, 6].map((item) => `[${item}]: x`).join(' ');
    const reference = `<evidence>${items}</evidence><answer>1</answer>`;
    const { reported, components } = score(`<evidence>${items}</evidence>`, { reference });
    expect(reported['evidence']).toBe(54);
    expect(components[1]).toMatchObject({
      value: '18',
      most: '54',
      entries: [{ kind: 'credit', amount: '17' }],
    });
  });

  test.each([
    ['a tag left out', GOOD.replace('<think>', ''), 'tag-count', ''],
    ['a tag in upper case', GOOD.replace('<think>', '<THINK>'), 'tag-count', '</think>'],
    [
      'parts in another order',
      `<answer>1</answer>${GOOD.replace('<answer>4.2 million</answer>', '')}`,
      'tag-order',
      '<answer>',
    ],
    [
      'a part closed first',
      GOOD.replace('<think>Sum.</think>', '</think>Sum.<think>'),
      'tag-malformed',
      '</think>',
    ],
    ['text between parts', GOOD.replace('<think>', 'So <think>'), 'text-between', 'So '],
    ['a space before', ` ${GOOD}`, 'text-around', ' '],
    ['a word after', `${GOOD}!`, 'text-around', '!'],
  ])('evisrag pays nothing for the format of a response with %s', (_, response, code, at) => {
    const [entry] = entriesOf(response, 'format');
    expect(entry).toMatchObject({ code, amount: '-1', paid: '-1' });
    if (at !== '') expect(textAt(response, entry?.span)).toBe(at);
  });

  test.each([
    [199, 'too-short', '-1'],
    [1025, 'long', '-0.001953125'],
    [1536, 'long', '-1'],
    [1537, 'too-long', '-1'],
  ])('evisrag deducts for a length of %d tokens', (responseLength, code, amount) => {
    expect(entriesOf(GOOD, 'overlong', { responseLength })).toMatchObject([{ code, amount }]);
  });

  test('evisrag deducts for numbered observations and for an answer without a separate thought', () => {
    const response = GOOD.replace('A table.', 'A table in [2].').replace('Sum.', '4.2 million');
    expect(textAt(response, entriesOf(response, 'isObserve')[0]?.span)).toBe('[2]');
    expect(entriesOf(response, 'isThink')).toMatchObject([{ code: 'think-equals-answer', paid: '-1' }]);
    expect(score(response).overall).toBe(5);
  });

  test('evisrag applies each component to the part to which RS-GRPO applies it', () => {
    const scopes = score(GOOD).components.map(({ key, scope }) => [
      key,
      textAt(GOOD, scope)?.slice(0, 9) ?? null,
    ]);
    expect(scopes).toEqual([
      ['accuracy', '<think>Su'],
      ['evidence', '<observe>'],
      ['overlong', null],
      ['format', null],
      ['isObserve', '<observe>'],
      ['isThink', '<think>Su'],
    ]);
    const bare = score('<think>x</think><answer>1</answer>').components;
    expect(bare.map(({ scope }) => scope)).toEqual([
      { start: 0, end: 34 },
      { start: 0, end: 0 },
      null,
      null,
      { start: 0, end: 34 },
      { start: 0, end: 16 },
    ]);
  });

  test('evisrag raises the exception that the reference raises, and pays nothing then', () => {
    const raised = score(GOOD, { reference: '<answer>4.2 million</answer>', responseLength: null });
    expect(raised).toMatchObject({ overall: null, ifWrong: null, raises: { name: 'IndexError' }, needs: [] });
    expect(raised.components.map(({ value }) => value)).toEqual([null, null, null, null, null, null]);
    expect(score('<think>x</think>', { reference: '' }).raises).toBeNull();
  });

  test('evisrag has no known reward without a reference or a length that it needs', () => {
    expect(score(GOOD, { reference: null })).toMatchObject({ overall: null, needs: ['reference'] });
    expect(score(GOOD, { responseLength: null })).toMatchObject({
      overall: null,
      needs: ['response_length'],
    });
    expect(score(GOOD, { responseLength: null }).reported).toMatchObject({ accuracy: 3, overlong: null });
    expect(score('no tag', { reference: null })).toMatchObject({ overall: 0, needs: [] });
  });

  test('evisrag notes what it reads differently than a person would', () => {
    const response = '<Observe>x</Observe><evidence>[1] : a [7]: b [ 2 ]: c [3] d</evidence>';
    const notes = score(response).notes.map(({ code, span }) => [code, textAt(response, span)]);
    expect(notes).toEqual([
      ['tag-not-read', '<Observe>'],
      ['tag-not-read', '</Observe>'],
      ['evidence-item-not-read', '[1] :'],
      ['evidence-item-not-read', '[7]'],
      ['evidence-item-not-read', '[ 2 ]'],
    ]);
  });
});
