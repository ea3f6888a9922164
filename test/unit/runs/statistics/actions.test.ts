import { expect, it } from 'vitest';
import { readRecord } from '../../../../src/core/records/recordSamples.ts';
import { actionNames } from '../../../../src/runs/statistics/actions.ts';

const call = (written: string): string => `<tool_call>\n${written}\n</tool_call>`;

it.each([
  ['calls as a chat template writes them', call('{"name": "look", "arguments": {"page": 1}}'), ['look']],
  ['a name after the arguments', call('{"arguments": {"name": "x"}, "name": "zoom"}'), ['zoom']],
  ['several calls', `${call('{"name": "a"}')}\n${call('{"name": "b"}')}`, ['a', 'b']],
  ['text that only the parser can read', `a < b ${call('{"name": "look"}')} \`<x>\``, ['look']],
  ['a call that is no JSON', call('look(1)'), ['tool_call']],
  ['a call without a name', call('{"arguments": {}}'), ['tool_call']],
  ['a name that is no text', call('{"arguments": {}, "name": 3}'), ['tool_call']],
  ['a call that is cut', '<tool_call>\n{"name": "look", "arg', ['look']],
])('the tools in %s', (_, response, names) => {
  const reading = readRecord({ response });
  if ('problem' in reading) throw new Error(reading.problem);
  const [sample] = reading.samples;
  expect(sample === undefined ? null : actionNames(sample, 'pixel-reasoner')).toEqual(names);
});
