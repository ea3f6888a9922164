import { t } from '@vscode/l10n';
import type { RuleFinding, RewardRule, PromptWithReward } from '../rule.ts';
import { lossOfCallOutside, lossOfOrder } from '../losses.ts';
import type { Shown } from '../reading/shownParts.ts';
import { joinList } from '../../../joinList.ts';
import { joinSentences, quoteTag, sayLoss } from '../wording.ts';

/**
 * Finds forms that a prompt shows but the reward rejects: another order, tool calls in the wrong place, a fence around
 * the tags.
 */
export const formRules: RewardRule = function* (subject) {
  for (const shown of subject.reading.shown) {
    if (shown.kind === 'form') {
      yield* orderFaults(subject, shown);
      yield* callsOutside(subject, shown);
    }
    yield* fenceFaults(subject, shown);
  }
};

function* orderFaults({ form, reward }: PromptWithReward, { blocks }: Shown): Iterable<RuleFinding> {
  for (const order of [form.order, ...(form.otherOrders ?? [])]) {
    const lower = order.map((name) => name.toLowerCase());
    const places = blocks.map((block) => lower.indexOf(block.name.toLowerCase()));
    let highest = -1;
    const index = places.findIndex((place) => {
      const isLate = place >= 0 && place < highest;
      highest = Math.max(highest, place);
      return isLate;
    });
    const block = blocks[index];
    if (block === undefined) continue;
    const loss = lossOfOrder(
      reward,
      places.flatMap((place) => order[place] ?? []),
    );
    yield {
      code: 'format-shown',
      span: block.open.span,
      loss,
      message: joinSentences(
        t(
          'The reward {0} expects the order {1}, but {2} comes later here. Show the tags in the order that the reward expects.',
          reward.name,
          joinList(order.map(quoteTag)),
          quoteTag(block.name),
        ),
        sayLoss(loss),
      ),
    };
    return;
  }
}

function* callsOutside(
  { form, reading, reward }: PromptWithReward,
  { blocks, span }: Shown,
): Iterable<RuleFinding> {
  const container = form.tools?.container;
  if (container === undefined || container === null) return;
  const call = reading.calls.find(
    ({ open }) =>
      open.start >= span.start &&
      open.end <= span.end &&
      !blocks.some(
        ({ name, content }) =>
          name.toLowerCase() === container && content.start <= open.start && open.end <= content.end,
      ),
  );
  if (call === undefined) return;
  const loss = lossOfCallOutside(reward);
  yield {
    code: 'format-shown',
    span: call.open,
    loss,
    message: joinSentences(
      t(
        'The reward {0} accepts tool calls only inside {1}, but this form shows one outside of it. Move it there.',
        reward.name,
        quoteTag(container),
      ),
      sayLoss(loss),
    ),
  };
}

function* fenceFaults({ form, reward }: PromptWithReward, { fence, kind }: Shown): Iterable<RuleFinding> {
  if (fence === null || !form.closed || kind !== 'example') return;
  yield {
    code: 'format-shown',
    severity: 'information',
    span: fence,
    message: t(
      'The example is inside a code fence, but the reward {0} pays nothing for the format of a response with anything around its tags. Models copy fences, so show the example without one.',
      reward.name,
    ),
  };
}
