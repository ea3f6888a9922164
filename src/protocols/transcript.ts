import type { GenerateRequest, RequestPart, RequestTurn } from '../inference/model.ts';
import type { Conversation, Protocol, ShownImage, Turn } from './model.ts';
import { unfinishedTurn } from './turns.ts';

/** What ends a turn in the text of a trajectory. */
export const TURN_MARK = '<|im_end|>';

/** What the environment's turns begin with. */
export const BEGIN_TURN = `${TURN_MARK}\n<|im_start|>user\n`;
/** What follows them. */
export const END_TURN = `${TURN_MARK}\n<|im_start|>assistant\n`;
/** What stands for an image in them. */
export const IMAGE_MARK = '<|vision_start|><|image_pad|><|vision_end|>';

/**
 * What a turn adds to the text of the trajectory, which holds everything after the prompt as the model read it: its own
 * words as they are, and what it was told between the marks of a chat.
 */
export function turnText(turn: Turn, { continues }: Pick<Protocol, 'continues'>): string {
  if (turn.speaker === 'model') return turn.text;
  const said = turn.parts.map((part) => (part.type === 'text' ? part.text : IMAGE_MARK)).join('');
  return continues ? said : `${BEGIN_TURN}${said}${END_TURN}`;
}

/** The text of the trajectory of a conversation. */
export function conversationText(
  { turns }: Pick<Conversation, 'turns'>,
  protocol: Pick<Protocol, 'continues'>,
): string {
  return turns
    .slice(1)
    .map((turn) => turnText(turn, protocol))
    .join('');
}

/**
 * What a request has of a conversation: everything that was said and shown so far. A turn of the model that it is to go on
 * with is continued.
 */
export function conversationRequest(
  conversation: Conversation,
  protocol: Protocol,
): Pick<GenerateRequest, 'parts' | 'turns' | 'images' | 'continued' | 'extra'> {
  const unfinished = unfinishedTurn(conversation);
  if (unfinished === null) return saidRequest(conversation, protocol);
  const before = saidRequest({ ...conversation, turns: conversation.turns.slice(0, -1) }, protocol);
  return { ...before, continued: `${before.continued ?? ''}${unfinished.text}` };
}

function saidRequest(
  conversation: Conversation,
  protocol: Protocol,
): Pick<GenerateRequest, 'parts' | 'turns' | 'images' | 'continued' | 'extra'> {
  const extra = protocol.extra?.(conversation) ?? {};
  if (protocol.sees !== undefined)
    return { ...onlySeen(protocol.sees(conversation), conversation.images), extra };
  const [first, ...rest] = conversation.turns;
  const parts = first === undefined || first.speaker === 'model' ? [] : first.parts;
  const images = conversation.images.map(({ sent }) => sent);
  if (!protocol.continues) return { parts, turns: requestTurns(rest), images, extra };
  const continued = conversationText(conversation, protocol);
  return { parts, images, extra, ...(continued === '' ? {} : { continued }) };
}

/** A request that has only some of the turns, and only the images that they name, which count from 1 in it. */
function onlySeen(
  turns: readonly Turn[],
  shown: readonly ShownImage[],
): Pick<GenerateRequest, 'parts' | 'turns' | 'images'> {
  const named: number[] = [];
  const renumber = (part: RequestPart): RequestPart => {
    if (part.type === 'text') return part;
    if (!named.includes(part.image)) named.push(part.image);
    return { type: 'image', image: named.indexOf(part.image) + 1 };
  };
  const [first, ...rest] = requestTurns(turns).map((turn): RequestTurn =>
    turn.role === 'user' ? { ...turn, parts: turn.parts.map(renumber) } : turn,
  );
  return {
    parts: partsOf(first),
    turns: rest,
    images: named.flatMap((image) => shown[image - 1]?.sent ?? []),
  };
}

/** Turns as a chat has them: what is said to the model between two of its turns is one turn. */
function requestTurns(turns: readonly Turn[]): readonly RequestTurn[] {
  const requested: RequestTurn[] = [];
  for (const turn of turns) {
    const before = requested.at(-1);
    const isSame = before !== undefined && (before.role === 'assistant') === (turn.speaker === 'model');
    if (isSame) requested.pop();
    requested.push(
      turn.speaker === 'model'
        ? { role: 'assistant', text: `${textOf(isSame ? before : undefined)}${turn.text}` }
        : { role: 'user', parts: [...partsOf(isSame ? before : undefined), ...turn.parts] },
    );
  }
  return requested;
}

const textOf = (turn: RequestTurn | undefined): string => (turn?.role === 'assistant' ? turn.text : '');

const partsOf = (turn: RequestTurn | undefined): readonly RequestPart[] =>
  turn?.role === 'user' ? turn.parts : [];
