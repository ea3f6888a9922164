import { t } from '@vscode/l10n';
import { Interpreter, type Environment } from '@huggingface/jinja';
import { as, type Node, type Value } from './ast.ts';
import { describeOverrun, EVALUATION, ITEM, OverrunError, type Budget } from './budget.ts';
import { Costs } from './costs.ts';
import { errorText, type FindingList, type UnfilledName } from './findings.ts';
import { firstPieces, joinPieces, joinSegments, type Piece, type Segment } from './segments.ts';
import { checkText, PythonValues, type Report } from './dynamicChecks.ts';
import { targetNames } from './programChecks.ts';
import type { Tag } from './tokens.ts';
import { isUndefined, printValue, stringValue, toValue } from './values.ts';

/** The work of a tag that fails: an error is made and caught. */
const FAILURE = 10 * EVALUATION;

interface Frame {
  readonly node: Node | null;
  readonly inside: Map<Node, Value>;
  readonly tag: Tag | null;
  readonly pieces: Piece[];
  /** The number of characters of the pieces. */
  length: number;
}

/**
 * The library's interpreter, which also records where each part of the text comes from, prints values as Python does,
 * and continues after a tag that fails, with a finding there. At a limit it stops, with a finding at the tag that reached
 * it, and keeps the text so far. The text contains no markers: the origin of each part of
 * a block follows from the order of its statements, so the values of variables cannot interfere.
 */
export class TracingInterpreter extends Interpreter {
  readonly #tags: ReadonlyMap<Node, Tag>;
  readonly #findings: FindingList;
  readonly #budget: Budget;
  readonly #costs: Costs;
  readonly #unfilled: UnfilledName[] = [];
  readonly #used = new Set<string>();
  readonly #python = new PythonValues();
  readonly #origins = new WeakMap<Value, readonly Segment[]>();
  readonly #setNames = new Map<Node, ReadonlySet<string>>();
  #frame: Frame = { node: null, inside: new Map(), tag: null, pieces: [], length: 0 };
  #depth = 0;
  #overrun: OverrunError | null = null;
  #control: unknown = null;
  #failed: { readonly error: unknown; readonly isOfUndefined: boolean } | null = null;

  /** @param tags the tag that each node of a body was made from */
  constructor(environment: Environment, tags: ReadonlyMap<Node, Tag>, findings: FindingList, budget: Budget) {
    super(environment);
    this.#tags = tags;
    this.#findings = findings;
    this.#budget = budget;
    this.#costs = new Costs(budget);
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
    const outer = this.#frame;
    const own = this.#tags.get(node);
    const frame: Frame = { node, inside: new Map(), tag: own ?? outer.tag, pieces: [], length: 0 };
    this.#frame = frame;
    this.#depth++;
    try {
      this.#budget.spend(EVALUATION);
      if (this.#depth > this.#budget.limits.depth) throw new OverrunError('depth');
      if (outer.node) this.#beginTurn(outer.node, node, environment);
      const report: Report = (kind, message) => {
        if (frame.tag) this.#findings.add(kind, frame.tag.span, message);
      };
      // For the first item of an empty list, the library returns a plain undefined instead of one of its values.
      const made = (super.evaluate(node, environment) as Value | undefined) ?? toValue(undefined);
      const block = as(node, 'FilterStatement');
      if (block) {
        const text = joinPieces(frame.pieces);
        this.#python.filterBlock(block.filter, text, made, report);
      }
      const checked = this.#python.checkResult({ node, value: made, inside: frame.inside }, report);
      this.#costs.afterOperation(node, checked, frame.inside);
      outer.inside.set(node, checked);
      let value = checked;
      if (outer.node && !own) {
        this.#costs.beforeOperation(outer.node, node, outer.inside, () => joinPieces(outer.pieces));
        value = this.#python.checkGiven(outer.node, node, checked, report);
        outer.inside.set(node, value);
      }
      const read = as(node, 'Identifier');
      if (read) this.#noteName(read.value, node, made, frame.tag, outer.node);
      this.#noteOrigin(node, value, frame.pieces, environment);
      if (!own) return value;
      const shown = this.#statement(own, value, outer);
      this.#afterStatement(node, outer);
      return shown;
    } catch (error) {
      if (error instanceof OverrunError) return this.#stop(error, frame, outer);
      if (node.type === 'Break' || node.type === 'Continue') this.#control = error;
      this.#noteFailure(error, frame);
      if (!own || error === this.#control) throw error;
      this.#budget.spend(FAILURE);
      this.#findings.addFailure(
        own.span,
        t('This cannot be rendered: {0}.', errorText(error)),
        this.#failed?.isOfUndefined ?? false,
      );
      this.#afterStatement(node, outer);
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

  /** The filter of a block is applied after the last of its statements. */
  #afterStatement(node: Node, outer: Frame): void {
    if (outer.node?.type === 'FilterStatement')
      this.#costs.beforeOperation(outer.node, node, outer.inside, () => joinPieces(outer.pieces));
  }

  /**
   * Reports a limit at the tag that reached it, and keeps the text that the statements around it had assembled: the
   * template ends there.
   */
  #stop(error: OverrunError, frame: Frame, outer: Frame): Value {
    if (this.#overrun !== error) {
      this.#overrun = error;
      if (frame.tag)
        this.#findings.add('unsupported', frame.tag.span, describeOverrun(error.limit, this.#budget.limits));
    }
    if (frame.node?.type === 'Program') {
      const pieces = firstPieces(frame.pieces, this.#budget.limits.textLength);
      const value = toValue(joinPieces(pieces));
      this.#origins.set(
        value,
        pieces.flatMap(({ segments }) => segments),
      );
      return value;
    }
    if (frame.node?.type === 'If' || frame.node?.type === 'For')
      for (const piece of frame.pieces) outer.pieces.push(piece);
    throw error;
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
    let names = this.#setNames.get(loop);
    if (!names) this.#setNames.set(loop, (names = new Set(this.#setIn(loop.body))));
    this.#budget.spend(names.size);
    for (const name of names) if (!turn.includes(name)) environment.variables.delete(name);
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
    const isNothing = shown.type === 'NullValue' || shown.type === 'UndefinedValue';
    const added = isNothing ? 0 : this.#budget.lengthOf(shown);
    this.#budget.text(outer.length + added, added);
    const text = isNothing ? '' : shown.toString();
    if (text !== '') {
      const length = text.length;
      outer.length += length;
      const segments =
        tag.kind === 'text'
          ? [{ length, from: start, tag: start }]
          : (this.#origins.get(shown) ?? [{ length, from: null, tag: start }]);
      this.#budget.spend(ITEM * segments.length);
      outer.pieces.push({ text, segments });
    }
    return shown;
  }
}
