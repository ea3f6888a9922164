import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import type { Prompt } from '../../core/prompts/model.ts';
import type { Servers } from '../servers/servers.ts';
import { showInformation } from '../shared/workbench.ts';
import { askToolWords } from './chooseProtocol.ts';
import { askable, type Draft } from './draft.ts';
import { turnsNotice, turnsToAsk } from './draftConversation.ts';
import type { QuestionToAsk } from './questionToAsk.ts';

/** Who is asked and told about the turns of a question that is asked again. */
export interface TurnsAgainOptions {
  /** Says what differs from the whole conversation. */
  readonly say: (sentence: string) => void;
  /** Asks the person for the words of the other tool; see `turnsToAsk`. */
  readonly askWords: typeof askToolWords;
}

const WITH_PERSON: TurnsAgainOptions = {
  say: (sentence) => void showInformation(sentence),
  askWords: askToolWords,
};

/**
 * How a question is asked again with a prompt: in the conversation of its draft if the server in use can have it. The
 * person does not choose the turns, so that anything else is said.
 * @throws PageTraceError `cancelled` if the person does not want to say what the other tool says
 */
export async function turnsAgain(
  draft: Draft,
  { name }: Pick<Prompt, 'name'>,
  servers: Pick<Servers, 'current'>,
  { say, askWords }: TurnsAgainOptions = WITH_PERSON,
): Promise<Pick<QuestionToAsk, 'conversation' | 'samples'>> {
  const hasModel = servers.current() !== null;
  const turns = await turnsToAsk(askable(draft, hasModel), askWords);
  if (turns === null) throw new PageTraceError('cancelled', t('Nothing was sent.'));
  const notice = turnsNotice(draft, turns, name, hasModel);
  if (notice !== null) say(notice);
  return turns;
}
