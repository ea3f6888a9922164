import { t } from '../../t.ts';
import * as v from 'valibot';
import { ofNumber } from '../../decimal.ts';
import { plainIssue } from '../../plainIssue.ts';
import type { Finding as Problem, Span } from '../../span.ts';
import type { RewardProfile } from '../model.ts';
import { PROFILE_NAMES, isProfileName } from '../names.ts';
import { common } from './checks/fields.ts';
import { patternFault } from './checks/pattern.ts';
import { patternSize } from './checks/patternSize.ts';
import { CHECKS } from './checks/registry.ts';
import { compositeProfile } from './compositeProfile.ts';
import type { CompositePart } from './compositeProfile.ts';
import { readJson } from './jsonPlaces.ts';
import type { PlacedJson } from './jsonPlaces.ts';
import { variantOf } from './variants.ts';

/** The ending of the file names of composite rewards. */
const COMPOSITE_FILE = '.reward.json';

/**
 * Problems that the JSON Schema of these files finds too, so that an editor that knows the schema already shows them.
 */
export const SAID_BY_SCHEMA: ReadonlySet<string> = new Set([
  'reward-json',
  'reward-value',
  'reward-key-missing',
  'reward-key-unknown',
  'reward-component',
  'reward-component-unknown',
  'reward-check-unknown',
  'reward-profile-unknown',
]);

/** A file of a composite reward that was read: the profile if it can be used, and the problems at their places. */
export interface CompositeFile {
  readonly profile: RewardProfile | null;
  readonly problems: readonly Problem[];
}

type Path = readonly (string | number)[];

const headSchema = v.strictObject({
  $schema: v.optional(v.string()),
  name: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[\w.-]+$/u, () => t('a name consists of letters, digits, dots, underscores and hyphens')),
      v.check(
        (name) => !isProfileName(name),
        () => t('a built-in reward has this name'),
      ),
    ),
  ),
  version: v.optional(v.string(), '1'),
  title: v.optional(v.pipe(v.string(), v.minLength(1))),
  description: v.optional(v.string(), ''),
  components: v.pipe(
    v.array(v.unknown()),
    v.minLength(1, () => t('a reward needs a component')),
  ),
  range: v.optional(
    v.nullable(
      v.pipe(
        v.tuple([v.pipe(v.number(), v.finite()), v.pipe(v.number(), v.finite())]),
        v.check(
          ([low, high]) => low < high,
          () => t('the first number must be less than the second'),
        ),
      ),
    ),
    null,
  ),
  round: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(15))), null),
});

const profilePartSchema = v.strictObject({
  weight: common.weight,
  key: common.key,
  title: common.title,
  profile: v.string(),
  component: v.string(),
  parameters: v.optional(v.record(v.string(), v.unknown()), {}),
});

/** Reads a composite reward. Never throws; a file with any error has no profile. */
export function readComposite(text: string, fileName: string): CompositeFile {
  const json = readJson(text);
  const problems: Problem[] = json.faults.map(({ span, message }) => problem('reward-json', span, message));
  if (problems.length > 0) return { profile: null, problems };
  if (!isObject(json.value)) {
    const message = t('The file must contain one JSON object, like {"components": [...]}.');
    return { profile: null, problems: [problem('reward-value', json.place([]), message)] };
  }
  const head = v.safeParse(headSchema, json.value, { message: plainIssue });
  if (!head.success) problems.push(...issueProblems(head.issues, [], json));
  const listed = head.success ? head.output.components : componentsOf(json.value);
  const reader = new PartReader(json, problems);
  const parts = listed.flatMap((part, index) => reader.read(part, ['components', index]) ?? []);
  if (!head.success || problems.length > 0) return { profile: null, problems };
  const { name = compositeName(fileName), version, title, description, range, round } = head.output;
  return {
    profile: compositeProfile({
      name,
      version,
      title: title ?? name,
      description,
      parts,
      range,
      digits: round,
    }),
    problems: [],
  };
}

/** The most parts of all patterns of a composite reward together: they take about 100 ms to compile. */
const MOST_PATTERN_PARTS = 20_000;

/** Reads the components of a file, with the problems of each. */
class PartReader {
  readonly #json: PlacedJson;
  readonly #problems: Problem[];
  readonly #keys = new Set<string>();
  /** For each kind, the number that the next derived key tries first. */
  readonly #numbers = new Map<string, number>();
  #patternParts = 0;
  /** Profiles with the same parameters are the same object, so that they score only once. */
  readonly #profiles = new Map<string, RewardProfile>();

  constructor(json: PlacedJson, problems: Problem[]) {
    this.#json = json;
    this.#problems = problems;
  }

  read(part: unknown, path: Path): CompositePart | null {
    if (isObject(part) && 'check' in part && !('profile' in part)) return this.#check(part, path);
    if (isObject(part) && 'profile' in part && !('check' in part)) return this.#profile(part, path);
    this.#report(
      'reward-component',
      this.#json.place(path),
      t('A component names a "profile" whose component it weighs, or a "check", and not both.'),
    );
    return null;
  }

  #check(fields: Readonly<Record<string, unknown>>, path: Path): CompositePart | null {
    const { check: name } = fields;
    const kind = typeof name === 'string' ? CHECKS.get(name) : undefined;
    if (kind === undefined || typeof name !== 'string') {
      this.#report(
        'reward-check-unknown',
        this.#json.place([...path, 'check']),
        t('There is no check {0}. The checks are {1}.', JSON.stringify(name), [...CHECKS.keys()].join(', ')),
      );
      return null;
    }
    if (name === 'pattern' && !this.#patternIsReadable(fields, path)) return null;
    const read = kind.read(fields);
    if ('issues' in read) {
      this.#problems.push(...issueProblems(read.issues, path, this.#json));
      return null;
    }
    const { check } = read;
    const { title, start, weight } = fields;
    const key = this.#key(fields, name, path);
    return key === null
      ? null
      : {
          key,
          title: typeof title === 'string' ? title : check.title,
          weight: ofNumber(Number(weight)),
          start: start === 0 ? '0' : '1',
          check,
        };
  }

  /**
   * A pattern is compiled when its check is created, so constructs that the engine does not support are reported
   * before, at their places.
   */
  #patternIsReadable(fields: Readonly<Record<string, unknown>>, path: Path): boolean {
    const read = v.safeParse(v.object({ pattern: v.string(), flags: v.optional(v.string(), '') }), fields);
    if (!read.success) return true;
    const before = this.#patternParts;
    this.#patternParts += patternSize(read.output.pattern);
    if (this.#patternParts > MOST_PATTERN_PARTS) {
      // The others are not read either, and one report of them is enough.
      if (before <= MOST_PATTERN_PARTS) {
        const message = t(
          'The patterns of this reward are too long together: with their counted repetitions written out, they can have at most {0} characters.',
          MOST_PATTERN_PARTS,
        );
        this.#report('reward-pattern', this.#json.place([...path, 'pattern']), message);
      }
      return false;
    }
    const fault = patternFault(read.output);
    if (fault === null) return true;
    const { start, end } = fault.span;
    this.#report('reward-pattern', this.#json.textPlace([...path, 'pattern'], start, end), fault.message);
    return false;
  }

  #profile(fields: Readonly<Record<string, unknown>>, path: Path): CompositePart | null {
    const read = v.safeParse(profilePartSchema, fields, { message: plainIssue });
    if (!read.success) {
      this.#problems.push(...issueProblems(read.issues, path, this.#json));
      return null;
    }
    const { profile: name, component, parameters, title, weight } = read.output;
    if (!isProfileName(name)) {
      this.#report(
        'reward-profile-unknown',
        this.#json.place([...path, 'profile']),
        t('There is no built-in reward "{0}". They are {1}.', name, PROFILE_NAMES.join(', ')),
      );
      return null;
    }
    const made = variantOf(name).read(parameters);
    if ('issues' in made) {
      this.#problems.push(...issueProblems(made.issues, [...path, 'parameters'], this.#json));
      return null;
    }
    const same = JSON.stringify([name, parameters]);
    const profile = this.#profiles.get(same) ?? made.profile;
    this.#profiles.set(same, profile);
    const paid = profile.pays.find(({ key }) => key === component);
    if (!paid) {
      const keys = profile.pays.map(({ key }) => key).join(', ');
      this.#report(
        'reward-component-unknown',
        this.#json.place([...path, 'component']),
        t('{0} has no component "{1}". It has {2}.', profile.title, component, keys),
      );
      return null;
    }
    const key = this.#key(fields, component, path);
    return key === null
      ? null
      : { key, title: title ?? paid.title, weight: ofNumber(weight), profile, component };
  }

  /** The name under which a component is reported: its own, or one derived from its kind; null if it is taken. */
  #key(fields: Readonly<Record<string, unknown>>, kind: string, path: Path): string | null {
    const { key: own } = fields;
    if (typeof own === 'string' && this.#keys.has(own)) {
      this.#report(
        'reward-key-taken',
        this.#json.place([...path, 'key']),
        t('Another component has the key "{0}".', own),
      );
      return null;
    }
    let key = typeof own === 'string' ? own : kind;
    let number = this.#numbers.get(kind) ?? 2;
    while (this.#keys.has(key)) key = `${kind}-${number++}`;
    this.#numbers.set(kind, number);
    this.#keys.add(key);
    return key;
  }

  #report(code: string, span: Span, message: string): void {
    this.#problems.push(problem(code, span, message));
  }
}

/** The problems that valibot found, at their places, without duplicates. */
function issueProblems(
  issues: readonly v.BaseIssue<unknown>[],
  path: Path,
  json: PlacedJson,
): readonly Problem[] {
  const told = new Set<string>();
  return issues.flatMap((issue) => {
    const inside = [...path, ...(issue.path ?? []).map(({ key }) => key as string | number)];
    const last = inside.at(-1);
    const name = String(last);
    if (told.has(inside.join('\0'))) return [];
    told.add(inside.join('\0'));
    if (issue.type === 'strict_object' && issue.expected === 'never') {
      return [problem('reward-key-unknown', json.keyPlace(inside), t('"{0}" is not known here.', name))];
    }
    if (issue.received === 'undefined') {
      return [problem('reward-key-missing', json.place(inside.slice(0, -1)), t('"{0}" is missing.', name))];
    }
    // A schema cannot express all conditions between fields.
    const code = issue.type === 'check' ? 'reward-contradiction' : 'reward-value';
    return [problem(code, json.place(inside), cannotBeUsed(last, issue.message))];
  });
}

/**
 * A sentence about a value that cannot be used.
 * @param key its key or index; undefined for the whole file
 */
function cannotBeUsed(key: string | number | undefined, why: string): string {
  if (key === undefined) return t('The file cannot be used: {0}.', why);
  return typeof key === 'number'
    ? t('Number {0} of this list cannot be used: {1}.', key + 1, why)
    : t('"{0}" cannot be used: {1}.', key, why);
}

function problem(code: string, span: Span, message: string): Problem {
  return { code, severity: 'error', span, message };
}

function componentsOf(value: unknown): readonly unknown[] {
  return isObject(value) && Array.isArray(value['components']) ? value['components'] : [];
}

function compositeName(fileName: string): string {
  const base = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  const name = base.endsWith(COMPOSITE_FILE) ? base.slice(0, -COMPOSITE_FILE.length) : base;
  return isProfileName(name) || name === '' ? base : name;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
