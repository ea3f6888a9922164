import { t } from '@vscode/l10n';
import type { RecordedConversation, RecordedTurn, TurnImage } from '../core/records/conversation.ts';
import { PageTraceError } from '../core/errors.ts';
import type { RequestPart } from '../inference/model.ts';
import type { Action, Conversation, Protocol, Result, ShownImage, Turn } from './model.ts';
import type { ToolDeps } from './callTool.ts';
import type { ShowPage } from './showPages.ts';
import { BEGIN_TURN, END_TURN, IMAGE_MARK } from './transcript.ts';

/** The beginning of a conversation that was had, up to a place in the text of its trajectory. */
export interface KeptTurns {
  /** Its turns after the prompt: what is recorded of each, and what was said in it. */
  readonly turns: readonly { readonly recorded: RecordedTurn; readonly text: string }[];
  /** Whether the place is in the middle of the last turn, which the model is to go on with. */
  readonly isUnfinished: boolean;
}

/**
 * The turns of a conversation before a place in its trajectory. What a tool said is kept as a whole.
 * @throws PageTraceError `bad-input` if the text does not have the turns that are recorded
 */
export function keepTurns(
  response: string,
  end: number,
  recorded: RecordedConversation,
  { replyIn }: Pick<Protocol, 'replyIn'>,
): KeptTurns {
  return replyIn === undefined
    ? keepMarked(response, end, recorded)
    : keepUnmarked(response, end, recorded, replyIn(response));
}

/** Those of a trajectory whose turns stand between the marks of a chat. */
function keepMarked(response: string, end: number, { turns: all }: RecordedConversation): KeptTurns {
  const turns: KeptTurns['turns'][number][] = [];
  let at = 0;
  for (const recorded of all) {
    if (at >= end) break;
    const isModel = recorded.by === 'model';
    if (!isModel && !response.startsWith(BEGIN_TURN, at)) throw otherTurnsError();
    const begin = isModel ? at : at + BEGIN_TURN.length;
    const mark = response.indexOf(isModel ? BEGIN_TURN : END_TURN, begin);
    if (mark < 0 && !(isModel && recorded === all.at(-1))) throw otherTurnsError();
    const close = mark < 0 ? response.length : mark;
    // White space at the end of a turn is not worth another request.
    const isUnfinished = isModel && response.slice(end, close).trim() !== '';
    const text = response.slice(begin, isUnfinished ? end : close);
    if (isUnfinished && text.trim() === '') break;
    turns.push({ recorded, text });
    if (isUnfinished) return { turns, isUnfinished };
    at = isModel ? close : close + END_TURN.length;
  }
  if (at < end && at < response.length) throw otherTurnsError();
  return { turns, isUnfinished: false };
}

/** Those of a trajectory in which the words of a tool, which are at `reply`, are a part of the turn of the model. */
function keepUnmarked(
  response: string,
  end: number,
  { turns: all }: RecordedConversation,
  reply: { readonly start: number; readonly end: number } | null,
): KeptTurns {
  const turns: KeptTurns['turns'][number][] = [];
  let at = 0;
  for (const recorded of all) {
    if (at >= end) break;
    const isModel = recorded.by === 'model';
    if (!isModel && reply?.start !== at) throw otherTurnsError();
    const isBefore = reply !== null && at < reply.end;
    const close = !isBefore ? response.length : isModel ? reply.start : reply.end;
    // A person may have taken out everything after the place, which the model has not ended its turn with.
    const isCut = recorded !== all.at(-1) && !isBefore;
    const isUnfinished = isModel && (isCut || response.slice(end, close).trim() !== '');
    const text = response.slice(at, isUnfinished ? end : close);
    turns.push({ recorded, text });
    if (isUnfinished) return { turns, isUnfinished };
    at = close;
  }
  if (at < end && at < response.length) throw otherTurnsError();
  return { turns, isUnfinished: false };
}

/** The text of a trajectory and what is recorded of its conversation do not belong together. */
function otherTurnsError(): PageTraceError {
  return new PageTraceError(
    'bad-input',
    t('The text of this conversation does not have the turns that were recorded with it.'),
    { hint: t('Ask it again step by step (PageTrace: Ask Again), edit the turn there, and go on.') },
  );
}

/**
 * A conversation as it was after some of its turns, so that it can go on from there: the texts are as they were said, and
 * the pages are shown again.
 * @param start the conversation before the model has said anything
 * @param toolWords what the other tool says, which is not read out of the text; null if that is not known
 * @throws PageTraceError `bad-input` for turns that the protocol does not lead to, and for a page that is shown in another
 * size than before; the errors of showing pages
 */
export async function restartConversation(
  start: Conversation,
  { turns, isUnfinished }: KeptTurns,
  protocol: Protocol,
  { showPage, toolWords, signal }: Pick<ToolDeps, 'showPage' | 'toolWords' | 'signal'>,
): Promise<Conversation> {
  let conversation = start;
  for (const [at, { recorded, text }] of turns.entries()) {
    if (recorded.by === 'model') {
      const isCut = isUnfinished && at === turns.length - 1;
      conversation = withTurn(conversation, modelTurn(recorded, text, isCut));
      continue;
    }
    const action = protocol.next(conversation);
    const images = await shownAgain(action, recorded, conversation, showPage, signal);
    const added = images.length - conversation.images.length;
    conversation = withTurn(
      { ...conversation, images },
      toldTurn(action, recorded, text, {
        conversation: { ...conversation, images },
        protocol,
        toolWords,
        added,
      }),
    );
  }
  return conversation;
}

const withTurn = (conversation: Conversation, turn: Turn): Conversation => ({
  ...conversation,
  turns: [...conversation.turns, turn],
});

const millisecondsOf = ({ seconds }: RecordedTurn): number => seconds * 1000;

const editedOf = ({ edited }: RecordedTurn): { readonly isEdited?: true } =>
  edited ? { isEdited: true } : {};

function modelTurn(recorded: RecordedTurn, text: string, isCut: boolean): Turn {
  return {
    speaker: 'model',
    text,
    report: null,
    usage: null,
    milliseconds: millisecondsOf(recorded),
    ...(isCut ? { isUnfinished: true } : editedOf(recorded)),
  };
}

/** The images of a conversation after a turn of a tool: those before it, and those that it added. */
async function shownAgain(
  action: Action,
  { images: named, edited }: RecordedTurn,
  { images: before }: Conversation,
  showPage: ShowPage,
  signal: AbortSignal,
): Promise<readonly ShownImage[]> {
  const images = [...before];
  const crop = action.kind === 'call' && action.call.kind === 'crop' ? action.call : null;
  for (const each of named) {
    if (each.image <= before.length) continue;
    if (each.image !== images.length + 1) throw otherTurnsError();
    const { document, page, region } = each;
    // What is recorded of a region is rounded.
    const shown = await showPage({ document, page }, crop?.region ?? region, signal);
    requireSize(shown, each);
    images.push(shown);
  }
  if (images.length > before.length) return images;
  // A person has taken the image out of what the model was told, but it counts among those of the conversation.
  if (crop !== null) return [...images, await showPage(crop.page, crop.region, signal)];
  if (
    edited &&
    action.kind === 'call' &&
    action.call.kind === 'search' &&
    action.call.brings?.what !== 'passages'
  )
    throw otherTurnsError();
  return images;
}

function requireSize({ sent, page }: ShownImage, { width, height }: TurnImage): void {
  if (sent.width === width && sent.height === height) return;
  throw new PageTraceError(
    'bad-input',
    t(
      'Page {0} is now sent with {1} × {2} pixels instead of {3} × {4}, so the conversation cannot go on from here.',
      page,
      sent.width,
      sent.height,
      width,
      height,
    ),
    { hint: t('Set the pixels of page images as they were, and try again.') },
  );
}

interface ToldIn {
  readonly conversation: Conversation;
  readonly protocol: Protocol;
  readonly toolWords: string | null;
  /** How many images were added. */
  readonly added: number;
}

function toldTurn(action: Action, recorded: RecordedTurn, text: string, told: ToldIn): Turn {
  const parts = partsOf(text, recorded.images);
  if (action.kind === 'tell') return { speaker: 'user', parts, ...editedOf(recorded) };
  if (action.kind !== 'call' && action.kind !== 'refuse') throw otherTurnsError();
  const { call } = action;
  const result = action.kind === 'refuse' ? refused(action.why) : resultOf(action, text, told);
  return {
    speaker: 'tool',
    call,
    result,
    parts,
    milliseconds: millisecondsOf(recorded),
    ...editedOf(recorded),
  };
}

const refused = (why: string): Result => ({ kind: 'refused', why });

function resultOf(
  { call }: Extract<Action, { kind: 'call' }>,
  text: string,
  { conversation, protocol, toolWords, added }: ToldIn,
): Result {
  const { images } = conversation;
  if (call.kind === 'tool')
    return toolWords === null ? { kind: 'nothing' } : { kind: 'text', text: toolWords };
  if (call.kind === 'search' && call.brings?.what === 'pages' && added > 0)
    return {
      kind: 'images',
      images: Array.from({ length: added }, (_, at) => images.length - added + at + 1),
    };
  if (added > 0) return { kind: 'image', image: images.length };
  const nothing: Result = { kind: 'nothing' };
  const isText = call.kind === 'search' && call.brings?.what === 'passages';
  return isText && text !== textOf(protocol.reply(nothing, call, conversation))
    ? { kind: 'text', text: text.trim() }
    : nothing;
}

const textOf = (parts: readonly RequestPart[]): string =>
  parts.map((part) => (part.type === 'text' ? part.text : IMAGE_MARK)).join('');

/** What was said, with the images in the places of their marks. */
function partsOf(text: string, images: readonly TurnImage[]): readonly RequestPart[] {
  const pieces = text.split(IMAGE_MARK);
  if (pieces.length !== images.length + 1) throw otherTurnsError();
  return pieces.flatMap((piece, at): readonly RequestPart[] => {
    const image = images[at - 1]?.image;
    return [
      ...(image === undefined ? [] : [{ type: 'image', image } as const]),
      ...(piece === '' ? [] : [{ type: 'text', text: piece } as const]),
    ];
  });
}
