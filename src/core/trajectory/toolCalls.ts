import { appendAll } from '../appendAll.ts';
import type { Finding } from '../span.ts';
import { readAttributes } from './attributes.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { PartReader } from './dialects/reader.ts';
import { referencesWithin } from './imageScan.ts';
import type { ImageScan } from './imageScan.ts';
import type { TagToken } from './lexer.ts';
import type { ParseContext, Step, ToolCall } from './model.ts';
import { endingAtOpening } from './openParts.ts';
import type { Ending, OpenParts, OpenTool, PartMaker } from './openParts.ts';
import * as rules from './tagRules.ts';
import type { TextStore } from './textStore.ts';
import type { ThinkImageChecks } from './thinkImageChecks.ts';
import { tooManyFinding, toolFindings } from './toolRules.ts';

/** What is needed to read tool calls, and where they are added. */
export interface CallSetting {
  readonly store: TextStore;
  readonly images: ImageScan;
  readonly maker: PartMaker;
  readonly dialect: Dialect;
  readonly context: ParseContext;
  readonly reader: PartReader | null;
  readonly think: ThinkImageChecks;
  readonly tools: ToolCall[];
  readonly steps: Step[];
  readonly findings: Finding[];
  /** Whether there are findings about how calls are written. */
  readonly judges: boolean;
}

/** The tool calls of one trajectory (`<tool name="..." args="...">`), of which at most one is open. */
export class ToolCalls {
  readonly #setting: CallSetting;
  #open: OpenTool | null = null;

  constructor(setting: CallSetting) {
    this.#setting = setting;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** Begins the call that `tag` opens; `isInside` if the call is where calls belong. */
  begin(tag: TagToken, isInside: boolean, depth: number): void {
    const { store, maker, dialect, tools, steps, findings } = this.#setting;
    const open = rules.toSpan(tag);
    const place = rules.toolPlace(open, dialect, isInside);
    if (place !== null) findings.push(place);
    const begun: OpenTool = {
      open,
      attributes: readAttributes(store.slice(tag.start, tag.end), tag.start),
      insideDescription: isInside,
      index: tools.length,
      step: steps.length,
      depth,
    };
    this.#open = begun;
    const call = maker.call(begun, endingAtOpening(open));
    tools.push(call);
    steps.push(maker.toolStep(begun, call, false));
    const tooMany = tooManyFinding(call, tools.length, dialect);
    if (tooMany !== null) findings.push(tooMany);
    if (tag.selfClosing) this.close({ contentEnd: tag.end, close: null, isOpen: false });
  }

  /** Ends the open call, if there is one. */
  close(ending: Ending): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    const { store, images, maker, dialect, context, reader, think, tools, steps, findings } = this.#setting;
    const call = maker.call(open, ending);
    tools[open.index] = call;
    steps[open.step] = maker.toolStep(open, call, false);
    if (dialect.tools === null || !this.#setting.judges) return;
    const args = call.argsSpan;
    const written = {
      call,
      tag: store.slice(open.open.start, open.open.end),
      attributes: open.attributes,
      nearMisses: args === null ? [] : referencesWithin(images.nearMisses, args.start, args.end),
    };
    appendAll(findings, toolFindings(written, dialect.tools, context));
    if (reader !== null) appendAll(findings, reader.call(call));
    think.check(call);
  }

  /** Ends the open call at `at`; `sign` shows that it has ended. */
  closeEarly(at: number, sign: rules.EndSign): void {
    if (this.#open === null) return;
    this.#setting.findings.push(rules.toolNotClosed(this.#open.open, sign));
    this.close({ contentEnd: at, close: null, isOpen: false });
  }

  /** The open call, read as if it ended at `ending`. */
  openCall(ending: Ending): { readonly tool: NonNullable<OpenParts['tool']>; readonly step: Step } | null {
    const open = this.#open;
    if (open === null) return null;
    const { maker } = this.#setting;
    const call = maker.call(open, ending);
    return { tool: { index: open.index, tool: call }, step: maker.toolStep(open, call, true) };
  }
}
