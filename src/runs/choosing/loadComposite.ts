import path from 'node:path';
import { t } from '@vscode/l10n';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import { Positions } from '../../core/positions.ts';
import { frontMatterPlace } from '../../core/records/frontMatter.ts';
import type { CompositePath, RewardProfile } from '../../core/rewards/model.ts';
import { NO_INPUT } from '../reading/bytes.ts';
import { readWholeText } from '../reading/wholeText.ts';

/**
 * The composite profile in a file.
 * @throws PageTraceError `bad-input` for a file that cannot be used, naming each mistake and its place;
 * `file-not-found` or `file-unreadable`
 */
export async function loadComposite(file: string): Promise<RewardProfile> {
  const text = await readWholeText(file, NO_INPUT);
  const { readComposite } = await import('../../core/rewards/composite/readComposite.ts');
  const { profile, problems } = readComposite(text, path.basename(file));
  if (profile !== null) return profile;
  const positions = new Positions(text);
  const mistakes = problems.map(({ span, message }) => {
    const { line, column } = positions.at(span.start);
    return `${file}:${line}:${column}: ${message}`;
  });
  throw new PageTraceError('bad-input', t('The reward profile {0} cannot be used.', file), {
    hint: mistakes.join('\n'),
  });
}

/**
 * The composite profile that the front matter of a file names.
 * @param textOf returns the text of the file; empty if not known
 * @param mayRead whether the composite may be read
 * @throws PageTraceError `bad-input` at the place of the name, for a composite that cannot be used
 */
export async function loadNamedComposite(
  file: string,
  textOf: () => Promise<string>,
  reward: CompositePath,
  mayRead: (file: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<RewardProfile> {
  try {
    const named = path.isAbsolute(reward) ? reward : path.join(path.dirname(file), reward);
    if (!(await mayRead(named)))
      throw new PageTraceError('untrusted', t('The reward profile {0} may not be read from here.', reward), {
        hint: t('Name another one.'),
      });
    return await loadComposite(named);
  } catch (error) {
    const { message, hint } = asPageTraceError(error);
    const text = await textOf();
    const { line, column } = new Positions(text).at(frontMatterPlace(text, 'reward')?.start ?? 0);
    // Standard input cannot be read a second time.
    const place = text === '' ? file : `${file}:${line}:${column}`;
    throw new PageTraceError('bad-input', `${place}: ${message}`, hint === undefined ? {} : { hint });
  }
}
