import { describe, expect, test } from 'vitest';
import { parseTrajectory } from '../../../src/core/trajectory/parser.ts';
import { protocolOf } from '../../../src/protocols/registry.ts';
import { prompted, talk, type Answer } from './support.ts';

const BOXES = '[{"bbox_2d": [10, 20, 30, 40]}]';
const CALL: Answer = {
  text: '<think>The dog.</think>\n<function>get_extra_ref_result()</function>',
  stopReason: '</function>',
};
const REST = '\n<rethink>Too small.</rethink>\n<answer>[{"bbox_2d": [10, 20, 32, 44]}]</answer>';

const have = (
  answers: readonly Answer[],
  toolWords: string | null = BOXES,
  name: 'vg-refiner' | 'vg-refiner-evaluation' = 'vg-refiner',
) => talk(protocolOf(name), prompted(1), answers, { toolWords });

describe('VG-Refiner', () => {
  test('the boxes follow the call, and the server goes on with the same turn', async () => {
    const { end, told, text, requests } = await have([CALL, REST]);
    expect(end.ending.state).toBe('answered');
    expect(told).toBe(text);
    expect(text).toContain(`</function>\n<tool>\n${BOXES}\n</tool>\n<rethink>`);
    expect(parseTrajectory(text, { dialect: 'vg-refiner', numImages: 1, tools: null }).findings).toEqual([]);
    expect(requests[0]?.extra).toEqual({ stop: ['</function>'], include_stop_str_in_output: true });
    expect(requests[0]).not.toHaveProperty('continued');
    expect(requests[1]?.extra).toEqual({ min_tokens: 5 });
    expect(requests[1]?.continued).toBe(text.slice(0, -REST.length));
    expect(requests[1]).not.toHaveProperty('turns');
  });

  test('its evaluation gives the boxes as a text inside of JSON, called or not', async () => {
    const uncalled = '<think>The dog.</think>\n<function>get_extra_ref_result()';
    const { end, text, requests } = await have([uncalled, REST], '[{"label": "é"}]', 'vg-refiner-evaluation');
    expect(end.ending.state).toBe('answered');
    expect(text).toContain(
      'get_extra_ref_result()\n<tool>\n{\n  "reftool_1": "[{\\"label\\": \\"\\u00e9\\"}]"\n}\n</tool>',
    );
    expect(requests[0]?.extra).toEqual({ stop: ['</function>'], include_stop_str_in_output: false });
  });

  test('an answer without a call needs no other tool', async () => {
    const { end } = await have([`<think>It is clear.</think>${REST}`], null);
    expect(end.ending.state).toBe('answered');
  });

  test.each<[state: string, answers: readonly Answer[], boxes: string | null]>([
    ['tool-failed', [CALL], null],
    ['no-call', ['<think>The dog.</think>'], BOXES],
    ['cut-off', [{ text: '<think>The dog', finishReason: 'length' }], BOXES],
    ['call-limit', [CALL, CALL], BOXES],
    ['no-call', [CALL, '<rethink>Too small.</rethink>'], BOXES],
  ])('ends with %s', async (state, answers, boxes) => {
    const { end } = await have(answers, boxes);
    expect(end.ending.state).toBe(state);
  });
});
