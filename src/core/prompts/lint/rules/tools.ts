import { nearestName } from '../../../nearestName.ts';
import type { RuleFinding, RewardRule } from '../rule.ts';
import { joinList } from '../../../joinList.ts';
import { lossOfCall } from '../losses.ts';
import { sayLoss } from '../wording.ts';
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
      message:
        `The prompt offers \`${name}\`, and the reward ${reward.name} refuses it: every use is deducted. ` +
        (meant === null
          ? `It knows ${joinList(allowed.map((each) => `\`${each}\``))}.`
          : `It knows \`${meant}\`.`) +
        sayLoss(loss),
      ...(meant === null
        ? {}
        : {
            fixes: [{ title: `Offer \`${meant}\` instead of \`${name}\``, edits: [{ span, text: meant }] }],
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
      message: `The reward ${reward} pays for tool calls, and the prompt offers none of its tools: ${names}.`,
    };
  }
  const isForgotten = forgotten.length > 0;
  return {
    code: 'tool-not-offered',
    ...(isForgotten ? { severity: 'warning' as const } : {}),
    span,
    message: isForgotten
      ? `The toolbox of the front matter has ${joinList(forgotten.map((name) => `\`${name}\``))}, and the template never prints ${forgotten.length === 1 ? 'it' : 'them'}: the model is not told.`
      : `The reward ${reward} also takes ${names}, and the prompt does not offer ${absent.length === 1 ? 'it' : 'them'}. Offer ${absent.length === 1 ? 'it' : 'them'}, or leave ${absent.length === 1 ? 'it' : 'them'} out on purpose.`,
  };
}
