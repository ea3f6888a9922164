import { format } from 'oxfmt';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';

const options = JSON.parse(fs.readFileSync(path.join(root, '.oxfmtrc.json'), 'utf8')) as Readonly<
  Record<string, unknown>
>;

/** The text of a file as `npm run format` writes it; the file name says the language. */
export async function formatted(fileName: string, text: string): Promise<string> {
  const { code, errors } = await format(fileName, text, options);
  if (errors[0]) throw new Error(`${fileName} cannot be formatted: ${errors[0].message}`);
  return code;
}
