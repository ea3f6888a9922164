import { t } from '@vscode/l10n';
import { isJsonObject, valueAt, type JsonObject } from '../fieldPath.ts';
import { promptText, responseText } from '../fieldValues.ts';
import { defineFormat, firstOf, keysWith, REFERENCES, type SampleFields } from './model.ts';

/** Keys of variables that hold a question. */
const QUESTIONS = ['question', 'query', 'prompt', 'input', 'problem'];

/** Results of promptfoo: a record for each test, prompt and provider. */
export const PROMPTFOO = defineFormat({
  name: 'promptfoo',
  titleOf: () => t('results of promptfoo'),
  requires: { vars: 'object', provider: 'any' },
  matches: (record) =>
    ['response', 'success', 'gradingResult', 'error'].some((key) => Object.hasOwn(record, key)),
  expand: (record) => {
    const output = valueAt(record, 'response.output') ?? record['output'];
    // A result whose assertions fail has an error too; a failed request has nothing else.
    const isFailed = record['failureReason'] === 2 && (output == null || output === '');
    if (output == null || isFailed) return [];
    const vars = isJsonObject(record['vars']) ? record['vars'] : {};
    const named = isJsonObject(record['namedScores']) ? record['namedScores'] : {};
    return [
      {
        response: typeof output === 'string' ? output : (responseText(output) ?? JSON.stringify(output)),
        prompt: firstOf(vars, QUESTIONS) ?? valueAt(record, 'prompt.raw') ?? promptText(record['prompt']),
        ground_truth: firstOf(vars, REFERENCES) ?? valueAt(record, 'testCase.assert.0.value'),
        id: record['id'],
        group: record['testIdx'] ?? JSON.stringify(vars),
        group_keys: record['testIdx'] == null ? ['vars'] : ['testIdx'],
        score: record['score'] ?? valueAt(record, 'gradingResult.score'),
        verdict: record['success'] ?? valueAt(record, 'gradingResult.pass'),
        response_length: valueAt(record, 'response.tokenUsage.completion'),
        finish_reason: valueAt(record, 'response.finishReason'),
        columns: named,
      },
    ];
  },
});

/** A column of outputs in a table of promptfoo: the provider in brackets, then the prompt. */
const OUTPUT = /^\[[^\]]+\] /;

/** A cell of outputs: the verdict, the score with others by their names, the text, and the grader's reason. */
const CELL = /^\[(PASS|FAIL|ERROR)\] ?(?:\((-?[\d.]+|NaN|undefined)(?:, ([^()\n]*))?\))?\s*/;

/** A row of a table of promptfoo: the variables of a test, and a column of outputs for each prompt and provider. */
export const PROMPTFOO_TABLE = defineFormat({
  name: 'promptfoo-table',
  titleOf: () => t('a table of promptfoo'),
  requires: {},
  matches: (record) => Object.keys(record).some((key) => isOutput(key, record[key])),
  expand: (record) => Object.keys(record).flatMap((key) => readCell(key, record)),
});

const isOutput = (key: string, value: unknown): value is string =>
  OUTPUT.test(key) && typeof value === 'string' && CELL.test(value);

function readCell(key: string, record: JsonObject): readonly SampleFields[] {
  const cell = record[key];
  if (!isOutput(key, cell)) return [];
  const [head = '', verdict, score, named = ''] = CELL.exec(cell) ?? [];
  const text = cell.slice(head.length);
  const reason = Math.max(text.lastIndexOf('\n\nPass Reason: '), text.lastIndexOf('\n\nFail Reason: '));
  const output = reason === -1 ? text : text.slice(0, reason);
  const columns = named.split(', ').map((each) => {
    const colon = each.lastIndexOf(': ');
    return [each.slice(0, Math.max(colon, 0)), Number(each.slice(colon + 2))] as const;
  });
  const keys = [...keysWith(record, QUESTIONS), ...keysWith(record, REFERENCES)];
  return [
    {
      response: verdict === 'ERROR' ? undefined : output,
      failure: verdict === 'ERROR' ? output : undefined,
      prompt: firstOf(record, QUESTIONS),
      ground_truth: firstOf(record, REFERENCES),
      score,
      verdict: verdict === 'PASS' ? 'right' : 'wrong',
      group_keys: keys,
      columns: Object.fromEntries(columns.filter(([name, value]) => name !== '' && !Number.isNaN(value))),
    },
  ];
}
