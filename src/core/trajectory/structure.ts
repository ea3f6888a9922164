import { appendAll } from '../appendAll.ts';
import { t } from '../t.ts';
import { strip } from '../python/strip.ts';
import type { Finding, Span } from '../span.ts';
import type { BlockRule, Dialect } from './dialects/dialect.ts';
import type { PartReader } from './dialects/reader.ts';
import { dialectOf } from './dialects/registry.ts';
import { readerFor } from './dialects/readers.ts';
import { TOOL_TAG } from './dialects/tags.ts';
import { finding } from './findings.ts';
import { BlockFlow } from './flow.ts';
import { referencesWithin } from './imageScan.ts';
import type { ImageScan } from './imageScan.ts';
import type { TagToken, TokenSink } from './lexer.ts';
import { LooseText } from './looseText.ts';
import type { Block, ParseContext, Step, Token, ToolCall } from './model.ts';
import { hasClosedPair, readMentions } from './tagMentions.ts';
import type { TextFragment } from './tagMentions.ts';
import { PartMaker, blockPlace, endingAtOpening } from './openParts.ts';
import type { Ending, OpenBlock, OpenParts } from './openParts.ts';
import { StructuredReading } from './structuredReading.ts';
import type { Place } from './structuredReading.ts';
import * as rules from './tagRules.ts';
import type { TextStore } from './textStore.ts';
import { ThinkImageChecks } from './thinkImageChecks.ts';
import { ToolCalls } from './toolCalls.ts';
import { Turns } from './turns.ts';

/**
 * Builds blocks, tool calls, steps, and findings from tokens, in one pass. Closed parts never change.
 *
 * A tag of another block in the middle of a line, inside a block, may be a mention ("put it into <answer> tags") or the
 * start of that block if a closing tag was forgotten. It is held back until the text shows which: it is a mention if
 * the open block's own closing tag follows; it is a block if a block at the start of a line follows, or if the text
 * ends and the tag was closed. Each token is held at most once, so the work stays linear.
 */
export class Structure implements TokenSink {
  readonly tokens: Token[] = [];
  readonly blocks: Block[] = [];
  readonly tools: ToolCall[] = [];
  readonly steps: Step[] = [];
  readonly findings: Finding[] = [];
  /** The structured parts. */
  readonly reading: StructuredReading;
  readonly #store: TextStore;
  readonly #images: ImageScan;
  readonly #parts: PartMaker;
  readonly #dialect: Dialect;
  readonly #think: ThinkImageChecks;
  readonly #calls: ToolCalls;
  readonly #flow: BlockFlow;
  readonly #reader: PartReader | null;
  readonly #loose: LooseText;
  readonly #turns: Turns;
  readonly #judges: boolean;
  #block: OpenBlock | null = null;
  #held: (TagToken | TextFragment)[] | null = null;
  #lastWasStructure = false;
  /** How many opening tags of tool calls were read as mentions and have not been closed since. */
  #mentions = 0;
  #insideFence = false;
  #halfTag: Span | null = null;

  /** @param judges whether there are findings about how tags and calls are written */
  constructor(store: TextStore, images: ImageScan, context: ParseContext, judges: boolean) {
    this.#store = store;
    this.#judges = judges;
    this.#images = images;
    this.#parts = new PartMaker(store, images);
    this.#dialect = dialectOf(context.dialect);
    this.#think = new ThinkImageChecks(this.findings, this.#dialect, context.numImages);
    this.#flow = new BlockFlow(this.#dialect);
    this.#reader = readerFor(context);
    this.reading = new StructuredReading(this.#reader, store, this.findings);
    this.#loose = new LooseText(store, this.#dialect, this.#parts, this.reading, this);
    this.#calls = new ToolCalls({
      store,
      images,
      context,
      maker: this.#parts,
      dialect: this.#dialect,
      reader: this.#reader,
      think: this.#think,
      tools: this.tools,
      steps: this.steps,
      findings: this.findings,
      judges,
    });
    this.#turns = new Turns(this.#parts, this.reading, this.steps);
  }

  text(start: number, end: number, inkStart: number, inkEnd: number): void {
    this.tokens.push({ kind: 'text', span: { start, end } });
    if (this.#turns.isOpen) return;
    const run: TextFragment = { kind: 'text', inkStart, inkEnd };
    if (this.#held === null) this.#addText(run);
    else this.#held.push(run);
  }

  fence(start: number, end: number): void {
    this.tokens.push({ kind: 'fence', span: { start, end } });
    this.#lastWasStructure = true;
    if (this.#block !== null || this.#calls.isOpen || this.#turns.isOpen) return;
    if (!this.#insideFence) {
      this.findings.push(
        finding(
          'fenced-block',
          { start, end },
          t('The response is in a fenced code block; remove the fence.'),
        ),
      );
    }
    this.#insideFence = !this.#insideFence;
  }

  tag(tag: TagToken): void {
    const kind = tag.kind === 'open' ? 'open-tag' : tag.kind === 'close' ? 'close-tag' : 'partial-tag';
    this.tokens.push({ kind, span: { start: tag.start, end: tag.end } });
    if (this.#turns.isOpen) return;
    if (tag.kind === 'partial' && tag.end === this.#store.length) {
      this.#halfTag = rules.toSpan(tag);
      return;
    }
    const isStructural = tag.lineStart || (tag.afterTag && this.#lastWasStructure);
    this.#lastWasStructure = false;
    if (this.#held !== null && !this.#decide(tag, isStructural)) this.#held.push(tag);
    else this.#apply(tag, isStructural);
  }

  mark(start: number, end: number, role: string | null): void {
    if (!this.#dialect.chat) {
      this.#lastWasStructure = false;
      this.text(start, end, start, end);
      return;
    }
    this.tokens.push({ kind: 'turn-mark', span: { start, end } });
    this.#lastWasStructure = true;
    if (this.#turns.isOpen) {
      this.#turns.close(start, role === null ? { start, end } : null);
      if (role === null) return;
    }
    this.#settleHeld();
    this.#closeOpen(start, 'turn');
    this.#loose.close(this.#depth);
    this.#loose.follow(null);
    if (role !== null && this.#turns.begin(role, { start, end })) this.findings.push(...this.#flow.endTurn());
  }

  /** Marks the end of the text: closes what is open and reports what is missing. */
  finish(): void {
    this.#settleHeld();
    const end = this.#halfTag?.start ?? this.#store.length;
    this.#turns.close(this.#store.length, null);
    this.#closeOpen(end, 'text');
    this.#loose.close(this.#depth);
    if (this.#halfTag !== null) {
      this.findings.push(
        finding(
          'half-written-tag',
          this.#halfTag,
          t('The text ends in the middle of a tag; finish it or remove it.'),
        ),
      );
    }
    this.findings.push(
      ...this.#flow.findMissing(this.#store.length, this.tools.length),
      ...(this.#reader?.end(this.#store.length) ?? []),
    );
  }

  /**
   * The open parts, read as if they ended at `end`, including the text run from `inkStart` to `inkEnd` that has not
   * been reported yet.
   */
  openParts(end: number, inkStart: number, inkEnd: number): OpenParts {
    const ending: Ending = { contentEnd: end, close: null, isOpen: true };
    const steps: Step[] = [];
    let block: OpenParts['block'] = null;
    let place: Place | null = null;
    if (this.#block !== null) {
      block = { index: this.#block.index, block: this.#parts.block(this.#block, ending) };
      steps.push(this.#parts.blockStep(this.#block, block.block, true));
      place = blockPlace(this.#block, block.block, true);
    }
    const turn = this.#turns.open(end);
    if (turn !== null) return { block, tool: null, steps: [turn.step], place: turn.place };
    const call = this.#calls.openCall(ending);
    if (call !== null) return { block, tool: call.tool, steps: [...steps, call.step], place };
    if (this.#holdsLooseText()) {
      const loose = this.#loose.open(this.#depth, this.#held === null ? inkStart : -1, inkEnd);
      appendAll(steps, loose.steps);
      place ??= loose.place;
    }
    return { block, tool: null, steps, place };
  }

  get #depth(): number {
    return this.#block === null ? 0 : 1;
  }

  #holdsLooseText(): boolean {
    if (this.#calls.isOpen) return false;
    return this.#block === null || this.#block.name === this.#dialect.tools?.container;
  }

  #addText(run: TextFragment): void {
    if (run.inkStart < 0 || !this.#holdsLooseText()) return;
    this.#loose.add(run.inkStart, run.inkEnd, this.#depth);
  }

  /** Whether `tag` decides what the held tags are; if so, they are then read accordingly. */
  #decide(tag: TagToken, isStructural: boolean): boolean {
    if (tag.kind === 'close') {
      const closes = (tag.name === TOOL_TAG && this.#calls.isOpen) || tag.name === this.#block?.name;
      if (closes) this.#heldIsMention();
      return closes;
    }
    if (tag.name === TOOL_TAG) {
      if (!tag.hasAttributes) return false;
      const container = this.#dialect.tools?.container;
      if (this.#held?.some((held) => held.kind === 'open' && held.name === container) === true)
        this.#heldIsStructure();
      else this.#heldIsMention();
      return true;
    }
    if (!isStructural || tag.name === this.#block?.name || this.#rule(tag.name) === null) return false;
    this.#heldIsStructure();
    return true;
  }

  #settleHeld(): void {
    if (this.#held === null) return;
    if (hasClosedPair(this.#held)) this.#heldIsStructure();
    else this.#heldIsMention();
  }

  #heldIsMention(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const event of held) if (event.kind === 'text') this.#addText(event);
    const { doubled, stray, mentioned } = readMentions(held, this.#block?.name);
    appendAll(this.findings, doubled.map(rules.doubledOpening));
    for (const tag of stray) this.#stray(tag);
    const own = mentioned.filter((tag) => this.#rule(tag.name) !== null);
    appendAll(this.findings, own.map(rules.mentionedTag));
  }

  #heldIsStructure(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const event of held) {
      if (event.kind === 'text') this.#addText(event);
      else this.#apply(event, event.name !== TOOL_TAG);
    }
  }

  #apply(tag: TagToken, isStructural: boolean): void {
    if (tag.kind === 'close') this.#close(tag);
    else if (tag.name === TOOL_TAG && (tag.hasAttributes || this.#dialect.tools !== null))
      this.#openTool(tag, isStructural);
    else this.#open(tag, isStructural);
  }

  #open(tag: TagToken, isStructural: boolean): void {
    const rule = this.#rule(tag.name);
    if (this.#block === null && !this.#calls.isOpen) {
      if (rule !== null || isStructural) this.#openBlock(tag, rule);
    } else if (this.#block?.name === tag.name) {
      this.findings.push(rules.doubledOpening(tag));
    } else if (rule === null) {
      if (isStructural) this.findings.push(rules.foreignTag(tag, this.#dialect));
    } else if (isStructural) {
      this.#closeOpen(tag.start, { tag: `<${tag.name}>` });
      this.#openBlock(tag, rule);
    } else {
      this.#held = [tag];
    }
  }

  #openBlock(tag: TagToken, rule: BlockRule | null): void {
    this.#loose.close(this.#depth);
    this.#lastWasStructure = true;
    this.#judgeStyle(tag);
    if (rule === null) this.findings.push(rules.foreignTag(tag, this.#dialect));
    this.#beginBlock(tag.name, rule, rules.toSpan(tag));
    if (tag.selfClosing) this.#closeBlock({ contentEnd: tag.end, close: null, isOpen: false });
  }

  #beginBlock(name: string, rule: BlockRule | null, open: Span): void {
    if (rule !== null) this.findings.push(...this.#flow.enter(rule, open));
    this.#loose.follow(null);
    this.#block = { name, rule, open, index: this.blocks.length, step: this.steps.length };
    const block = this.#parts.block(this.#block, endingAtOpening(open));
    this.blocks.push(block);
    this.steps.push(this.#parts.blockStep(this.#block, block, false));
  }

  #openTool(tag: TagToken, isStructural: boolean): void {
    const rule = this.#dialect.tools;
    const isInside = rule !== null && (rule.container === null || this.#block?.name === rule.container);
    if (!tag.hasAttributes && !isStructural && !(isInside && this.#block !== null && !this.#calls.isOpen)) {
      this.#mentions++;
      return;
    }
    this.#calls.closeEarly(tag.start, 'call');
    this.#loose.close(this.#depth);
    this.#lastWasStructure = true;
    this.#judgeStyle(tag);
    this.#calls.begin(tag, isInside, this.#depth);
  }

  #close(tag: TagToken): void {
    const ending: Ending = { contentEnd: tag.start, close: rules.toSpan(tag), isOpen: false };
    if (tag.name === TOOL_TAG && this.#calls.isOpen) {
      this.#judgeStyle(tag);
      this.#calls.close(ending);
    } else if (tag.name === TOOL_TAG && this.#mentions > 0) {
      this.#mentions--;
      return;
    } else if (tag.name === this.#block?.name) {
      this.#calls.closeEarly(tag.start, { tag: `</${tag.name}>` });
      this.#judgeStyle(tag);
      this.#loose.close(this.#depth);
      this.#closeBlock(ending);
    } else if (!this.#closeUnopened(tag, ending)) {
      this.#stray(tag);
      return;
    }
    this.#lastWasStructure = true;
  }

  /** Reads the loose text before a closing tag as the block that was never opened. */
  #closeUnopened(tag: TagToken, ending: Ending): boolean {
    const rule = this.#rule(tag.name);
    const { start } = this.#loose;
    const isLoose = this.#block === null && !this.#calls.isOpen && this.#dialect.loose === 'wrong';
    if (rule === null || start === null || !isLoose || this.#flow.has(rule.name)) return false;
    this.#loose.takeBack();
    this.#judgeStyle(tag);
    this.findings.push(rules.missingOpening(tag));
    this.#beginBlock(rule.name, rule, { start, end: start });
    this.#closeBlock(ending);
    return true;
  }

  /** Closes what is open at `at`; `sign` shows that it has ended. */
  #closeOpen(at: number, sign: Exclude<rules.EndSign, 'call'>): void {
    this.#calls.closeEarly(at, sign);
    if (this.#block === null) return;
    this.#loose.close(this.#depth);
    this.findings.push(rules.missingClosing(this.#block.open, this.#block.name, sign));
    this.#closeBlock({ contentEnd: at, close: null, isOpen: false });
  }

  #closeBlock(ending: Ending): void {
    const open = this.#block;
    if (open === null) return;
    this.#block = null;
    this.#mentions = 0;
    const block = this.#parts.block(open, ending);
    this.blocks[open.index] = block;
    this.steps[open.step] = this.#parts.blockStep(open, block, false);
    if (open.rule === null) return;
    this.reading.close(blockPlace(open, block, false));
    this.#loose.follow(open.rule.role);
    const { start, end } = block.content;
    if (open.rule.speaker === 'model' && strip(this.#store.slice(start, end)) === '') {
      const span = start < end ? block.content : block.span;
      this.findings.push(
        finding('empty-block', span, t('<{0}> is empty; write something between its tags.', open.name), {
          tag: open.name,
        }),
      );
    }
    if (open.rule.role !== 'think') return;
    this.#think.add(
      referencesWithin(this.#images.references, start, end),
      referencesWithin(this.#images.nearMisses, start, end),
    );
  }

  #judgeStyle(tag: TagToken): void {
    if (!this.#judges) return;
    const { tags } = this.#dialect;
    this.findings.push(...rules.tagStyleFindings(tag, this.#store.slice(tag.start, tag.end), tags));
  }

  #stray(tag: TagToken): void {
    const isTool = tag.name === TOOL_TAG;
    if (!isTool && this.#rule(tag.name) === null && this.#block !== null) return;
    this.findings.push(rules.strayClosing(tag, this.#flow.has(tag.name)));
  }

  #rule(name: string): BlockRule | null {
    return this.#dialect.blocks.find((rule) => rule.name === name) ?? null;
  }
}
