import type { Finding } from '../../../span.ts';
import { parseTrajectory } from '../../../trajectory/parser.ts';
import type { ShownCall } from '../reading/shownCalls.ts';
import { seesCall } from '../scoring.ts';
import type { RuleFinding, RewardRule } from '../rule.ts';

/** Tool calls that the reward's pattern does not match, wherever the prompt shows them. */
export const callRules: RewardRule = function* ({ form, reading, reward, scored }) {
  if (form.tools === null) return;
  for (const call of reading.calls) {
    const text = closedCall(reading.text, call);
    if (seesCall(reward, text)) continue;
    const reason = reasonOf(text, call);
    const offset = call.open.start;
    const place =
      reason === null ? call.open : { start: reason.span.start + offset, end: reason.span.end + offset };
    const whole = scored.find(({ shown }) => shown === call.example);
    const lost = whole?.losses.find(({ entry }) => entry.code === 'no-tool-seen');
    const cost =
      lost === undefined
        ? ''
        : ` It sees no tool call in this example, and takes ${lost.entry.paid.replace('-', '')} off.`;
    yield {
      code: 'tool-call-unseen',
      span: within(place, call),
      message: `The reward ${reward.name} does not see this tool call: ${reason?.message ?? 'write it as `<tool name="..." args="...">`.'}${cost}`,
      ...fixesFor(call),
    };
  }
};

/** The text of a call with a body and an end, as a response would have it. */
function closedCall(text: string, { open, span }: ShownCall): string {
  const written = text.slice(span.start, span.end);
  return span.end > open.end ? written : `${written}It is seen.</tool>`;
}

const UNSEEN = new Set([
  'unknown-attribute',
  'repeated-attribute',
  'attribute-order',
  'mismatched-quotes',
  'unclosed-quote',
  'unquoted-attribute',
  'quote-in-attribute',
  'attribute-spacing',
  'tool-tag-unread',
  'tool-without-name',
  'tool-without-args',
  'empty-args',
]);

/** What is wrong with a call, at its place in the call; null where that is only that it cannot be read. */
function reasonOf(call: string, { name, args }: ShownCall): Finding | null {
  const before = '<think>Image 1</think><description>';
  const trajectory = parseTrajectory(`${before}${call}</description><answer>1</answer>`, {
    dialect: 'lang2act',
    numImages: null,
    tools: null,
  });
  const found = trajectory.findings.find(
    ({ code }) =>
      UNSEEN.has(code) &&
      !(code === 'tool-without-args' && args !== null) &&
      !(code === 'tool-without-name' && name !== null),
  );
  if (found === undefined) return null;
  const message = found.message.charAt(0).toLowerCase() + found.message.slice(1);
  return {
    ...found,
    message: message
      .replace(/, (?:so that|and with it) the reward does not see the call/, '')
      .replace(/^the reward does not see this call[:;] /, ''),
    span: { start: found.span.start - before.length, end: found.span.end - before.length },
  };
}

function within({ start, end }: ShownCall['span'], { open }: ShownCall): ShownCall['span'] {
  const from = Math.min(Math.max(start, open.start), open.end);
  return { start: from, end: Math.max(from, Math.min(end, open.end)) };
}

/** Quotes inside args can always be left out: no reward and no reader needs them. */
function fixesFor({ args, argsSpan }: ShownCall): Pick<RuleFinding, 'fixes'> {
  if (args === null || argsSpan === null || !/["']/.test(args)) return {};
  const edits = [...args.matchAll(/["']/g)].map(({ index }) => ({
    span: { start: argsSpan.start + index, end: argsSpan.start + index + 1 },
    text: '',
  }));
  return { fixes: [{ title: 'Leave the quotes out of the args', edits }] };
}
