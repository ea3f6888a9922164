import { parsedJson } from '../parsedJson.ts';
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { nearestName } from '../nearestName.ts';
import { plainIssue } from '../plainIssue.ts';
import { Positions, type Position } from '../positions.ts';
import { readJson } from '../rewards/composite/jsonPlaces.ts';
import { PROFILE_NAMES } from '../rewards/names.ts';
import { TRAINERS } from '../rewards/trainers.ts';
import { joinSentences } from './lint/wording.ts';
import { promptMapSchema, type PromptMap } from './promptMap.ts';

/** A map file that was read, or sentences that say why it cannot be used and the place that they are about. */
type ReadMap =
  | { readonly map: PromptMap; readonly fault: null }
  | { readonly map: null; readonly fault: string; readonly at: Position };

type Path = readonly (string | number)[];

/** The keys that the file can have, and those that an entry of `prompts` can have. */
const FILE_KEYS = Object.keys(promptMapSchema.entries);
const ENTRY_KEYS = Object.keys(promptMapSchema.entries.prompts.item.entries);

/** Reads a map file. */
export function readPromptMap(text: string): ReadMap {
  const source = text.replace(/^\uFEFF/, '');
  const json = readJson(source);
  const positions = new Positions(source);
  const [broken] = json.faults;
  const value = broken === undefined ? parsedJson(source) : undefined;
  if (value === undefined) {
    return {
      map: null,
      fault: joinSentences(t('It is not valid JSON.'), broken?.message ?? null),
      at: positions.at(broken?.span.start ?? 0),
    };
  }
  const read = v.safeParse(promptMapSchema, value, { message: plainIssue });
  if (read.success) return { map: read.output, fault: null };
  const [issue] = read.issues;
  const path = (issue.path ?? []).map(({ key }) => key as string | number);
  const last = issue.path?.at(-1);
  const isKey = last?.origin === 'key';
  const fault = isKey
    ? keyFault(path, last.input, issue.expected === 'never')
    : { message: valueFault(path, issue.input, issue.message), path };
  const place = isKey ? json.keyPlace(fault.path) : json.place(fault.path);
  return { map: null, fault: fault.message, at: positions.at(place.start) };
}

/** What is wrong with the key at the end of `path`, which is unknown or missing, and the path of what is wrong. */
function keyFault(
  path: Path,
  parent: unknown,
  isUnknown: boolean,
): { readonly message: string; readonly path: Path } {
  const key = String(path.at(-1));
  const entry = entryNumber(path);
  const known = entry === null ? FILE_KEYS : ENTRY_KEYS;
  const written = Object.keys(parent ?? {});
  if (isUnknown) {
    const meant = nearestName(
      key,
      known.filter((each) => !written.includes(each)),
    );
    return {
      message: joinSentences(
        entry === null
          ? t('PageTrace does not know the key "{0}".', key)
          : t('PageTrace does not know the key "{0}" in entry {1}.', key, entry),
        didYouMean(meant),
      ),
      path,
    };
  }
  const misspelled = nearestName(
    key,
    written.filter((each) => !known.includes(each)),
  );
  return {
    message: joinSentences(
      entry === null
        ? t('The key "{0}" is missing.', key)
        : t('The key "{0}" is missing in entry {1}.', key, entry),
      misspelled === null ? null : t('Did you mean "{0}" instead of "{1}"?', key, misspelled),
    ),
    path: misspelled === null ? path : [...path.slice(0, -1), misspelled],
  };
}

/** What is wrong with the value at `path`. */
function valueFault(path: Path, value: unknown, why: string): string {
  const entry = entryNumber(path);
  const key = path[2];
  if (entry === null) {
    return path.length === 0
      ? t('The content of the file cannot be used: {0}.', why)
      : t('The value of "{0}" cannot be used: {1}.', path.join('.'), why);
  }
  if (key === undefined) return t('Entry {0} cannot be used: {1}.', entry, why);
  const names =
    key === 'reward' ? [...PROFILE_NAMES, 'none'] : key === 'trainer' ? [...TRAINERS, 'none'] : [];
  return joinSentences(
    t('The value of "{0}" in entry {1} cannot be used: {2}.', key, entry, why),
    didYouMean(typeof value === 'string' ? nearestName(value, names) : null),
  );
}

const didYouMean = (meant: string | null): string | null =>
  meant === null ? null : t('Did you mean "{0}"?', meant);

/** The number of the entry of `prompts` that a path leads to, counted from 1; null if it leads to none. */
function entryNumber([, index]: Path): number | null {
  return typeof index === 'number' ? index + 1 : null;
}
