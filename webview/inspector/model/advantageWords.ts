import { t } from '@vscode/l10n';
import { joinList } from '../../../src/core/joinList.ts';
import type {
  AdvantageSpan,
  PartAdvantage,
  ScopedAdvantages,
} from '../../../src/core/groups/scopedAdvantages.ts';
import { samplesPhrase } from '../../../src/core/countPhrases.ts';

/** An advantage with its sign and two places: `+0.87`, `−1.10`, `0.00`. */
export function signedNumber(value: number): string {
  const size = Math.abs(value).toFixed(2);
  if (size === '0.00') return size;
  return value > 0 ? `+${size}` : `\u2212${size}`;
}

/** What a piece of text is worth, and what each part adds: `+0.87 = +0.71 accuracy, +0.16 format`. */
export function advantageTitle({ advantage, parts }: AdvantageSpan): string {
  const added = parts
    .filter((part) => signedNumber(part.advantage) !== '0.00')
    .map((part) => `${signedNumber(part.advantage)} ${part.key}`);
  const whole = t('Advantage {0}', signedNumber(advantage));
  return added.length === 0 ? whole : `${whole} (${added.join(', ')})`;
}

/** What the advantages are of, in sentences. */
export function advantageSentences(
  { whole, parts, isScoped, unknown }: ScopedAdvantages,
  samples: number,
): string {
  const group = samplesPhrase(samples);
  const sentences = [];
  if (!isScoped && whole !== null)
    sentences.push(
      t(
        'Every part of this reward applies to the whole response: in the group of {0}, it has the advantage {1}.',
        group,
        signedNumber(whole),
      ),
    );
  else if (isScoped)
    sentences.push(
      t(
        'Each part of the reward has an advantage of its own in the group of {0}, which applies to its scope, as in RS-GRPO; where scopes overlap, they add up.',
        group,
      ),
      whole === null ? '' : t('GRPO would give {0} to the whole response.', signedNumber(whole)),
    );
  if (unknown.length > 0)
    sentences.push(
      t('Left out, because it is not known of every sample: {0}.', joinList(titlesOf(parts, unknown))),
    );
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function titlesOf(parts: readonly PartAdvantage[], keys: readonly string[]): readonly string[] {
  return parts.filter(({ key }) => keys.includes(key)).map(({ title }) => title);
}

/** The least sizes of the looks of an advantage, from weak to strong; a smaller one has no look. */
export const ADVANTAGE_LEVELS = [0.05, 0.5, 1, 2] as const;

/** The class of a piece of text with an advantage; empty for one that is practically 0. */
export function advantageLook({ advantage }: Pick<AdvantageSpan, 'advantage'>): string {
  const level = ADVANTAGE_LEVELS.filter((least) => Math.abs(advantage) >= least).length;
  if (level === 0) return '';
  return ['advantage', advantage > 0 ? `gains-${level}` : `loses-${level}`].join(' ');
}
