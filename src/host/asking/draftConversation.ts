import { t } from '@vscode/l10n';
import { samplesPhrase } from '../../core/countPhrases.ts';
import type { Prompt } from '../../core/prompts/model.ts';
import { isProtocolName } from '../../core/prompts/protocolNames.ts';
import type { TrajectoryInfo } from '../../core/records/model.ts';
import { protocolOf } from '../../protocols/registry.ts';
import { conversationOf, type Draft, type DraftConversation, type Turns } from './draft.ts';
import type { QuestionToAsk } from './questionToAsk.ts';

/** The conversation that a prompt begins; undefined if it asks for a single turn. */
export function begunBy({ protocol }: Pick<Prompt, 'protocol'>): DraftConversation | undefined {
  return protocol === null ? undefined : { protocol: protocolOf(protocol), turns: 'whole', toolWords: null };
}

/** The conversation after the person has chosen another prompt; the turns that they chose before stay. */
export function begunInstead(
  before: DraftConversation | undefined,
  prompt: Pick<Prompt, 'protocol'>,
): DraftConversation | undefined {
  const begun = begunBy(prompt);
  if (before === undefined) return begun;
  // Who asks step by step has chosen the protocol, whatever the prompt says.
  if (begun === undefined) return before.turns === 'steps' ? before : undefined;
  return { ...before, protocol: begun.protocol };
}

/**
 * The conversation of a question that is asked again as it was, perhaps with another prompt of the same form. It is had
 * by the same protocol; a response in that form without a conversation was its first turn alone.
 */
export function begunAgain(
  prompt: Pick<Prompt, 'protocol' | 'dialect'>,
  { conversation, dialect, toolResults }: Pick<TrajectoryInfo, 'conversation' | 'dialect' | 'toolResults'>,
): DraftConversation | undefined {
  const name = conversation?.protocol;
  const had = name !== undefined && isProtocolName(name) ? protocolOf(name) : null;
  const protocol = had !== null && had.dialect === prompt.dialect ? had : begunBy(prompt)?.protocol;
  if (protocol === undefined) return undefined;
  const wasFirst = conversation === undefined && dialect === protocol.dialect;
  return { protocol, turns: wasFirst ? 'first' : 'whole', toolWords: toolResults };
}

/**
 * How a draft is asked: in several turns, or in one.
 * @param askWords asks the person for the words of the other tool: empty for none, null if nothing is to be asked
 * @returns null if nothing is to be asked
 */
export async function turnsToAsk(
  draft: Pick<Draft, 'conversation' | 'samples'>,
  askWords: (turns: Turns) => Promise<string | null>,
): Promise<Pick<QuestionToAsk, 'conversation' | 'samples'> | null> {
  const conversation = conversationOf(draft);
  if (conversation === null) return { samples: draft.samples };
  const { protocol, turns } = conversation;
  const toolWords = protocol.hasTool ? (conversation.toolWords ?? (await askWords(turns))) : null;
  if (protocol.hasTool && toolWords === null) return null;
  if (toolWords === '') return { samples: draft.samples };
  return { samples: 1, conversation: { protocol, toolWords, isStepped: turns === 'steps' } };
}

/** What is said of the turns of a question that is asked again without a choice of them; null for nothing. */
export function turnsNotice(
  { conversation, samples }: Pick<Draft, 'conversation' | 'samples'>,
  asked: Pick<QuestionToAsk, 'conversation'>,
  prompt: string,
  hasModel: boolean,
): string | null {
  if (conversation === undefined) return null;
  if (asked.conversation !== undefined)
    return samples === 1 ? null : t('{0} begins a conversation, which has one sample at a time.', prompt);
  if (!hasModel)
    return t(
      '{0} begins a conversation, for which the offline reader has no model. It answers in one turn.',
      prompt,
    );
  return conversation.turns === 'first'
    ? t('{0} begins a conversation. Its first turn alone is asked for, as before.', prompt)
    : t(
        '{0} begins a conversation with another tool, whose boxes are not known. Its first turn alone is asked for.',
        prompt,
      );
}

/** The turns that a draft asks for, as a row of the question's input. */
export interface TurnsRow {
  readonly label: string;
  /** What can be asked for instead. */
  readonly description: string;
  readonly detail?: string;
  /** Whether the turns can be chosen; otherwise a server has to be, which has a model. */
  readonly isChoice: boolean;
}

/** The row about the turns of a draft; null for a single turn. */
export function describeTurns(
  { conversation, samples }: Pick<Draft, 'conversation' | 'samples'>,
  hasModel: boolean,
): TurnsRow | null {
  if (conversation === undefined) return null;
  const { protocol, turns } = conversation;
  if (!hasModel && turns !== 'steps')
    return {
      label: t('One turn: the offline reader has no model for a conversation ({0})', protocol.name),
      description: t('connect to a server'),
      isChoice: false,
    };
  if (turns === 'first')
    return {
      label: t('The first turn alone ({0})', protocol.name),
      description: t('or the whole conversation'),
      isChoice: true,
    };
  const isWhole = turns === 'whole';
  return {
    label: isWhole
      ? t('The whole conversation ({0})', protocol.name)
      : t('Step by step ({0})', protocol.name),
    description: isWhole ? t('or step by step, or the first turn alone') : t('or the whole conversation'),
    ...(samples > 1 && {
      detail: t(
        'A conversation has one sample at a time. The first turn alone has {0}.',
        samplesPhrase(samples),
      ),
    }),
    isChoice: true,
  };
}
