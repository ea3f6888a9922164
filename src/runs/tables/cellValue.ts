import { RECORD_FORMATS } from '../../core/records/formats/registry.ts';
import { loadJson } from '../../core/python/json.ts';
import { plainValue } from '../reading/readJson.ts';

/** Columns whose cells stay texts, whatever they look like: what was asked, said, and expected. */
const TEXTS: ReadonlySet<string> = new Set(
  RECORD_FORMATS.flatMap(({ fields }) =>
    [fields.response, fields.prompt, fields.ground_truth].flatMap((source) => source?.paths ?? []),
  ),
);

/** Columns of numbered samples, as verl and EasyR1 write them. */
const NUMBERED_TEXT = /^(?:input|output|label)_\d+$/;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** Words that Python, its tables and spreadsheets write for values. */
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['True', true],
  ['true', true],
  ['TRUE', true],
  ['False', false],
  ['false', false],
  ['FALSE', false],
  ['None', null],
  ['null', null],
  ['nan', Number.NaN],
  ['NaN', Number.NaN],
  ['inf', Infinity],
  ['-inf', -Infinity],
]);

/**
 * The value of a cell of a text table: a number, a word for a value, or JSON; in columns of texts and everywhere else
 * the text. An empty cell of another column than those of texts has no value.
 */
export function cellValue(column: string, text: string): unknown {
  if (TEXTS.has(column) || NUMBERED_TEXT.test(column)) return text;
  if (text === '') return undefined;
  if (WORDS.has(text)) return WORDS.get(text);
  // The digits of an id that no double is exactly are kept.
  if (NUMBER.test(text))
    return /^-?\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text)) ? text : Number(text);
  if (!/^[[{]/.test(text)) return text;
  const read = loadJson(text);
  return read.ok ? plainValue(read.value) : text;
}
