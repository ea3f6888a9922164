import { t } from '@vscode/l10n';
import type { FindingDetails, Span } from '../../../span.ts';
import type { FindingCode } from '../../../trajectory/findings.ts';
import { parseTrajectory } from '../../../trajectory/parser.ts';
import type { ShownCall } from '../reading/shownCalls.ts';
import { lossOfCall } from '../losses.ts';
import { seesCall } from '../scoring.ts';
import { joinSentences, sayLoss } from '../wording.ts';
import type { RuleFinding, RewardRule } from '../rule.ts';

/** Finds tool calls, anywhere in the prompt, that the reward's pattern does not match. */
export const callRules: RewardRule = function* ({ form, reading, reward, scored }) {
  if (form.tools === null) return;
  const examples = new Map(scored.toReversed().map((each) => [each.shown, each]));
  for (const call of reading.calls) {
    const text = closedCall(reading.text, call);
    if (seesCall(reward, text)) continue;
    const reason = reasonOf(text, call);
    const offset = call.open.start;
    const place =
      reason === null ? call.open : { start: reason.span.start + offset, end: reason.span.end + offset };
    const whole = call.example === null ? undefined : examples.get(call.example);
    const loss = lossOfCall(reward, text);
    const lost = whole?.losses.find(({ entry }) => entry.code === 'no-tool-seen');
    const cost =
      lost === undefined
        ? sayLoss(loss)
        : t('It sees no tool call in this example and deducts {0}.', lost.entry.paid.replace('-', ''));
    yield {
      code: 'tool-call-unseen',
      span: within(place, call),
      loss: Math.max(loss, lost === undefined ? 0 : -Number(lost.entry.paid)),
      message: joinSentences(
        t('The reward {0} does not see this tool call.', reward.name),
        reason?.message ?? t('Write it as `<tool name="..." args="...">`.'),
        cost,
      ),
      ...fixesFor(call),
    };
  }
};

/** The text of a call with a body and a closing tag, as in a response. */
function closedCall(text: string, { open, span }: ShownCall): string {
  const written = text.slice(span.start, span.end);
  return span.end > open.end ? written : `${written}It is seen.</tool>`;
}

/** Why the reward does not see a call, and what to write instead, by the parser's finding. */
const WHY_UNSEEN: ReadonlyMap<string, (data: FindingDetails) => string> = new Map<
  FindingCode,
  (data: FindingDetails) => string
>([
  [
    'unknown-attribute',
    ({ attribute }) =>
      attribute === null || attribute === undefined
        ? t('The tag contains something other than name and args; remove it.')
        : t('A tool call has no attribute `{0}`; remove it.', attribute),
  ],
  ['repeated-attribute', ({ attribute }) => t('`{0}` is written twice; keep one of them.', attribute ?? '')],
  ['attribute-order', () => t('The reward reads name before args; put name first.')],
  [
    'mismatched-quotes',
    ({ attribute }) =>
      t(
        'The value of {0} opens with one kind of quote and closes with the other; use the same for both.',
        attribute ?? '',
      ),
  ],
  [
    'unclosed-quote',
    ({ attribute }) => t('The value of {0} is not closed; put a quote after it.', attribute ?? ''),
  ],
  [
    'unquoted-attribute',
    ({ attribute }) => t('The value of {0} has no quotes; put it in quotes.', attribute ?? ''),
  ],
  [
    'quote-in-attribute',
    ({ attribute }) =>
      t('There is a quote inside the value of {0}; leave out quotes and apostrophes.', attribute ?? ''),
  ],
  [
    'attribute-spacing',
    () => t('Write `name="..." args="..."` with one space between them and none around `=`.'),
  ],
  ['tool-tag-unread', () => t('Write it as `<tool name="..." args="...">`.')],
  ['tool-without-name', () => t('The tool call has no name; write `<tool name="..." args="...">`.')],
  [
    'tool-without-args',
    ({ args }) =>
      args === 'values'
        ? t('The tool call has no args; write the values in `args="..."`.')
        : t('The tool call has no args; write `args="Image k: <where>"`.'),
  ],
  [
    'empty-args',
    ({ args }) =>
      args === 'values'
        ? t('The args are empty; write the values.')
        : t('The args are empty; write `Image k: <where>`.'),
  ],
]);

/** The reason why a call is not seen, with its place in the call; null if nothing more specific is known. */
function reasonOf(
  call: string,
  { name, args }: ShownCall,
): { readonly message: string; readonly span: Span } | null {
  const before = '<think>Image 1</think><description>';
  const trajectory = parseTrajectory(`${before}${call}</description><answer>1</answer>`, {
    dialect: 'lang2act',
    numImages: null,
    tools: null,
  });
  for (const { code, span, data } of trajectory.findings) {
    const why = WHY_UNSEEN.get(code);
    const isShown =
      (code === 'tool-without-args' && args !== null) || (code === 'tool-without-name' && name !== null);
    if (why === undefined || isShown) continue;
    return {
      message: why(data ?? {}),
      span: { start: span.start - before.length, end: span.end - before.length },
    };
  }
  return null;
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
  return { fixes: [{ title: t('Remove the quotes from the args'), edits }] };
}
