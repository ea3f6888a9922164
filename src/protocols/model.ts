import type { ShareBox } from '../core/geometry/box.ts';
import type { Size } from '../core/geometry/size.ts';
import type { DialectName } from '../core/trajectory/model.ts';
import type { ProtocolName } from '../core/prompts/protocolNames.ts';
import type { RequestImage, RequestPart, SampleReport, Usage } from '../inference/model.ts';

/** A page of the documents of a conversation: the position of its document, from 0, and its number, from 1. */
export interface PageOfDocuments {
  readonly document: number;
  readonly page: number;
}

/** An image that the model was shown. The k-th image of a conversation is image k of its requests, from 1. */
export interface ShownImage extends PageOfDocuments {
  /** The part of the page that it shows; null for the whole page. */
  readonly region: ShareBox | null;
  readonly sent: RequestImage;
  /** The size of what it shows before it was resized to be sent: in pixels of the page at full resolution. */
  readonly raw: Size;
  /** The height of the page's text in it, in its pixels; null if it is not known, as for a part of a page. */
  readonly textHeight: number | null;
}

/** A search for a page, other than those that were shown; or for several pages or passages of the text. */
export interface SearchCall {
  readonly kind: 'search';
  readonly query: string;
  /** What it brings, if not a single page, and at most how many. */
  readonly brings?: { readonly what: 'pages' | 'passages'; readonly most: number };
}

/** What a tool is asked for. */
export type Call =
  | SearchCall
  /** A part of a page at full resolution, as an image whose pixels are within the budget of the conversation. */
  | { readonly kind: 'crop'; readonly page: PageOfDocuments; readonly region: ShareBox }
  /** The words of another tool, such as the boxes of another model. */
  | { readonly kind: 'tool'; readonly name: string };

/** What a call brought. */
export type Result =
  /** The number of the image that was added to the conversation. */
  | { readonly kind: 'image'; readonly image: number }
  /** The numbers of the images that a search for several pages has added. */
  | { readonly kind: 'images'; readonly images: readonly number[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'nothing' }
  /** The call cannot be made, and the protocol says so to the model. */
  | { readonly kind: 'refused'; readonly why: string };

/** What the model wrote in one go. */
export interface ModelTurn {
  readonly speaker: 'model';
  readonly text: string;
  /** Null after a person has edited it. */
  readonly report: SampleReport | null;
  readonly usage: Usage | null;
  readonly milliseconds: number;
  readonly isEdited?: boolean;
  /** Whether it is the beginning of a turn that was had before, with which the model is to go on. */
  readonly isUnfinished?: boolean;
}

/** What the model was told by a tool that it called. */
export interface ToolTurn {
  readonly speaker: 'tool';
  /** Null for what the environment says of a call that cannot be read. */
  readonly call: Call | null;
  readonly result: Result;
  readonly parts: readonly RequestPart[];
  readonly milliseconds: number;
  readonly isEdited?: boolean;
}

/** What the model was told by whoever asks: the prompt, and what the protocol asks after it. */
export interface UserTurn {
  readonly speaker: 'user';
  readonly parts: readonly RequestPart[];
  readonly isEdited?: boolean;
}

/** Who said what, in order. */
export type Turn = ModelTurn | ToolTurn | UserTurn;

/** What was said and shown so far. Its first turn is the prompt. */
export interface Conversation {
  readonly question: string;
  readonly turns: readonly Turn[];
  readonly images: readonly ShownImage[];
}

/** How a conversation ends. */
export type EndState =
  /** The model gave an answer. */
  | 'answered'
  /** The model neither answered nor called a tool. */
  | 'no-call'
  /** The model called a tool in a form that cannot be read. */
  | 'malformed-call'
  /** The model called tools more often than the protocol allows. */
  | 'call-limit'
  /** The model did not answer in as many rounds as the protocol allows. */
  | 'round-limit'
  /** The model made the same call again and again. */
  | 'loop'
  /** A search found no page that was not shown before. */
  | 'empty-search'
  /** The part of the page that the model asked for is empty. */
  | 'crop-refused'
  /** A tool failed, or did not answer in time. */
  | 'tool-failed'
  /** The model reached the most tokens of a turn before the turn was complete. */
  | 'cut-off'
  | 'context-too-long'
  | 'server-error'
  | 'cancelled'
  /** A person ended it while stepping through. */
  | 'stopped';

/** How a conversation ended, and why in a sentence. */
export interface Ending {
  readonly state: EndState;
  readonly why: string;
}

/** What happens next in a conversation. */
export type Action =
  /** The model is asked for its next turn. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'call'; readonly call: Call }
  /** The model is told what it is asked for next. */
  | { readonly kind: 'tell'; readonly parts: readonly RequestPart[] }
  /** The environment tells the model that its call cannot be made. */
  | { readonly kind: 'refuse'; readonly call: Call | null; readonly why: string }
  | { readonly kind: 'end'; readonly ending: Ending };

/** A conversation's rules, which depend on nothing but what was said and shown so far. */
export interface Protocol {
  readonly name: ProtocolName;
  readonly dialect: DialectName;
  /** Whether the words of tools are a part of the model's own turn, which the server then continues. */
  readonly continues: boolean;
  /** Whether the model sees no page before it has searched. */
  readonly isSearching: boolean;
  /** Whether passages of the documents' text are searched, too. */
  readonly readsPassages?: boolean;
  /** Whether the model may call another tool, whose words must be known. */
  readonly hasTool: boolean;
  /** Whether the prompt offers the tools that earlier conversations have defined, so that these come one after the other. */
  readonly growsPool?: boolean;
  /** The next action after the last turn, which is the prompt, the model's, or a tool's. */
  next(conversation: Conversation): Action;
  /** What the model is told of a result. */
  reply(result: Result, call: Call | null, conversation: Conversation): readonly RequestPart[];
  /**
   * Where the words of the tool stand in the text of a trajectory, of a protocol that continues the same turn: from the end of
   * what the model wrote before them; null if that turn of the model has not ended. Missing if marks tell turns apart.
   */
  replyIn?(text: string): { readonly start: number; readonly end: number } | null;
  /** The turns that the next request has, if it does not have all of them. */
  sees?(conversation: Conversation): readonly Turn[];
  /** Fields of the next request beyond those of every request, such as where the server stops. */
  extra?(conversation: Conversation): Readonly<Record<string, unknown>>;
}
