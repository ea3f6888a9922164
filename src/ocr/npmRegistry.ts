import os from 'node:os';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import { readRegularFile } from '../documents/regularFile.ts';

/** The registry of packages if the person has configured none. */
const DEFAULT_REGISTRY = 'https://registry.npmjs.org/';

/** What npm calls the registry, for the packages that are fetched here and for all, by precedence. */
const KEYS = ['@tesseract.js-data:registry', 'registry'] as const;

/** The most bytes of npm's configuration file that are read. */
const MOST_BYTES = 64 * 1024;

/**
 * The npm registry that the person uses: of the environment (`npm_config_registry`), or of the `.npmrc` in the person's
 * folder. A project's `.npmrc` does not count: whoever wrote the project would choose where packages come from. Neither
 * do keys and passwords: they are not sent to any registry.
 * @param home the person's folder
 * @returns its address, without credentials, ending with `/`
 * @throws PageTraceError `ocr-failed` if it is no http or https address
 */
export async function npmRegistry(environment: NodeJS.ProcessEnv, home = os.homedir()): Promise<string> {
  const file = variable(environment, 'userconfig') ?? path.join(home, '.npmrc');
  const lines = await readRegularFile(file, MOST_BYTES).then(
    (bytes) => Buffer.from(bytes).toString('utf8').split(/\r?\n/),
    () => [],
  );
  for (const key of KEYS) {
    const value = variable(environment, key) ?? lineValue(lines, key, environment);
    if (value !== undefined && value !== '') return addressOf(value);
  }
  return DEFAULT_REGISTRY;
}

/** A variable of npm's configuration, whose name may be in any case. */
function variable(environment: NodeJS.ProcessEnv, key: string): string | undefined {
  const name = `npm_config_${key}`;
  return Object.entries(environment).find(([each]) => each.toLowerCase() === name)?.[1];
}

/** The last value of a key in an INI file, with `${NAME}` replaced by variables of the environment. */
function lineValue(
  lines: readonly string[],
  key: string,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const line = lines.findLast((each) => each.slice(0, each.indexOf('=')).trim() === key);
  return line
    ?.slice(line.indexOf('=') + 1)
    .trim()
    .replaceAll(/^["']|["']$/g, '')
    .replaceAll(/\$\{(\w+)\}/g, (all, name: string) => environment[name] ?? all);
}

function addressOf(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new PageTraceError('ocr-failed', t('The npm registry is not an http or https address.'), {
      hint: t('Correct it in .npmrc, or in the variable npm_config_registry.'),
    });
  }
  const { origin, pathname } = url;
  return `${origin}${pathname.endsWith('/') ? pathname : `${pathname}/`}`;
}
