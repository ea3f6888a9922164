import type { FollowedEvent } from '../asking/model.ts';
import type { SampleReport, Usage } from '../inference/model.ts';
import type { ConversationEvent } from './converse.ts';
import type { Conversation, Ending, ModelTurn } from './model.ts';
import { modelTurns } from './turns.ts';

/** How a conversation ended. */
export interface EndedConversation {
  readonly conversation: Conversation;
  readonly ending: Ending;
}

/**
 * A conversation as the events of a single sample, so that everything that follows a generation can follow a
 * conversation. The report and the usage are those of all turns together.
 * @param onEnd told how it ended, before the last event
 * @param onTurn told how far it has come, after each turn
 */
export async function* generateEvents(
  events: AsyncIterable<ConversationEvent>,
  now: () => number,
  onEnd: (ended: EndedConversation) => void,
  onTurn: (conversation: Conversation) => void = () => undefined,
): AsyncGenerator<FollowedEvent, void, undefined> {
  const begun = now();
  for await (const event of events) {
    switch (event.type) {
      case 'text':
      case 'prefix':
      case 'retell':
        yield { type: event.type, sample: 0, text: event.text };
        break;
      case 'status':
        yield event;
        break;
      case 'turn': {
        const report = reportOf(event.conversation, now() - begun);
        if (report !== null) yield { type: 'progress', sample: 0, report };
        onTurn(event.conversation);
        break;
      }
      case 'end': {
        const { conversation, ending, error } = event;
        const report = reportOf(conversation, now() - begun);
        if (report !== null) {
          yield { type: error === null ? 'finish' : 'progress', sample: 0, report };
          yield { type: 'usage', usage: usageOf(conversation) };
        }
        onEnd({ conversation, ending });
        yield { type: 'end', error };
      }
    }
  }
}

/** What the turns of the model say together; null if it has not said anything. */
function reportOf(conversation: Conversation, elapsed: number): SampleReport | null {
  const turns = modelTurns(conversation);
  const reports = turns.flatMap(({ report }) => report ?? []);
  const [first] = reports;
  const last = reports.at(-1);
  if (first === undefined || last === undefined) return null;
  const tokens = sumOf(reports.map((report) => report.tokens));
  const seconds = reports.reduce((sum, { firstTokenAfter, lastTokenAfter }) => {
    return sum + ((lastTokenAfter ?? 0) - (firstTokenAfter ?? 0)) / 1000;
  }, 0);
  return {
    ...last,
    tokens,
    tokensEstimated: reports.some(({ tokensEstimated }) => tokensEstimated),
    firstTokenAfter: first.firstTokenAfter,
    lastTokenAfter: elapsed,
    tokensPerSecond:
      last.tokensPerSecond === null || tokens === null || seconds <= 0 ? null : tokens / seconds,
    reasoning: first.reasoning,
  };
}

function usageOf(conversation: Conversation): Usage {
  const turns: readonly ModelTurn[] = modelTurns(conversation);
  const sum = (key: keyof Usage): number | null => sumOf(turns.map(({ usage }) => usage?.[key] ?? null));
  return {
    promptTokens: sum('promptTokens'),
    completionTokens: sum('completionTokens'),
    cachedTokens: sum('cachedTokens'),
    imageTokens: sum('imageTokens'),
  };
}

/** The sum of numbers; null if one of them is not known. */
function sumOf(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce<number | null>((sum, each) => (sum === null || each === null ? null : sum + each), 0);
}
