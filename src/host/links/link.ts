import path from 'node:path';
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { PageTraceError } from '../../core/errors.ts';
import type { Passage } from '../../core/passage.ts';
import { hiddenSpans } from '../../core/visibleText.ts';

/** What a link leads to. */
export interface Link {
  readonly target:
    | { readonly kind: 'file'; /** An absolute path. */ readonly path: string }
    /** A question in the list of recent trajectories. */
    | { readonly kind: 'recent'; readonly id: string };
  /** From 0. */
  readonly sample: number;
  /** A step or a claim of the response; null for the trajectory. */
  readonly passage: Passage | null;
}

/** The path of links in the addresses that VS Code hands to the extension. */
export const LINK_PATH = '/open';

/** The extension of the only files that links lead to. */
const EXTENSION = '.trajectory';

const number = (most: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number), v.maxValue(most));

const schema = v.pipe(
  v.strictObject({
    file: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(4096))),
    recent: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))),
    sample: v.optional(v.pipe(number(1024), v.minValue(1))),
    start: v.optional(number(999_999_999)),
    length: v.optional(v.pipe(number(10_000_000), v.minValue(1))),
    hash: v.optional(v.pipe(v.string(), v.regex(/^[\da-f]{14}$/))),
  }),
  v.check(({ file, recent }) => (file === undefined) !== (recent === undefined)),
  v.check(({ start, length, hash }) => {
    const given = [start, length, hash].filter((part) => part !== undefined).length;
    return given === 0 || given === 3;
  }),
);

/** The query of a link's address. */
export function linkQuery({ target, sample, passage }: Link): string {
  return new URLSearchParams({
    ...(target.kind === 'file' ? { file: target.path } : { recent: target.id }),
    ...(sample === 0 ? {} : { sample: String(sample + 1) }),
    ...(passage === null
      ? {}
      : { start: String(passage.start), length: String(passage.length), hash: passage.hash }),
  }).toString();
}

/**
 * Reads the address of a link, which anybody may have made.
 * @throws PageTraceError `bad-input` if it is not one that PageTrace makes
 */
export function readLink(address: { readonly path: string; readonly query: string }): Link {
  const parameters = [...new URLSearchParams(address.query)];
  const names = new Set(parameters.map(([name]) => name));
  const read = v.safeParse(schema, Object.fromEntries(parameters));
  if (address.path !== LINK_PATH || names.size < parameters.length || !read.success) throw unreadable();
  const { file, recent = '', sample = 1, start, length, hash } = read.output;
  return {
    target: file === undefined ? { kind: 'recent', id: recent } : { kind: 'file', path: checkedPath(file) },
    sample: sample - 1,
    passage:
      start === undefined || length === undefined || hash === undefined ? null : { start, length, hash },
  };
}

function unreadable(): PageTraceError {
  return new PageTraceError('bad-input', t('This link is not one that PageTrace can open.'), {
    hint: t('Copy it again with PageTrace: Copy Link, or open the trajectory itself.'),
  });
}

/** The path of a file, if a link may name it. */
function checkedPath(file: string): string {
  const fault = pathFault(file);
  if (fault === null) return file;
  throw new PageTraceError('bad-input', fault, { hint: t('Open the trajectory itself.') });
}

function pathFault(file: string): string | null {
  if (hiddenSpans(file).length > 0 || /[\n\t]/.test(file))
    return t('The file name in this link has hidden characters, so it is not opened.');
  // On other systems than Windows, a backslash is a character of a name, and no name of ours has one twice.
  if (/^[\\/]{2}|\\\\/.test(file))
    return t('The file of this link is on another machine, so it is not opened.');
  if (!path.isAbsolute(file) || path.normalize(file) !== file || /[\\/]$/.test(file))
    return t('The link does not name a file by its whole path, so it is not opened.');
  if (path.extname(file).toLowerCase() !== EXTENSION)
    return t('Links open trajectory files (.trajectory) only, not {0}.', path.basename(file));
  return null;
}
