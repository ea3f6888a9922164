import type { KeptImage } from '../asking/model.ts';
import type { RecordedConversation, RecordedTurn, TurnImage } from '../core/records/conversation.ts';
import type { DocumentReference, TrajectoryInfo } from '../core/records/model.ts';
import type { EndedConversation } from './generateEvents.ts';
import type { Conversation, Protocol, ShownImage, Turn } from './model.ts';
import { toolTurns } from './turns.ts';

/** What a conversation adds to what is known of its question. */
export interface BroughtByConversation {
  /** The pages that the model was shown, without the parts that were cut out of them. */
  readonly images: readonly KeptImage[];
  readonly info: Pick<TrajectoryInfo, 'images' | 'conversation' | 'retrieval' | 'toolResults'>;
}

/**
 * What is recorded of a conversation that has ended.
 * @param before what was known of the question when it was asked
 */
export function recordConversation(
  { conversation, ending }: EndedConversation,
  { name, isSearching }: Pick<Protocol, 'name' | 'isSearching'>,
  before: { readonly images: readonly KeptImage[]; readonly info: TrajectoryInfo },
): BroughtByConversation {
  const pages = conversation.images.filter(({ region }) => region === null);
  const images = pages.map(({ document, page, sent, textHeight }, at): KeptImage => ({
    image: at + 1,
    document,
    page,
    width: sent.width,
    height: sent.height,
    textHeight,
    tokens: before.images[at]?.tokens ?? null,
  }));
  const { documents, retrieval, toolResults } = before.info;
  return {
    images,
    info: {
      images: images.map(({ image, document, page }) => ({ image, document, page })),
      conversation: { protocol: name, ended: ending.state, turns: recordTurns(conversation) },
      retrieval: isSearching
        ? {
            fileName: null,
            pages: null,
            ...retrieval,
            images: pages.map((page) => retrievedName(page, documents)),
          }
        : retrieval,
      toolResults: toolWords(conversation) ?? toolResults,
    },
  };
}

/** The name of a page's image as VRAG-RL's search engine has it: `report_3.jpg`. */
function retrievedName({ document, page }: ShownImage, documents: readonly DocumentReference[]): string {
  const file = documents[document]?.path.split(/[/\\]/).at(-1) ?? '';
  return `${file.split('.pdf')[0] ?? ''}_${page}.jpg`;
}

/** What the other tool said; null if it was not called. */
function toolWords(conversation: Conversation): string | null {
  const words = toolTurns(conversation).find(({ call }) => call?.kind === 'tool')?.result;
  return words?.kind === 'text' ? words.text : null;
}

function recordTurns({ turns, images }: Conversation): RecordedConversation['turns'] {
  return turns.slice(1).map((turn) => recordTurn(turn, images));
}

function recordTurn(turn: Turn, images: readonly ShownImage[]): RecordedTurn {
  if (turn.speaker === 'model')
    return {
      by: 'model',
      did: null,
      tokens: turn.report?.tokens ?? null,
      seconds: secondsOf(turn.milliseconds),
      edited: turn.isEdited === true,
      images: [],
    };
  const [call, milliseconds] = turn.speaker === 'tool' ? [turn.call, turn.milliseconds] : [null, 0];
  return {
    by: 'tool',
    did: call?.kind ?? null,
    tokens: null,
    seconds: secondsOf(milliseconds),
    edited: turn.isEdited === true,
    images: turn.parts.flatMap((part) => {
      const shown = part.type === 'image' ? images[part.image - 1] : undefined;
      return part.type === 'image' && shown !== undefined ? [imageOf(part.image, shown)] : [];
    }),
  };
}

function imageOf(image: number, { document, page, region, sent }: ShownImage): TurnImage {
  return {
    image,
    document,
    page,
    region: region === null ? null : roundRegion(region),
    width: sent.width,
    height: sent.height,
  };
}

/** In ten thousandths, which is less than a pixel of any image that is sent. */
function roundRegion({ left, top, right, bottom }: NonNullable<ShownImage['region']>): TurnImage['region'] {
  const round = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4;
  return { left: round(left), top: round(top), right: round(right), bottom: round(bottom) };
}

const secondsOf = (milliseconds: number): number => Math.round(milliseconds) / 1000;
