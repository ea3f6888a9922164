import { PageTraceError } from '../../../core/errors.ts';
import { endedWord } from '../../../core/records/endedWord.ts';
import type { Prompt } from '../../../core/prompts/model.ts';
import type { PreparedQuestion } from '../../../asking/model.ts';
import { generate } from '../../../inference/generate.ts';
import type { InferenceDeps } from '../../../inference/model.ts';
import { beginConversation } from '../../../protocols/beginConversation.ts';
import type { SearchPages, SearchPassages } from '../../../protocols/callTool.ts';
import { converse, DEFAULT_CONVERSATION_LIMITS, type ConverseDeps } from '../../../protocols/converse.ts';
import { generateEvents, type EndedConversation } from '../../../protocols/generateEvents.ts';
import type { Protocol } from '../../../protocols/model.ts';
import { recordConversation } from '../../../protocols/recordConversation.ts';
import { showPages } from '../../../protocols/showPages.ts';
import { readWholeFile } from '../../../runs/reading/wholeText.ts';
import type { AskArguments } from '../../arguments/arguments.ts';
import { protocolFor, SINGLE_TURN_HINT } from '../../arguments/protocolOption.ts';
import { UsageError } from '../../arguments/usageError.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { AnswerConversation } from './answer.ts';

/** The most bytes of what another tool says. */
const LONGEST_TOOL_RESULTS = 16 * 1024 * 1024;

/**
 * The protocol by which a prompt is asked; null for a single turn.
 * @throws PageTraceError `bad-input` for an unknown name, and for options that do not go with it
 */
export function protocolOption(
  values: AskArguments['values'],
  prompt: Prompt,
  terminal: Terminal,
): Protocol | null {
  const protocol = protocolFor(prompt, values, terminal);
  if (protocol === null) {
    refuse(values, ['tool-results', 'step'], 'Name a protocol with --protocol');
    return null;
  }
  const { name } = protocol;
  if (values.samples !== undefined && values.samples !== '1')
    throw new UsageError('A protocol has one sample at a time.', {
      hint: `Leave out --samples, ask for several samples with pagetrace eval, or ${SINGLE_TURN_HINT}.`,
    });
  refuse(
    values,
    ['logprobs'],
    `Leave it out, or ${SINGLE_TURN_HINT}: a conversation of several turns has no probabilities`,
  );
  if (protocol.isSearching)
    refuse(values, ['pages'], `Leave it out, or ${SINGLE_TURN_HINT}: ${name} searches all pages`);
  if (protocol.hasTool && values['tool-results'] === undefined)
    throw new UsageError(`${name} needs the boxes of the other tool.`, {
      hint: `Name a file with them with --tool-results, or ${SINGLE_TURN_HINT}.`,
    });
  if (!protocol.hasTool) refuse(values, ['tool-results'], `Leave it out: ${name} has no other tool`);
  return protocol;
}

type Option = 'tool-results' | 'step' | 'logprobs' | 'pages';

function refuse(values: AskArguments['values'], options: readonly Option[], hint: string): void {
  const given = options.find((option) => values[option] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} does not apply here.`, { hint: `${hint}.` });
}

/**
 * What another tool says, from the file that `--tool-results` names; null without one.
 * @throws PageTraceError `bad-input`
 */
export async function readToolWords(file: string | undefined, signal: AbortSignal): Promise<string | null> {
  if (file === undefined) return null;
  try {
    return (await readWholeFile(file, { longest: LONGEST_TOOL_RESULTS, signal })).toString('utf8').trim();
  } catch (error) {
    if (signal.aborted) throw error;
    throw new PageTraceError('bad-input', `The tool results ${file} could not be read.`, {
      hint: 'Check the path after --tool-results.',
      cause: error,
    });
  }
}

/** What a conversation needs besides its question. */
export interface ConversationOptions extends Pick<ConverseDeps, 'before'> {
  readonly protocol: Protocol;
  readonly deps: InferenceDeps;
  readonly search: SearchPages | null;
  readonly searchPassages: SearchPassages | null;
  readonly toolWords: string | null;
  readonly signal: AbortSignal;
}

/** The conversation that answers a prepared question. */
export async function answerConversation(
  prepared: PreparedQuestion,
  { protocol, deps, ...options }: ConversationOptions,
): Promise<AnswerConversation> {
  const { question } = prepared;
  const { status, model, sampling, documents, pixels } = question;
  const start = await beginConversation(prepared);
  let ended: EndedConversation | null = null;
  return {
    events: () =>
      generateEvents(
        converse(start, protocol, {
          ...options,
          request: { status, model, sampling },
          generate: (request) => generate(request, deps),
          showPage: showPages(documents, pixels),
          now: deps.now,
          limits: DEFAULT_CONVERSATION_LIMITS,
        }),
        deps.now,
        (end) => {
          ended = end;
        },
      ),
    conclude: (asked) => {
      // The generator tells it before its last event.
      if (ended === null) throw new Error('The conversation has not ended.');
      asked.addConversation(recordConversation(ended, protocol, asked.record));
      return endingLine(ended);
    },
  };
}

/** How a conversation ended, on one line. */
function endingLine({ conversation, ending }: EndedConversation): string {
  const turns = conversation.turns.filter(({ speaker }) => speaker === 'model').length;
  return `${endedWord(ending.state)} after ${turns === 1 ? '1 turn' : `${turns} turns`} of the model: ${ending.why}`;
}
