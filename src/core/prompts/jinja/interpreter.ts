import { t } from '@vscode/l10n';
import { Interpreter, type Environment } from '@huggingface/jinja';
import { as, type Node, type Value } from './ast.ts';
import type { FindingList, UnfilledName } from './findings.ts';
import { joinSegments, type Piece, type Segment } from './segments.ts';
import { checkText, PythonValues, type Report } from './dynamicChecks.ts';
import { targetNames } from './programChecks.ts';
import type { Tag } from './tokens.ts';
import { isUndefined, listItems, printValue, stringValue, toValue } from './values.ts';

/** The limits at which a template is stopped: some milliseconds of work, and a depth that the stack can hold. */
export interface RenderLimits {
  readonly evaluations: number;
  readonly depth: number;
}

/** Ends a rendering that takes too long; a template cannot catch it. */
export class RunawayError extends Error {}

interface Frame {
  readonly node: Node | null;
  readonly inside: Map<Node, Value>;
  readonly tag: Tag | null;
  readonly pieces: Piece[];
}

/**
 * The library's interpreter, which also records where each part of the text comes from, prints values as Python does,
 * and continues after a tag that fails, with a finding there. The text contains no markers: the origin of each part of
 * a block follows from the order of its statements, so the values of variables cannot interfere.
 */
export class TracingInterpreter extends Interpreter {
  readonly #tags: ReadonlyMap<Node, Tag>;
  readonly #findings: FindingList;
  readonly #limits: RenderLimits;
  readonly #unfilled: UnfilledName[] = [];
  readonly #used = new Set<string>();
  readonly #python = new PythonValues();
  readonly #origins = new WeakMap<Value, readonly Segment[]>();
  #frame: Frame = { node: null, inside: new Map(), tag: null, pieces: [] };
  #evaluations = 0;
  #depth = 0;
  #control: unknown = null;
  #failed: { readonly error: unknown; readonly isOfUndefined: boolean } | null = null;

  /** @param tags the tag that each node of a body was made from */
  constructor(
    environment: Environment,
    tags: ReadonlyMap<Node, Tag>,
    findings: FindingList,
    limits: RenderLimits,
  ) {
    super(environment);
    this.#tags = tags;
    this.#findings = findings;
    this.#limits = limits;
  }

  /** Names that were printed but have no value. */
  get unfilled(): readonly UnfilledName[] {
    return this.#unfilled;
  }

  /** Names of variables that the template read, whether or not they have a value. */
  get used(): ReadonlySet<string> {
    return this.#used;
  }

  /** The origins of a text that was assembled from statements, after the program has run. */
  segmentsOf(value: Value): readonly Segment[] {
    return this.#origins.get(value) ?? [];
  }

  override evaluate(node: Node | undefined, environment: Environment): Value {
    if (!node) return super.evaluate(node, environment);
    this.#spend(1);
    if (this.#depth > this.#limits.depth) throw new RunawayError();
    const outer = this.#frame;
    const own = this.#tags.get(node);
    const frame: Frame = { node, inside: new Map(), tag: own ?? outer.tag, pieces: [] };
    this.#frame = frame;
    this.#depth++;
    try {
      if (outer.node) this.#beginTurn(outer.node, node, environment);
      const report: Report = (kind, message) => {
        if (frame.tag) this.#findings.add(kind, frame.tag.span, message);
      };
      // For the first item of an empty list, the library returns a plain undefined instead of one of its values.
      const made = (super.evaluate(node, environment) as Value | undefined) ?? toValue(undefined);
      const block = as(node, 'FilterStatement');
      if (block) {
        const text = frame.pieces.map((piece) => piece.text).join('');
        this.#python.filterBlock(block.filter, text, made, report);
      }
      const checked = this.#python.checkResult({ node, value: made, inside: frame.inside }, report);
      const value = outer.node && !own ? this.#python.checkGiven(outer.node, node, checked, report) : checked;
      outer.inside.set(node, value);
      // Each iteration of a loop has a cost, even if the loop's body is empty.
      if (outer.node?.type === 'For' && !own) this.#spend(listItems(value)?.length ?? 0);
      const read = as(node, 'Identifier');
      if (read) this.#noteName(read.value, node, made, frame.tag, outer.node);
      this.#noteOrigin(node, value, frame.pieces, environment);
      return own ? this.#statement(own, value, outer) : value;
    } catch (error) {
      if (node.type === 'Break' || node.type === 'Continue') this.#control = error;
      this.#noteFailure(error, frame);
      if (!own || error === this.#control || error instanceof RunawayError) throw error;
      const said = error instanceof Error ? error.message : String(error);
      this.#findings.addFailure(
        own.span,
        t('This cannot be rendered: {0}.', said.replace(/\.$/, '')),
        this.#failed?.isOfUndefined ?? false,
      );
      return toValue('');
    } finally {
      this.#frame = outer;
      this.#depth--;
    }
  }

  /** Records for an error, where it is first thrown, whether one of the values involved was undefined. */
  #noteFailure(error: unknown, { inside }: Frame): void {
    if (this.#failed?.error === error) return;
    this.#failed = { error, isOfUndefined: [...inside.values()].some(isUndefined) };
  }

  #spend(evaluations: number): void {
    this.#evaluations += evaluations;
    if (this.#evaluations > this.#limits.evaluations) throw new RunawayError();
  }

  /** Records that a name was read, and whether it had no value although a text or a list was needed. */
  #noteName(name: string, node: Node, value: Value, tag: Tag | null, parent: Node | null): void {
    this.#used.add(name);
    if (!isUndefined(value) || !tag) return;
    const loop = as(parent, 'For');
    const looped =
      loop !== null && (loop.iterable === node || as(loop.iterable, 'SelectExpression')?.lhs === node);
    const filter = as(as(parent, 'FilterExpression')?.filter, 'CallExpression');
    const spared = parent?.type === 'TestExpression' || as(filter?.callee, 'Identifier')?.value === 'default';
    if ((tag.kind !== 'expression' && !looped) || spared) return;
    const token = tag.tokens.find(
      (candidate) => candidate.token.type === 'Identifier' && candidate.token.value === name,
    );
    this.#unfilled.push({ name, span: token?.span ?? tag.span });
  }

  /** In Jinja2, each iteration of a loop begins without the variables that the previous one set. */
  #beginTurn(parent: Node, node: Node, environment: Environment): void {
    const loop = as(parent, 'For');
    if (loop?.body[0] !== node) return;
    const turn = targetNames(loop.loopvar);
    for (const name of this.#setIn(loop.body)) if (!turn.includes(name)) environment.variables.delete(name);
  }

  /** Names that the statements set in their own scope. */
  #setIn(nodes: readonly Node[]): readonly string[] {
    return nodes.flatMap((node) => {
      const test = as(node, 'If');
      if (test) return [...this.#setIn(test.body), ...this.#setIn(test.alternate)];
      return targetNames(as(node, 'Set')?.assignee);
    });
  }

  /** Records the origin of a text that was assembled from statements. */
  #noteOrigin(node: Node, value: Value, pieces: readonly Piece[], environment: Environment): void {
    if (pieces.length === 0) return;
    const name = as(as(node, 'Set')?.assignee, 'Identifier')?.value;
    const made = name === undefined ? value : environment.lookupVariable(name);
    const text = stringValue(made);
    const segments = text === null ? null : joinSegments(text, pieces);
    if (segments) this.#origins.set(made, segments);
  }

  /** Adds the result of a statement to the block around it. */
  #statement(tag: Tag, value: Value, outer: Frame): Value {
    const start = tag.span.start;
    let shown = value;
    if (tag.kind === 'expression') {
      const text = printValue(value);
      checkText(value, (kind, message) => {
        this.#findings.add(kind, tag.span, message);
      });
      if (text !== null) {
        shown = stringValue(value) === text ? value : toValue(text);
      }
    }
    const text = shown.type === 'NullValue' || shown.type === 'UndefinedValue' ? '' : shown.toString();
    if (text !== '') {
      const length = text.length;
      const segments =
        tag.kind === 'text'
          ? [{ length, from: start, tag: start }]
          : (this.#origins.get(shown) ?? [{ length, from: null, tag: start }]);
      outer.pieces.push({ text, segments });
    }
    return shown;
  }
}
