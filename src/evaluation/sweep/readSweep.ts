import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { isNode, type Document } from 'yaml';
import { nearestName } from '../../core/nearestName.ts';
import { plainIssue } from '../../core/plainIssue.ts';
import { isJsonObject } from '../../core/records/fieldPath.ts';
import { readPixels } from '../../core/records/schemas.ts';
import { parseYaml, parseYamlValue } from '../../core/records/yamlDocument.ts';
import type { Sweep, SweepProblem, SweepServer } from './model.ts';
import { GIVEN, OFFLINE, sweepSchema, USUAL } from './sweepSchema.ts';

/** A sweep's file that was read: what it says, or what is wrong with it. */
export type ReadSweep =
  | { readonly sweep: Sweep; readonly placeOf: (path: SweepPath) => number }
  | { readonly problems: readonly SweepProblem[] };

/** Where something is in a sweep's file: keys and positions. */
export type SweepPath = readonly (string | number)[];

type WrittenSweep = v.InferOutput<typeof sweepSchema>;

/** Reads a sweep's file. Never throws. */
export function readSweep(text: string): ReadSweep {
  const { value, error } = parseYamlValue(text);
  if (error !== null) {
    const line = lineAt(text, error.pos[0]);
    return { problems: [{ line, message: t('This is no YAML: {0}.', error.message.replace(/\.$/, '')) }] };
  }
  if (value !== null && !isJsonObject(value))
    return { problems: [{ line: 1, message: t('A sweep is keys with values, such as dataset.') }] };
  const { document } = parseYaml(text);
  const placeOf = (path: SweepPath): number => lineAt(text, offsetOf(document, path));
  const result = v.safeParse(sweepSchema, value ?? {}, { message: plainIssue });
  if (result.success) return { sweep: sweepOf(result.output), placeOf };
  const problems = result.issues.map((issue) => problemOf(issue, placeOf));
  return { problems: problems.sort((one, other) => one.line - other.line) };
}

function sweepOf(written: WrittenSweep): Sweep {
  const { prompts, models, pixels, pages, sampling } = written;
  return {
    dataset: written.dataset,
    prompts: prompts ?? [null],
    servers: (written.servers ?? [OFFLINE]).map(serverOf),
    models: models ?? [null],
    pixels: (pixels ?? [USUAL]).map((each) => (each === USUAL ? null : readPixels(each))),
    pages: (pages ?? [GIVEN]).map((each) => (each === GIVEN ? null : each)),
    sampling: (sampling ?? [USUAL]).map((each) => (each === USUAL ? null : each)),
    samples: written.samples ?? 1,
    limit: written.limit ?? null,
    where: written.where ?? null,
    concurrency: written.concurrency ?? null,
    reward: written.reward ?? null,
    metrics: written.metrics ?? null,
    baseline: written.baseline ?? null,
    exclude: written.exclude ?? [],
    out: written.out ?? null,
  };
}

function serverOf(written: NonNullable<WrittenSweep['servers']>[number]): SweepServer {
  const server = typeof written === 'string' ? { url: written } : written;
  const isOffline = server.url === OFFLINE;
  return {
    name: server.name ?? server.url.replace(/^https?:\/\//, '').replace(/\/(?:v1\/?)?$/, ''),
    url: isOffline ? null : server.url,
    model: server.model ?? null,
    keyFile: server.api_key_file ?? null,
    concurrency: server.concurrency ?? null,
  };
}

function problemOf(issue: v.BaseIssue<unknown>, placeOf: (path: SweepPath) => number): SweepProblem {
  const path = (issue.path ?? []).flatMap(({ key }) =>
    typeof key === 'string' || typeof key === 'number' ? [key] : [],
  );
  const line = placeOf(path);
  const last = path.at(-1);
  const key = path.filter((each) => typeof each === 'string').join('.');
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    const nearest = nearestName(String(last), keysOf(path));
    return {
      line,
      message:
        nearest === null
          ? t('“{0}” has no meaning here.', key)
          : t('“{0}” has no meaning here. Did you mean “{1}”?', key, nearest),
    };
  }
  if (issue.received === 'undefined') return { line, message: t('The sweep has no “{0}”.', key) };
  return {
    line,
    message:
      typeof last === 'number'
        ? t('Entry {0} of “{1}” cannot be used: {2}.', last + 1, key, issue.message)
        : t('The value of “{0}” cannot be used: {1}.', key, issue.message),
  };
}

/** The keys that an object may have: those of the file, or those of a pattern of cells. */
function keysOf(path: SweepPath): readonly string[] {
  if (path.length === 1) return Object.keys(sweepSchema.entries);
  return ['prompt', 'server', 'model', 'pixels', 'pages', 'sampling', 'url', 'name', 'api_key_file'];
}

/** Where a part of the file begins, or the nearest part around it that is there. */
function offsetOf(document: Document, path: SweepPath): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
