import { strip } from '../python/strip.ts';
import type { Finding, Span } from '../span.ts';
import { readAttributes } from './attributes.ts';
import type { BlockRule, Dialect } from './dialects/dialect.ts';
import { dialectOf } from './dialects/registry.ts';
import { TOOL_TAG } from './dialects/tags.ts';
import { finding } from './findings.ts';
import { referencesWithin } from './imageScan.ts';
import type { ImageScan } from './imageScan.ts';
import type { TagToken, TokenSink } from './lexer.ts';
import type { Block, ParseContext, Step, Token, ToolCall } from './model.ts';
import { holdsPair, readMentions } from './heldTags.ts';
import type { TextRun } from './heldTags.ts';
import { PartMaker } from './parts.ts';
import type { Ending, OpenBlock, OpenParts, OpenTool } from './parts.ts';
import * as rules from './tagRules.ts';
import type { TextStore } from './textStore.ts';
import { ThinkImages } from './thinkImages.ts';
import { nearMissFindings, outOfRange, tooManyFinding, toolFindings } from './toolRules.ts';

/**
 * Makes blocks, tool calls, steps and findings of tokens, in one pass. What is closed never changes.
 *
 * A tag of another block that stands in the middle of a line, inside a block, may be a mention ("put it into
 * <answer> tags") or the start of that block where a closing tag was forgotten. It is held back until the text
 * shows which: the open block's own closing tag makes it a mention, a block at the start of a line, or the end of a
 * text in which it was closed, makes it a block. Each token is held at most once, so the work stays linear.
 */
export class Structure implements TokenSink {
  readonly tokens: Token[] = [];
  readonly blocks: Block[] = [];
  readonly tools: ToolCall[] = [];
  readonly steps: Step[] = [];
  readonly findings: Finding[] = [];
  readonly #store: TextStore;
  readonly #images: ImageScan;
  readonly #parts: PartMaker;
  readonly #context: ParseContext;
  readonly #dialect: Dialect;
  readonly #think: ThinkImages;
  #block: OpenBlock | null = null;
  #tool: OpenTool | null = null;
  #run: { start: number; end: number } | null = null;
  #held: (TagToken | TextRun)[] | null = null;
  #lastWasStructure = false;
  /** Openings of tool calls that were taken for mentions and not closed since. */
  #mentions = 0;
  #insideFence = false;
  #halfTag: Span | null = null;
  /** Blocks of the dialect by name: the first of each. */
  readonly #seen = new Map<string, Span>();
  #furthest = -1;

  constructor(store: TextStore, images: ImageScan, context: ParseContext) {
    this.#store = store;
    this.#images = images;
    this.#parts = new PartMaker(store, images);
    this.#context = context;
    this.#dialect = dialectOf(context.dialect);
    this.#think = new ThinkImages(this.findings, this.#dialect, context.numImages);
  }

  text(start: number, end: number, inkStart: number, inkEnd: number): void {
    this.tokens.push({ kind: 'text', span: { start, end } });
    const run: TextRun = { kind: 'text', inkStart, inkEnd };
    if (this.#held === null) this.#addText(run);
    else this.#held.push(run);
  }

  fence(start: number, end: number): void {
    this.tokens.push({ kind: 'fence', span: { start, end } });
    this.#lastWasStructure = true;
    if (this.#block !== null || this.#tool !== null) return;
    if (!this.#insideFence) {
      this.findings.push(
        finding(
          'fenced-block',
          { start, end },
          'The response stands in a fenced code block; write the tags bare.',
        ),
      );
    }
    this.#insideFence = !this.#insideFence;
  }

  tag(tag: TagToken): void {
    const kind = tag.kind === 'open' ? 'open-tag' : tag.kind === 'close' ? 'close-tag' : 'partial-tag';
    this.tokens.push({ kind, span: { start: tag.start, end: tag.end } });
    if (tag.kind === 'partial' && tag.end === this.#store.length) {
      this.#halfTag = rules.spanOf(tag);
      return;
    }
    const isStructural = tag.lineStart || (tag.afterTag && this.#lastWasStructure);
    this.#lastWasStructure = false;
    if (this.#held !== null && !this.#decide(tag, isStructural)) this.#held.push(tag);
    else this.#apply(tag, isStructural);
  }

  /** Says that nothing follows: closes what is open and says what is missing. */
  finish(): void {
    if (this.#held !== null) {
      if (holdsPair(this.#held)) this.#heldIsStructure();
      else this.#heldIsMention();
    }
    const end = this.#halfTag?.start ?? this.#store.length;
    this.#closeOpen(end, 'the text ends');
    this.#closeRun();
    if (this.#halfTag !== null) {
      this.findings.push(
        finding(
          'half-written-tag',
          this.#halfTag,
          'The text ends in the middle of a tag; finish it or remove it.',
        ),
      );
    }
    this.findings.push(
      ...rules.missingParts(this.#dialect, this.#seen, this.tools.length, this.#store.length),
    );
  }

  /** What is open, read as if it ended at `end`, with the text run from `inkStart` to `inkEnd` not yet told. */
  openParts(end: number, inkStart: number, inkEnd: number): OpenParts {
    const ending: Ending = { contentEnd: end, close: null, isOpen: true };
    const steps: Step[] = [];
    let block: OpenParts['block'] = null;
    let tool: OpenParts['tool'] = null;
    if (this.#block !== null) {
      block = { index: this.#block.index, block: this.#parts.block(this.#block, ending) };
      steps.push(this.#parts.blockStep(this.#block, block.block, true));
    }
    if (this.#tool !== null) {
      tool = { index: this.#tool.index, tool: this.#parts.call(this.#tool, ending) };
      steps.push(this.#parts.toolStep(this.#tool, tool.tool, true));
    } else if (this.#holdsLooseText()) {
      const isTold = this.#held !== null || inkStart < 0;
      const run = isTold ? this.#run : { start: this.#run?.start ?? inkStart, end: inkEnd };
      const depth = this.#block === null ? 0 : 1;
      if (run !== null) steps.push(this.#parts.textStep(this.steps.length, run, depth, true));
    }
    return { block, tool, steps };
  }

  #holdsLooseText(): boolean {
    if (this.#tool !== null) return false;
    return this.#block === null || this.#block.name === this.#dialect.tools?.container;
  }

  #addText(run: TextRun): void {
    if (run.inkStart < 0 || !this.#holdsLooseText()) return;
    this.#run = { start: this.#run?.start ?? run.inkStart, end: run.inkEnd };
  }

  /** Whether `tag` shows what the held tags are; they are then read as that. */
  #decide(tag: TagToken, isStructural: boolean): boolean {
    if (tag.kind === 'close') {
      const closes = (tag.name === TOOL_TAG && this.#tool !== null) || tag.name === this.#block?.name;
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

  #heldIsMention(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const event of held) if (event.kind === 'text') this.#addText(event);
    const { doubled, stray, mentioned } = readMentions(held, this.#block?.name);
    this.findings.push(...doubled.map(rules.doubledOpening));
    for (const tag of stray) this.#stray(tag);
    const own = mentioned.filter((tag) => this.#rule(tag.name) !== null);
    this.findings.push(...own.map(rules.mentionedTag));
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
    if (this.#block === null && this.#tool === null) {
      if (rule !== null || isStructural) this.#openBlock(tag, rule);
    } else if (this.#block?.name === tag.name) {
      this.findings.push(rules.doubledOpening(tag));
    } else if (rule === null) {
      if (isStructural) this.findings.push(rules.foreignTag(tag, this.#dialect));
    } else if (isStructural) {
      this.#closeOpen(tag.start, `<${tag.name}> follows`);
      this.#openBlock(tag, rule);
    } else {
      this.#held = [tag];
    }
  }

  #openBlock(tag: TagToken, rule: BlockRule | null): void {
    this.#closeRun();
    this.#lastWasStructure = true;
    this.findings.push(...rules.tagStyleFindings(tag, this.#store.slice(tag.start, tag.end)));
    if (rule === null) this.findings.push(rules.foreignTag(tag, this.#dialect));
    this.#beginBlock(tag.name, rule, rules.spanOf(tag));
    if (tag.selfClosing) this.#closeBlock({ contentEnd: tag.end, close: null, isOpen: false });
  }

  #beginBlock(name: string, rule: BlockRule | null, open: Span): void {
    if (rule !== null) this.#enter(rule, open);
    this.#block = { name, rule, open, index: this.blocks.length, step: this.steps.length };
    const block = this.#parts.block(this.#block, { contentEnd: open.end, close: null, isOpen: true });
    this.blocks.push(block);
    this.steps.push(this.#parts.blockStep(this.#block, block, true));
  }

  /** Notes that a block of the dialect stands at `open`, and says when it should not. */
  #enter(rule: BlockRule, open: Span): void {
    if (this.#seen.has(rule.name)) {
      this.findings.push(rules.duplicateBlock(open, rule.name));
      return;
    }
    this.#seen.set(rule.name, open);
    const order = this.#dialect.blocks.indexOf(rule);
    const before = this.#dialect.blocks[this.#furthest];
    if (before !== undefined && order < this.#furthest) {
      this.findings.push(rules.wrongOrder(open, rule.name, before.name));
    }
    this.#furthest = Math.max(this.#furthest, order);
  }

  #openTool(tag: TagToken, isStructural: boolean): void {
    const rule = this.#dialect.tools;
    const isInside = this.#block !== null && this.#block.name === rule?.container;
    if (!tag.hasAttributes && !isStructural && !(isInside && this.#tool === null)) {
      this.#mentions++;
      return;
    }
    this.#closeToolEarly(tag.start, 'another tool call follows');
    this.#closeRun();
    this.#lastWasStructure = true;
    this.findings.push(...rules.tagStyleFindings(tag, this.#store.slice(tag.start, tag.end)));
    const open = rules.spanOf(tag);
    const place = rules.toolPlace(open, this.#dialect, isInside);
    if (place !== null) this.findings.push(place);
    this.#tool = {
      open,
      attributes: readAttributes(this.#store.slice(tag.start, tag.end), tag.start),
      insideDescription: isInside,
      index: this.tools.length,
      step: this.steps.length,
      depth: this.#block === null ? 0 : 1,
    };
    const call = this.#parts.call(this.#tool, { contentEnd: tag.end, close: null, isOpen: true });
    this.tools.push(call);
    this.steps.push(this.#parts.toolStep(this.#tool, call, true));
    const tooMany = tooManyFinding(call, this.tools.length, this.#dialect);
    if (tooMany !== null) this.findings.push(tooMany);
    if (tag.selfClosing) this.#closeTool({ contentEnd: tag.end, close: null, isOpen: false });
  }

  #close(tag: TagToken): void {
    const ending: Ending = { contentEnd: tag.start, close: rules.spanOf(tag), isOpen: false };
    if (tag.name === TOOL_TAG && this.#tool !== null) {
      this.findings.push(...rules.tagStyleFindings(tag, this.#store.slice(tag.start, tag.end)));
      this.#closeTool(ending);
    } else if (tag.name === TOOL_TAG && this.#mentions > 0) {
      this.#mentions--;
      return;
    } else if (tag.name === this.#block?.name) {
      this.#closeToolEarly(tag.start, `</${tag.name}> follows`);
      this.findings.push(...rules.tagStyleFindings(tag, this.#store.slice(tag.start, tag.end)));
      this.#closeRun();
      this.#closeBlock(ending);
    } else if (!this.#closeUnopened(tag, ending)) {
      this.#stray(tag);
      return;
    }
    this.#lastWasStructure = true;
  }

  /** Reads loose text before a closing tag as the block that was never opened. */
  #closeUnopened(tag: TagToken, ending: Ending): boolean {
    const rule = this.#rule(tag.name);
    const run = this.#run;
    const isLoose = this.#block === null && this.#tool === null;
    if (rule === null || run === null || !isLoose || this.#seen.has(rule.name)) return false;
    this.#run = null;
    this.findings.push(
      ...rules.tagStyleFindings(tag, this.#store.slice(tag.start, tag.end)),
      rules.missingOpening(tag),
    );
    this.#beginBlock(rule.name, rule, { start: run.start, end: run.start });
    this.#closeBlock(ending);
    return true;
  }

  /** Closes what is open at `at`, where `why` shows that it has ended. */
  #closeOpen(at: number, why: string): void {
    this.#closeToolEarly(at, why);
    if (this.#block === null) return;
    this.#closeRun();
    this.findings.push(rules.missingClosing(this.#block.open, this.#block.name, why));
    this.#closeBlock({ contentEnd: at, close: null, isOpen: false });
  }

  #closeToolEarly(at: number, why: string): void {
    if (this.#tool === null) return;
    this.findings.push(rules.toolNotClosed(this.#tool.open, why));
    this.#closeTool({ contentEnd: at, close: null, isOpen: false });
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
    const { start, end } = block.content;
    if (strip(this.#store.slice(start, end)) === '') {
      const span = start < end ? block.content : block.span;
      this.findings.push(
        finding('empty-block', span, `<${open.name}> is empty; write something between its tags.`),
      );
    }
    if (open.rule.role !== 'think') return;
    const references = referencesWithin(this.#images.references, start, end);
    this.findings.push(
      ...outOfRange(references, this.#context.numImages, 'think-image-out-of-range'),
      ...nearMissFindings(referencesWithin(this.#images.nearMisses, start, end)),
    );
    this.#think.add(references);
  }

  #closeTool(ending: Ending): void {
    const open = this.#tool;
    if (open === null) return;
    this.#tool = null;
    const call = this.#parts.call(open, ending);
    this.tools[open.index] = call;
    this.steps[open.step] = this.#parts.toolStep(open, call, false);
    const rule = this.#dialect.tools;
    if (rule === null) return;
    const args = call.argsSpan;
    const written = {
      call,
      tag: this.#store.slice(open.open.start, open.open.end),
      attributes: open.attributes,
      nearMisses: args === null ? [] : referencesWithin(this.#images.nearMisses, args.start, args.end),
    };
    this.findings.push(...toolFindings(written, rule, this.#context));
    this.#think.check(call);
  }

  #closeRun(): void {
    const run = this.#run;
    if (run === null) return;
    this.#run = null;
    const depth = this.#block === null ? 0 : 1;
    this.steps.push(this.#parts.textStep(this.steps.length, run, depth, false));
    if (depth > 0) return;
    this.findings.push(
      finding(
        'text-outside-tags',
        run,
        'This text stands outside of the tags; move it into a block or remove it.',
      ),
    );
  }

  #stray(tag: TagToken): void {
    const isTool = tag.name === TOOL_TAG;
    if (!isTool && this.#rule(tag.name) === null && this.#block !== null) return;
    this.findings.push(rules.strayClosing(tag, this.#seen.has(tag.name)));
  }

  #rule(name: string): BlockRule | null {
    return this.#dialect.blocks.find((rule) => rule.name === name) ?? null;
  }
}
