import { t } from '@vscode/l10n';
import type { VisdomHeading } from '../core/trajectory/dialects/visdom.ts';
import { finalAnswer } from '../core/trajectory/finalAnswer.ts';
import { parseTrajectory } from '../core/trajectory/parser.ts';
import type { RequestPart } from '../inference/model.ts';
import { end } from './actions.ts';
import type { Action, Conversation, ModelTurn, Protocol, SearchCall, Turn } from './model.ts';
import { lastTurn } from './turns.ts';

/** How much evidence VisDoM's passes have (visdomrag.py). */
export interface VisdomRules {
  /** The most passages of the text. */
  readonly passages: number;
  /** The most page images. */
  readonly pages: number;
}

export const VISDOM_RULES: VisdomRules = { passages: 5, pages: 5 };

type Evidence = NonNullable<SearchCall['brings']>['what'];

/** What stands for the part of a pass that the model did not write, or that had no evidence. */
const LACKING = 'not available';

const NOTHING: Readonly<Record<Evidence, string>> = {
  passages: 'No passage of the documents has a word of the question.',
  pages: 'No page of the documents fits the question.',
};

/** What is asked of both passes, after what they have come to. */
const COMBINE = `Compare the two chains of thought: is each of them consistent with itself, with its evidence and with the other one, and does its answer follow from it? If both are sound and they only differ in what they have seen, trust the page images more. If one of them gives no answer, prefer the other one, unless the reason for giving none holds. Write these three parts and nothing else, each under its heading:

## Analysis:
How consistent the two chains of thought are with each other, with the question and with their answers, and whether their evidence holds.

## Conclusion:
Which of the two answers is right, or how they go together.

## Final Answer:
The answer to the question alone, as short as the answers above.`;

/**
 * VisDoM: one pass over the passages of the text that fit the question, one over the page images, and a request that
 * compares the two chains of thought. Each of the three requests has only what it is about.
 */
export function visdom({ passages, pages }: VisdomRules): Protocol {
  const gather = (query: string, what: Evidence): Action => ({
    kind: 'call',
    call: { kind: 'search', query, brings: { what, most: what === 'pages' ? pages : passages } },
  });
  return {
    name: 'visdom',
    dialect: 'visdom',
    continues: false,
    isSearching: true,
    readsPassages: true,
    hasTool: false,
    sees: seenTurns,
    next: (conversation) => {
      const { question, turns } = conversation;
      const last = lastTurn(conversation);
      if (last === null || turns.length === 1) return gather(question, 'passages');
      if (last.speaker === 'user') return { kind: 'ask' };
      const evidence = lastEvidence(conversation);
      if (last.speaker === 'tool' && last.result.kind !== 'nothing') return { kind: 'ask' };
      if (evidence === 'passages' && !isCombining(turns)) return gather(question, 'pages');
      if (last.speaker === 'model' && isCombining(turns)) return endingOf(last);
      const read = passOf(turns, 'passages');
      const seen = passOf(turns, 'pages');
      if (read === null && seen === null)
        return end('empty-search', t('Neither a passage nor a page fits the question.'));
      return { kind: 'tell', parts: [{ type: 'text', text: combiningText(question, seen, read) }] };
    },
    reply: (result, call): readonly RequestPart[] => {
      if (result.kind === 'images') return result.images.map((image) => ({ type: 'image', image }));
      if (result.kind === 'text') return [{ type: 'text', text: `\n\n${result.text}` }];
      const what = call?.kind === 'search' ? call.brings?.what : undefined;
      return [{ type: 'text', text: NOTHING[what ?? 'pages'] }];
    },
  };
}

/** The turns of the next request: the prompt with the evidence of a pass, or the words that combine the passes. */
function seenTurns({ turns }: Conversation): readonly Turn[] {
  const [prompt, ...rest] = turns;
  const said = rest.at(-1);
  if (prompt === undefined || said === undefined) return turns;
  if (said.speaker === 'user') return [said];
  // Page images come before the text, as in the reference.
  return said.speaker === 'tool' && said.result.kind === 'images' ? [said, prompt] : [prompt, said];
}

const isCombining = (turns: readonly Turn[]): boolean =>
  turns.slice(1).some(({ speaker }) => speaker === 'user');

/** What the last search was for. */
function lastEvidence({ turns }: Conversation): Evidence | null {
  const call = turns.findLast((turn) => turn.speaker === 'tool')?.call;
  return call?.kind === 'search' ? (call.brings?.what ?? null) : null;
}

/** What the model wrote of a kind of evidence; null if there was none. */
function passOf(turns: readonly Turn[], what: Evidence): string | null {
  const at = turns.findIndex(
    (turn) => turn.speaker === 'tool' && turn.call?.kind === 'search' && turn.call.brings?.what === what,
  );
  const answer = turns[at + 1];
  return at < 0 || answer?.speaker !== 'model' ? null : answer.text;
}

function endingOf({ text, report }: ModelTurn): Action {
  const trajectory = parse(text);
  const answer = finalAnswer(trajectory);
  if (answer !== null && text.slice(answer.start, answer.end).trim() !== '')
    return end('answered', t('The model answered.'));
  return report?.finishReason === 'length'
    ? end('cut-off', t('The model reached the most tokens of a turn before it called or answered.'))
    : end('no-call', t('The model combined the two passes without a final answer.'));
}

function combiningText(question: string, seen: string | null, read: string | null): string {
  return `Two answers were given to this question: ${question}

Answer 1, from images of the pages:
${passText(seen)}

Answer 2, from passages of the text:
${passText(read)}

${COMBINE}`;
}

/** The parts of a pass, as they are compared. */
function passText(pass: string | null): string {
  const headings: readonly VisdomHeading[] = ['Evidence', 'Chain of Thought', 'Answer'];
  return headings.map((heading) => `${heading}: ${sectionOf(pass ?? '', heading)}`).join('\n');
}

/** What stands under a heading of a response. */
function sectionOf(text: string, heading: VisdomHeading): string {
  const body = parse(text).steps.findLast(({ name }) => name === heading)?.body;
  const words = body === undefined ? '' : text.slice(body.start, body.end).trim();
  return words === '' ? LACKING : words;
}

const parse = (text: string): ReturnType<typeof parseTrajectory> =>
  parseTrajectory(text, { dialect: 'visdom', numImages: null, tools: null });
