import { t } from '@vscode/l10n';
import { endedWord } from '../core/records/endedWord.ts';
import type { Action, Call, Conversation, SearchCall } from './model.ts';
import { modelTurns, unfinishedTurn } from './turns.ts';

/** What happens next in a conversation, in a sentence without its period. */
export function describeAction(action: Action, conversation: Conversation): string {
  switch (action.kind) {
    case 'ask':
      if (unfinishedTurn(conversation) !== null)
        return t('The model goes on with turn {0}', modelTurns(conversation).length);
      return t('The model writes turn {0}', modelTurns(conversation).length + 1);
    case 'call':
      return describeCall(action.call);
    case 'tell':
      return t('The model is told what it is asked for next');
    case 'refuse':
      return t('The call is refused: {0}', withoutPeriod(action.why));
    case 'end':
      return t(
        'The conversation ends ({0}): {1}',
        endedWord(action.ending.state),
        withoutPeriod(action.ending.why),
      );
  }
}

function describeCall(call: Call): string {
  switch (call.kind) {
    case 'search':
      return describeSearch(call);
    case 'crop': {
      const { left, top, right, bottom } = call.region;
      const { document, page } = call.page;
      return t(
        'Page {0} of document {1} is cut out from {2}, {3} to {4}, {5}',
        page,
        document + 1,
        ...[left, top, right, bottom].map((share) => `${(share * 100).toFixed(1)}%`),
      );
    }
    case 'tool':
      return t('The other tool answers {0}', call.name);
  }
}

function describeSearch({ query, brings }: SearchCall): string {
  switch (brings?.what) {
    case 'pages':
      return t('Pages are searched for “{0}”', query);
    case 'passages':
      return t('Passages of the text are searched for “{0}”', query);
    case undefined:
      return t('A page is searched for “{0}”', query);
  }
}

const withoutPeriod = (sentence: string): string => sentence.replace(/\.$/, '');
