import { expect, it } from 'vitest';
import { holdsRecords } from '../../../../src/runs/reading/headRecords.ts';

const VERL = '{"input": "q", "output": "a", "gts": null, "score": 1}';

it.each([
  ['rollouts of verl', '10.jsonl', `${VERL}\n{"input": "cut of`, true],
  ['the same without an extension', 'rollouts', `${VERL}\n`, true],
  ['a list over several lines', 'out.json', `[\n  ${VERL},\n  {"in`, true],
  ['a list within an object', 'log.json', `{\n  "version": 2,\n  "samples": [${VERL}, {"in`, true],
  ['a log of EasyR1', 'generations.log', '[prompt] q\n[output] a\n', true],
  ['a table', 'a.table.json', '{"columns": ["prompt", "completion"], "data": [["q", "a"]]}', true],
  ['a table of something else', 'b.table.json', '{"columns": ["x", "y"], "data": [[1, 2]]}', false],
  ['a manifest', 'package.json', '{\n  "name": "x",\n  "version": "1.0.0"\n}\n', false],
  ['records without a response', 'data.jsonl', '{"question": "q", "answer": "a"}\n', false],
  ['a list of numbers', 'numbers.json', '[1, 2, 3]', false],
  ['a record that the head cuts off', 'long.jsonl', '{"input": "q", "output": "a long', null],
  ['a trajectory', 'a.trajectory', '<think>1</think>', false],
  ['nothing', 'empty.jsonl', '', null],
])('%s', (_, file, head, holds) => {
  expect(holdsRecords(file, head)).toBe(holds);
});
