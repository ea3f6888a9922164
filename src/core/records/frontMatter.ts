import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { isCollection, isMap, isNode, isScalar, visit, type Document } from 'yaml';
import { nearestName, slippedName } from '../nearestName.ts';
import { plainIssue } from '../plainIssue.ts';
import { Positions } from '../positions.ts';
import type { Severity, Span } from '../span.ts';
import { FORMER_PARTS } from './schemas.ts';
import { locateSettingsComment, type SettingsPlace } from './settingsComment.ts';
import { moveAnchors, resolveScalars, unreadAlias } from './yamlAliases.ts';
import { parseYaml, plainValue, YamlNodes } from './yamlDocument.ts';

/** An error or an unknown key in a front matter. The span is in the file. */
export interface FrontMatterProblem {
  readonly code: 'front-matter-broken' | 'front-matter-value' | 'front-matter-unknown-key';
  readonly severity: Severity;
  readonly span: Span;
  readonly message: string;
}

/** A value that is valid on its own but contradicts others. `path` leads to it from the top. */
export interface Contradiction {
  readonly path: readonly [string, ...(string | number)[]];
  readonly message: string;
}

/** The span of a key's value in the front matter or settings comment of `text`; null if the key has none. */
export function frontMatterPlace(text: string, key: string): Span | null {
  const place = locateFrontMatter(text) ?? locateSettingsComment(text);
  if (!place) return null;
  const { document } = parseYaml(text.slice(place.yaml.start, place.yaml.end));
  const node = isMap(document.contents) ? document.contents.get(key, true) : undefined;
  return node?.range
    ? { start: place.yaml.start + node.range[0], end: place.yaml.start + node.range[1] }
    : null;
}

type Schemas = Readonly<Record<string, v.GenericSchema>>;

/** A front matter that was read: the values of its known keys, its problems, and where the body begins. */
export interface FrontMatter<S extends Schemas> {
  readonly values: { readonly [K in keyof S]?: v.InferOutput<S[K]> };
  readonly problems: readonly FrontMatterProblem[];
  /** Offset of the first character after the closing line; 0 without a front matter. */
  readonly bodyStart: number;
}

const OPENING = /^\uFEFF?---[ \t]*\r?\n/;
const CLOSING = /(?<![^\n])(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m;

/** The YAML of a front matter in `text`, and where the body begins; null without a front matter. */
export function locateFrontMatter(text: string): SettingsPlace | null {
  const opening = OPENING.exec(text);
  if (!opening) return null;
  const start = opening[0].length;
  const closing = CLOSING.exec(text.slice(start));
  if (!closing) return null;
  return {
    yaml: { start, end: start + closing.index },
    bodyStart: start + closing.index + closing[0].length,
  };
}

/**
 * Reads the YAML front matter at the beginning of `text`, if any: lines between `---` and `---`. A text that opens one
 * and never closes it has none, which is a problem if its first line has a known key. Wrong values and unknown keys
 * become problems at their places, and are left out of `values`.
 * @param contradictions checks the values of the known keys as written, valid or not
 * @param decisive keys that must not be missed: a misspelling that is one typing slip away from one of them is an error
 * @param place where the YAML is, if it is not between `---` lines
 */
export function readFrontMatter<S extends Schemas>(
  text: string,
  schemas: S,
  contradictions: (written: Readonly<Record<string, unknown>>) => readonly Contradiction[] = () => [],
  decisive: readonly string[] = [],
  place: SettingsPlace | null = locateFrontMatter(text),
): FrontMatter<S> {
  if (!place) return { values: {}, problems: findUnclosedFrontMatter(text, schemas), bodyStart: 0 };
  const problems: FrontMatterProblem[] = [];
  const values: Record<string, unknown> = {};
  const { document, error } = parseYaml(text.slice(place.yaml.start, place.yaml.end));
  if (error === null) resolveScalars(document);
  const nodes = new YamlNodes(document);
  const at = (range: readonly number[] | null | undefined): Span => {
    const start = place.yaml.start + (range?.[0] ?? 0);
    return { start, end: Math.max(start, place.yaml.start + (range?.[1] ?? 0)) };
  };
  /** The node at `path`, or the innermost existing node around it. */
  const spanAtPath = (path: readonly unknown[], otherwise: Span): Span => {
    for (let length = path.length; length > 1; length--) {
      const node = nodes.at(path.slice(0, length));
      if (isNode(node)) return at(node.range);
    }
    return otherwise;
  };
  const written: Record<string, unknown> = {};
  const keys = new Map<string, Span>();
  if (error !== null) {
    const span = yamlErrorSpan(text, place.yaml, at(error.pos));
    problems.push({
      code: 'front-matter-broken',
      severity: 'error',
      span,
      message: t(
        'This is not valid YAML: {0}',
        rewordYamlError(error.message, new Positions(text).at(span.start)),
      ),
    });
  }
  if (error === null && document.contents !== null) {
    if (isMap(document.contents)) {
      for (const pair of document.contents.items) {
        const key = isScalar(pair.key) ? String(pair.key.value) : '';
        const keySpan = at(isScalar(pair.key) ? pair.key.range : null);
        const schema = Object.hasOwn(schemas, key) ? schemas[key] : undefined;
        if (!schema) {
          const decided = slippedName(key, decisive);
          const meant = decided ?? slippedName(key, Object.keys(schemas));
          problems.push({
            code: 'front-matter-unknown-key',
            severity: decided === null ? 'warning' : 'error',
            span: keySpan,
            message:
              meant === null
                ? t('PageTrace does not know the key "{0}". It is kept as it is.', key)
                : t('PageTrace does not know the key "{0}". Did you mean "{1}"?', key, meant),
          });
          continue;
        }
        const unread = isNode(pair.value) ? unreadAlias(document, pair.value) : null;
        if (unread !== null) {
          problems.push(valueProblem(key, at(unread.alias.range), unread.message));
          continue;
        }
        const value = document.getIn([pair.key]);
        const read = plainValue(() => (isJsonNode(value) ? value.toJSON() : value));
        if (read.fault !== null) {
          problems.push(valueProblem(key, keySpan, read.fault));
          continue;
        }
        const plain = withCurrentParts(key, read.value);
        if (plain === null || plain === undefined) continue;
        written[key] = plain;
        keys.set(key, keySpan);
        const result = v.safeParse(schema, plain, { message: plainIssue });
        const misspelled: string[] = [];
        const partSpans = spansOfKeys(nodes.at([key]), at);
        for (const { part, meant } of unknownParts(schema, plain)) {
          // If a required part has another name, the value cannot be used.
          const isNeeded = !result.success && meant !== null;
          if (isNeeded) misspelled.push(`${key}.${meant}`);
          problems.push({
            code: 'front-matter-value',
            severity: isNeeded ? 'error' : 'warning',
            span: partSpans.get(part) ?? keySpan,
            message:
              meant === null
                ? t('PageTrace does not know the key "{0}" of "{1}". It has no effect.', part, key)
                : t('PageTrace does not know the key "{0}" of "{1}". Did you mean "{2}"?', part, key, meant),
          });
        }
        if (result.success) {
          values[key] = result.output;
          continue;
        }
        const told = new Set<string>(misspelled);
        for (const issue of result.issues) {
          const path = [key, ...(issue.path ?? []).map((item) => item.key)];
          const name = path.map(String).join('.');
          // A value that breaks two rules is reported once.
          if (told.has(name)) continue;
          told.add(name);
          problems.push(
            isMissing(issue)
              ? missingProblem(path.map(String), spanAtPath(path, keySpan))
              : valueProblem(name, spanAtPath(path, keySpan), issue.message),
          );
        }
      }
    } else {
      problems.push({
        code: 'front-matter-broken',
        severity: 'error',
        span: at(document.contents.range),
        message: t('Settings must be keys with values, one per line, like "dialect: think-answer".'),
      });
    }
  }
  for (const { path, message } of contradictions(written)) {
    const [key] = path;
    Reflect.deleteProperty(values, key);
    const span = spanAtPath(path, keys.get(key) ?? place.yaml);
    problems.push(valueProblem(path.join('.'), span, message));
  }
  return {
    values: values,
    problems,
    bodyStart: place.bodyStart,
  };
}

/** A front matter that is opened and never closed, which would silently be read as part of the body. */
function findUnclosedFrontMatter(text: string, schemas: Schemas): readonly FrontMatterProblem[] {
  const opening = OPENING.exec(text)?.[0] ?? '';
  const key = /^([\w-]+)[ \t]*:/.exec(text.slice(opening.length))?.[1] ?? '';
  if (opening === '' || !Object.hasOwn(schemas, key)) return [];
  return [
    {
      code: 'front-matter-broken',
      severity: 'error',
      span: { start: 0, end: opening.trimEnd().length },
      message: t('The front matter that begins here is not closed. End it with a line of three dashes: ---'),
    },
  ];
}

/** The keys in a value that its schema does not have, each with the one that was probably meant. */
function unknownParts(
  schema: v.GenericSchema,
  value: unknown,
): readonly { readonly part: string; readonly meant: string | null }[] {
  if (!('entries' in schema) || typeof value !== 'object' || value === null || Array.isArray(value))
    return [];
  const written = Object.keys(value);
  const known = Object.keys(schema.entries as object);
  const missing = known.filter((each) => !written.includes(each));
  return written
    .filter((part) => !known.includes(part))
    .map((part) => ({ part, meant: nearestName(part, missing) }));
}

/** The spans of the keys of a mapping, by the key; empty for another value. */
function spansOfKeys(
  value: unknown,
  at: (range: readonly number[] | null | undefined) => Span,
): ReadonlyMap<string, Span> {
  const spans = new Map<string, Span>();
  if (!isMap(value)) return spans;
  for (const { key } of value.items) {
    const name = isScalar(key) ? String(key.value) : null;
    if (name !== null && !spans.has(name) && isScalar(key)) spans.set(name, at(key.range));
  }
  return spans;
}

/** Whether an issue says that an object lacks a key. */
function isMissing({ input, path }: v.BaseIssue<unknown>): boolean {
  const last = path?.at(-1);
  return input === undefined && last?.origin === 'key';
}

function missingProblem(path: readonly string[], span: Span): FrontMatterProblem {
  const name = path.slice(0, -1).join('.');
  return {
    code: 'front-matter-value',
    severity: 'error',
    span,
    message: t('The value of "{0}" cannot be used: it lacks "{1}".', name, path.at(-1) ?? ''),
  };
}

function valueProblem(name: string, span: Span, message: string): FrontMatterProblem {
  return {
    code: 'front-matter-value',
    severity: 'error',
    span,
    message: t('The value of "{0}" cannot be used: {1}.', name, message),
  };
}

/**
 * `text` with keys of its front matter set (or removed, if undefined); other keys, comments, and the body do not
 * change. If there is no front matter, one is added, unless there is nothing to set. A front matter that is not valid
 * YAML, or that has no keys but another value, does not change.
 */
export function writeFrontMatter(text: string, changes: Readonly<Record<string, unknown>>): string {
  const place = locateFrontMatter(text);
  const hasValues = Object.values(changes).some((value) => value !== undefined);
  if (place === null && !hasValues) return text;
  const before = place === null ? '' : text.slice(place.yaml.start, place.yaml.end);
  const { document, error } = parseYaml(before);
  if (error !== null || (document.contents !== null && !isMap(document.contents))) return text;
  if (document.contents === null && !hasValues) return text;
  for (const [key, value] of Object.entries(changes)) {
    const present = document.contents === null ? undefined : document.get(key, true);
    if (isNode(present) && !(isScalar(present) && present.value === value)) moveAnchors(document, present);
    if (value === undefined) {
      // `delete` throws if the front matter is still empty.
      if (document.contents !== null) document.delete(key);
      continue;
    }
    const written = document.get(key, true);
    // Changing a scalar in place keeps the comment after it.
    const node = createNode(document, value);
    if (isScalar(written) && isScalar(node)) {
      written.value = value;
      if (node.type !== undefined) written.type = node.type;
    } else document.set(key, node);
  }
  const written = document.toString({
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Infinity,
    verifyAliasOrder: false,
  });
  const isEmpty = isMap(document.contents) && document.contents.items.length === 0;
  const yaml = isEmpty ? written.replace(/^\{\}\n/m, '') : written;
  const mark = text.startsWith('\uFEFF') && place !== null ? '\uFEFF' : '';
  const body = place ? text.slice(place.bodyStart) : text;
  return `${mark}---\n${yaml === '' || yaml.endsWith('\n') ? yaml : `${yaml}\n`}---\n${body}`;
}

/** Text whose white space the library does not keep in a block: at the beginning, alone on a line, or a carriage return. */
const QUOTED = /^\s|\r|(?<![^\n])[ \t]+(?![^\n])/;

function createNode(document: Document, value: unknown): unknown {
  const node = document.createNode(value);
  visit(node, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && QUOTED.test(scalar.value)) scalar.type = 'QUOTE_DOUBLE';
    },
    // What is deep inside a value, such as the turns of a conversation, takes one line each.
    Collection: (_, collection, path) => {
      if (path.filter(isCollection).length >= 2) collection.flow = true;
    },
  });
  return node;
}

/** `value` with the former names of its parts replaced by the current ones. */
function withCurrentParts(key: string, value: unknown): unknown {
  const former = Object.hasOwn(FORMER_PARTS, key) ? FORMER_PARTS[key] : undefined;
  if (former === undefined || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([part, content]) => [former[part] ?? part, content]));
}

function isJsonNode(value: unknown): value is { toJSON(): unknown } {
  return (
    typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
  );
}

/** The place of a YAML error; at the last character of the YAML for an error after it, such as a missing bracket. */
function yamlErrorSpan(text: string, { start, end }: Span, span: Span): Span {
  const last = start + text.slice(start, end).trimEnd().length - 1;
  return span.start <= last ? span : { start: Math.max(start, last), end: Math.max(start, last + 1) };
}

/**
 * The first line of the YAML library's message with the line and column in the file added, and its unbalanced quotation
 * mark (`Missing closing "quote`) replaced by words.
 */
function rewordYamlError(
  message: string,
  { line, column }: { readonly line: number; readonly column: number },
): string {
  return `${message.split('\n', 1)[0] ?? message} at line ${line}, column ${column}`
    .replace('Map keys must be unique', 'this key is given twice')
    .replace(/Source contains multiple documents; .*?(?= at line)/, 'leave out the line of dashes')
    .replace('closing "quote', 'closing double quote')
    .replace("closing 'quote", 'closing single quote');
}
