import { t } from '@vscode/l10n';
import { isJsonObject, valueAt, type JsonObject } from '../fieldPath.ts';
import { promptText, responseText } from '../fieldValues.ts';
import { isMessages } from './messages.ts';
import { defineFormat, firstOf, keysWith, REFERENCES, type SampleFields } from './model.ts';

/** Keys of variables that hold a question. */
const QUESTIONS = ['question', 'query', 'prompt', 'input', 'problem'];

/** Keys of variables that hold what an output is compared with. */
const EXPECTED = [...REFERENCES, 'expected', 'expected_output'];

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
        prompt:
          firstOf(vars, QUESTIONS) ??
          sentMessages(valueAt(record, 'prompt.raw')) ??
          promptText(record['prompt']),
        ground_truth: firstOf(vars, EXPECTED) ?? comparedWith(valueAt(record, 'testCase.assert')),
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

/** The prompt as messages where it is a list of them in JSON; otherwise as it is. */
function sentMessages(raw: unknown): unknown {
  if (typeof raw !== 'string' || !raw.trimStart().startsWith('[')) return raw;
  try {
    const read: unknown = JSON.parse(raw);
    return isMessages(read) ? read : raw;
  } catch {
    return raw;
  }
}

/** Assertions that compare an output with a text, in contrast to those that describe a good one or compute something. */
const COMPARING =
  /^(?:equals|i?contains(?:-all|-any)?|starts-with|similar(?::[\w-]+)?|levenshtein|rouge-n|bleu|gleu|meteor|(?:model-graded-)?factuality)$/;

/** What the first assertion that compares the output compares it with; undefined if none does. */
function comparedWith(assertions: unknown): unknown {
  const list: readonly unknown[] = Array.isArray(assertions) ? assertions : [];
  const found = list.find((each) => {
    const type = valueAt(each, 'type');
    return typeof type === 'string' && COMPARING.test(type);
  });
  return valueAt(found, 'value');
}

/** A column of outputs in a table of promptfoo's earlier versions: the provider in brackets, then the prompt. */
const OUTPUT = /^\[[^\]]+\] /;

/** A cell of such a column: the verdict, the score with others by their names, the text, and the grader's reason. */
const CELL = /^\[(PASS|FAIL|ERROR)\] ?(?:\((-?[\d.]+|NaN|undefined)(?:, ([^()\n]*))?\))?\s*/;

/** The columns that follow a column of outputs in a table of promptfoo; later ones of the same name are numbered. */
const AFTER_OUTPUT = [/^Status(?: \d+)?$/, /^Score(?: \d+)?$/, /^Named Scores(?: \d+)?$/] as const;

/** What promptfoo puts before a text that a spreadsheet would compute. */
const FORMULA_MARK = /^'(?=[\s\u200B-\u200D]*[=@+-])/u;

/** A row of a table of promptfoo: the variables of a test, and a column of outputs for each prompt and provider. */
export const PROMPTFOO_TABLE = defineFormat({
  name: 'promptfoo-table',
  titleOf: () => t('a table of promptfoo'),
  requires: {},
  matches: (record) =>
    Object.keys(record).some((key) => isOutput(key, record[key])) ||
    outputColumns(Object.keys(record)).length > 0,
  expand: (record) => {
    const keys = Object.keys(record);
    const columns = outputColumns(keys);
    const outputs = columns.length > 0 ? columns : keys.filter((key) => isOutput(key, record[key]));
    const variables = keys.slice(0, keys.indexOf(outputs[0] ?? '')).filter((key) => key !== 'Description');
    const test = readTest(record, variables);
    return outputs.flatMap((key) => {
      const sample = columns.length > 0 ? readOutput(key, keys, record) : readCell(record[key]);
      return sample === null ? [] : [{ ...test, ...sample }];
    });
  },
});

const isOutput = (key: string, value: unknown): value is string =>
  OUTPUT.test(key) && typeof value === 'string' && CELL.test(value);

/** Those names of a table's columns that have the outputs of a prompt, in a table of promptfoo. */
export function outputColumns(names: readonly string[]): readonly string[] {
  return names.filter((_, at) =>
    AFTER_OUTPUT.every((pattern, after) => pattern.test(names[at + 1 + after] ?? '')),
  );
}

/** What the variables of a test say of all its outputs. */
function readTest(record: JsonObject, variables: readonly string[]): SampleFields {
  const prompt = firstOf(record, QUESTIONS);
  const reference = plainCell(firstOf(record, EXPECTED));
  if (prompt !== undefined)
    return {
      prompt: plainCell(prompt),
      ground_truth: reference,
      group_keys: [...keysWith(record, QUESTIONS), ...keysWith(record, EXPECTED)],
    };
  if (variables.length === 0) return {};
  return {
    ground_truth: reference,
    group: JSON.stringify(variables.map((name) => record[name])),
    group_keys: variables,
  };
}

/** The output in a column, whose verdict and numbers are in the columns after it; null if the test has none. */
function readOutput(key: string, keys: readonly string[], record: JsonObject): SampleFields | null {
  const at = keys.indexOf(key);
  const [status, score, named] = [1, 2, 3].map((after) => record[keys[at + after] ?? '']);
  if (status !== 'PASS' && status !== 'FAIL' && status !== 'ERROR') return null;
  const output = plainCell(record[key]) ?? '';
  if (status !== 'ERROR')
    return {
      response: output,
      score,
      verdict: status === 'PASS' ? 'right' : 'wrong',
      columns: isJsonObject(named) ? named : {},
    };
  const reason = keys.slice(at).find((name) => name.startsWith('Grader Reason')) ?? '';
  const said = [output, record[reason]].find((text) => typeof text === 'string' && text !== '');
  return { failure: typeof said === 'string' ? said : status };
}

/** A cell without the mark that keeps a spreadsheet from computing it. */
const plainCell = (cell: unknown): unknown =>
  typeof cell === 'string' ? cell.replace(FORMULA_MARK, '') : cell;

/** An output with its verdict, its numbers and the grader's reason in one cell; null for another cell. */
function readCell(cell: unknown): SampleFields | null {
  if (typeof cell !== 'string') return null;
  const [head = '', verdict, score, named = ''] = CELL.exec(cell) ?? [];
  if (verdict === undefined) return null;
  const text = cell.slice(head.length);
  const reason = Math.max(text.lastIndexOf('\n\nPass Reason: '), text.lastIndexOf('\n\nFail Reason: '));
  const output = reason === -1 ? text : text.slice(0, reason);
  if (verdict === 'ERROR') return { failure: output };
  const columns = named.split(', ').map((each) => {
    const colon = each.lastIndexOf(': ');
    return [each.slice(0, Math.max(colon, 0)), Number(each.slice(colon + 2))] as const;
  });
  return {
    response: output,
    score,
    verdict: verdict === 'PASS' ? 'right' : 'wrong',
    columns: Object.fromEntries(columns.filter(([name, value]) => name !== '' && !Number.isNaN(value))),
  };
}
