import { t } from '@vscode/l10n';
import { fourPlaces } from '../../../decimal.ts';
import type { RewardProfile } from '../../../rewards/model.ts';
import type { Span } from '../../../span.ts';
import type { Shown } from '../reading/shownParts.ts';
import type { RewardRule } from '../rule.ts';
import { mostPaid } from '../losses.ts';
import { joinSentences } from '../wording.ts';
import { isAboutArgs } from './args.ts';
import { findMismatches } from './tagMismatch.ts';

/** Finds examples, and shown parts of responses, that the reward does not pay in full. */
export const exampleRules: RewardRule = function* (subject) {
  const { reading, reward, scored } = subject;
  // What an example loses by the name of a tag is reported with that name.
  const mismatched = new Set(findMismatches(subject).map(({ shown }) => shown));
  for (const { shown, losses, score } of scored) {
    if (mismatched.has(shown)) continue;
    if (score?.raises) {
      yield {
        code: 'example-deduction',
        span: shown.span,
        loss: mostPaid(reward),
        message: t('The reward {0} raises an error for this example: {1}', reward.name, score.raises.reason),
      };
      continue;
    }
    const unseen = reading.calls.some(({ example }) => example === shown);
    // Components that are not scored because the format is not valid: their losses are reported with the format.
    const lost = losses.filter(({ entry }) => entry.code === 'format-not-valid');
    const also = lost.reduce((sum, { entry }) => sum - Number(entry.paid), 0);
    for (const { entry, component, span } of losses) {
      if (isAboutArgs(entry.code) || (entry.code === 'no-tool-seen' && unseen)) continue;
      if (lost.some((loss) => loss.entry === entry)) continue;
      const paid = component.key === 'format' ? also - Number(entry.paid) : -Number(entry.paid);
      const deduction = [reward.name, fourPlaces(paid), component.title, entry.reason] as const;
      const isExample = shown.kind === 'example';
      const spaced = spaceAround(reading.text, shown, span);
      yield {
        code: 'example-deduction',
        span,
        loss: paid,
        message: joinSentences(
          isExample
            ? t('The reward {0} deducts {1} from this example ({2}): {3}', ...deduction)
            : t('The reward {0} deducts {1} from a response like this ({2}): {3}', ...deduction),
          !isAgainstReference(reward, component.key, entry.code)
            ? null
            : isExample
              ? t('The example itself is used as the reference.')
              : t('The answer itself is used as the reference.'),
          spaced === null ? null : t('The reward counts the white space between the tags and the answer.'),
        ),
        ...(spaced === null ? {} : { fixes: [{ title: t('Remove the white space'), edits: spaced }] }),
      };
    }
  }
};

function isAgainstReference({ pays }: RewardProfile, key: string, code: string): boolean {
  const part = pays.find((each) => each.key === key);
  return part?.changes.some((change) => change.code === code && change.againstReference === true) === true;
}

/** The edits that remove the white space around an answer whose whole content is `span`; null if there is none. */
function spaceAround(text: string, { blocks }: Shown, span: Span): { span: Span; text: string }[] | null {
  const block = blocks.find(({ content }) => content.start <= span.start && span.end <= content.end);
  if (block?.name.toLowerCase() !== 'answer') return null;
  const { start, end } = block.content;
  const content = text.slice(start, end);
  const before = content.length - content.trimStart().length;
  const after = content.length - content.trimEnd().length;
  if (before + after === 0 || span.end - span.start !== content.length) return null;
  return [
    ...(before === 0 ? [] : [{ span: { start, end: start + before }, text: '' }]),
    ...(after === 0 ? [] : [{ span: { start: end - after, end }, text: '' }]),
  ];
}
