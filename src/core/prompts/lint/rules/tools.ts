import { t } from '@vscode/l10n';
import { nearestName } from '../../../nearestName.ts';
import type { RuleFinding, RewardRule } from '../rule.ts';
import { joinList } from '../../../joinList.ts';
import { lossOfCall } from '../losses.ts';
import { joinSentences, sayLoss } from '../wording.ts';
import { firstLineSpan } from './firstLine.ts';

/**
 * Finds tools that the prompt offers but the reward rejects, and tools that the reward accepts but the prompt does not
 * offer.
 */
export const toolRules: RewardRule = function* ({ form, file, reading, reward }) {
  const { tools } = form;
  if (tools === null) return;
  const allowed = tools.allowed.map(({ name }) => name);
  const { offered } = reading;
  const offeredNames = new Set(offered.map(({ name }) => name));
  for (const { name, span } of offered) {
    if (allowed.includes(name)) continue;
    const meant = nearestName(
      name,
      allowed.filter((each) => !offeredNames.has(each)),
    );
    const loss = lossOfCall(reward, `<tool name="${name}" args="Image 1: the last row">It says 42.</tool>`);
    yield {
      code: 'tool-refused',
      span,
      loss,
      message: joinSentences(
        t(
          'The prompt offers `{0}`, but the reward {1} rejects it and deducts for every call.',
          name,
          reward.name,
        ),
        meant === null
          ? t('It accepts {0}.', joinList(allowed.map((each) => `\`${each}\``)))
          : t('Did you mean `{0}`?', meant),
        sayLoss(loss),
      ),
      ...(meant === null
        ? {}
        : {
            fixes: [
              { title: t('Offer `{0}` instead of `{1}`', meant, name), edits: [{ span, text: meant }] },
            ],
          }),
    };
  }
  const absent = allowed.filter((name) => !offeredNames.has(name));
  const last = offered.filter(({ name }) => allowed.includes(name)).at(-1);
  if (absent.length === 0) return;
  // The template need not print a toolbox that comes from the dialect rather than from the front matter.
  const promised = file.given.has('toolbox')
    ? file.prompt.toolbox.filter(({ name }) => absent.includes(name))
    : [];
  yield notOfferedFinding(absent, last?.span ?? offered.at(-1)?.span ?? null, reading.text, {
    reward: reward.name,
    forgotten: promised.map(({ name }) => name),
  });
};

function notOfferedFinding(
  absent: readonly string[],
  place: RuleFinding['span'] | null,
  text: string,
  { reward, forgotten }: { readonly reward: string; readonly forgotten: readonly string[] },
): RuleFinding {
  const names = joinList(absent.map((name) => `\`${name}\``));
  const span = place ?? firstLineSpan(text);
  if (place === null) {
    return {
      code: 'tool-not-offered',
      severity: 'warning',
      span,
      message: t(
        'The reward {0} pays for tool calls, but the prompt offers none of its tools: {1}.',
        reward,
        names,
      ),
    };
  }
  if (forgotten.length === 0)
    return {
      code: 'tool-not-offered',
      span,
      message:
        absent.length === 1
          ? t(
              'The reward {0} also accepts {1}, but the prompt does not offer it. Offer it, unless you leave it out on purpose.',
              reward,
              names,
            )
          : t(
              'The reward {0} also accepts {1}, but the prompt does not offer them. Offer them, unless you leave them out on purpose.',
              reward,
              names,
            ),
    };
  const unprinted = joinList(forgotten.map((name) => `\`${name}\``));
  return {
    code: 'tool-not-offered',
    severity: 'warning',
    span,
    message:
      forgotten.length === 1
        ? t(
            'The toolbox of the front matter has {0}, but the template never prints it, so the model is not told about it.',
            unprinted,
          )
        : t(
            'The toolbox of the front matter has {0}, but the template never prints them, so the model is not told about them.',
            unprinted,
          ),
  };
}
