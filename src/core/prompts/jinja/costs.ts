import { as, type Node, type Value } from './ast.ts';
import { EVALUATION, ITEM, type Budget } from './budget.ts';
import { filterName } from './filters.ts';
import { isAscii } from './python.ts';
import { dictionaryEntries, listItems, numberValue, stringValue, toValue } from './values.ts';

/** The work of making the methods of a text or dictionary, which the library does when the first one is asked for. */
const METHODS = 2000;
/** The work of looking for a name that does not exist: the library throws an error in each scope. */
const UNKNOWN_NAME = 1000;
/** How many characters of a pattern a search compares in one unit of work. */
const COMPARED = 16;
/** The work of replacing one occurrence of a text. */
const REPLACED = 40;
/** The work for each character of a text that is taken apart into words. */
const WORDS = 60;

interface Arguments {
  readonly args: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
}

/**
 * Spends what each operation of a template reads and makes before the library carries it out, as soon as the last of its
 * operands has a value.
 */
export class Costs {
  readonly #budget: Budget;
  readonly #methods = new WeakMap<Value, { readonly object: Value; readonly name: string }>();

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /**
   * Spends the cost of `parent` if `child` is the last of its operands.
   * @param inside the values of its operands so far
   * @param block the text of the statements inside `parent` so far
   */
  beforeOperation(parent: Node, child: Node, inside: ReadonlyMap<Node, Value>, block: () => string): void {
    switch (parent.type) {
      case 'BinaryExpression':
        this.#binary(parent, child, inside);
        return;
      case 'FilterExpression': {
        const { operand, filter } = as(parent, 'FilterExpression') ?? {};
        const value = operand && inside.get(operand);
        const given = filter && this.#argumentsOf(filter, inside);
        if (value && given) this.#applied(filterName(filter), value, given);
        return;
      }
      case 'FilterStatement': {
        const { body, filter } = as(parent, 'FilterStatement') ?? {};
        const isLast = operandsOf(filter).at(-1) === child || body?.at(-1) === child;
        const given = isLast && filter ? this.#argumentsOf(filter, inside) : null;
        if (given) this.#applied(filterName(filter), toValue(block()), given);
        return;
      }
      case 'MemberExpression':
        this.#member(parent, inside);
        return;
      case 'CallExpression':
        if (as(parent, 'CallExpression')?.callee === child) this.#call(parent, child, inside);
        return;
      case 'CallStatement': {
        const { call } = as(parent, 'CallStatement') ?? {};
        if (call && as(call, 'CallExpression')?.callee === child) this.#argumentsOf(call, inside);
        return;
      }
      case 'TestExpression':
        this.#budget.spend(stringValue(inside.get(child))?.length ?? 0);
        return;
      case 'For':
        this.#loop(parent, child, inside);
    }
  }

  /** Spends what a read value costs beyond its evaluation, and notes which value a method belongs to. */
  afterOperation(node: Node, value: Value, inside: ReadonlyMap<Node, Value>): void {
    if (node.type === 'Identifier' && value.type === 'UndefinedValue') this.#budget.spend(UNKNOWN_NAME);
    const member = as(node, 'MemberExpression');
    const object = member && inside.get(member.object);
    const name = member && memberName(member, inside);
    if (!object || name === null || value.type !== 'FunctionValue') return;
    if (dictionaryEntries(object)?.has(name) !== true) this.#methods.set(value, { object, name });
  }

  #binary(node: Node, child: Node, inside: ReadonlyMap<Node, Value>): void {
    const operation = as(node, 'BinaryExpression');
    const left = operation && inside.get(operation.left);
    const right = operation && inside.get(operation.right);
    if (operation?.right !== child || !left || !right) return;
    const [items, others] = [listItems(left), listItems(right)];
    switch (operation.operator.value) {
      case '~':
        this.#budget.text(this.#budget.lengthOf(left) + this.#budget.lengthOf(right));
        return;
      case '+':
        if (items && others) this.#budget.list(items.length + others.length);
        else if (stringValue(left) !== null || stringValue(right) !== null)
          this.#budget.text(this.#budget.lengthOf(left) + this.#budget.lengthOf(right));
        return;
      case '==':
      case '!=':
        this.#budget.spend(this.#budget.lengthOf(left) + this.#budget.lengthOf(right));
        return;
      case 'in':
      case 'not in': {
        const text = stringValue(right);
        const part = this.#budget.lengthOf(left);
        if (text !== null) this.#search(text, part);
        else this.#budget.spend(part + (others ? ITEM * others.length + this.#budget.lengthOf(right) : 0));
      }
    }
  }

  /** A filter or method `name` of `operand`. */
  #applied(name: string, operand: Value, { args, keywords }: Arguments): void {
    const budget = this.#budget;
    const text = stringValue(operand);
    const items = listItems(operand);
    const count = items?.length ?? dictionaryEntries(operand)?.size ?? 0;
    switch (name) {
      case 'replace':
        this.#replace(text ?? '', args);
        return;
      case 'indent':
        this.#indent(text ?? '', numberValue(args[0] ?? keywords.get('width')) ?? 4);
        return;
      case 'join':
        this.#join(operand, args[0] ?? keywords.get('separator'));
        return;
      case 'split':
        this.#split(text ?? '', stringValue(args[0]));
        return;
      case 'tojson':
        this.#json(operand, keywords);
        return;
      case 'title':
        budget.spend(WORDS * (text ?? '').length);
        budget.text(caseLength(text ?? ''));
        return;
      case 'upper':
      case 'lower':
      case 'capitalize':
        budget.text(caseLength(text ?? ''));
        return;
      case 'sort':
      case 'dictsort':
        this.#sort(operand, stringValue(args[2] ?? keywords.get('attribute')));
        return;
      case 'map':
        budget.list(count, ITEM + (stringValue(keywords.get('attribute'))?.length ?? 0));
        return;
      case 'selectattr':
      case 'rejectattr':
      case 'unique':
        budget.list(count);
        budget.spend(budget.lengthOf(operand));
        return;
      case 'items':
      case 'keys':
      case 'values':
        budget.list(count, EVALUATION);
        return;
      case 'list':
      case 'reverse':
        budget.list(count);
        return;
      case 'startswith':
      case 'endswith':
        budget.spend(args.reduce((sum, part) => sum + budget.lengthOf(part), 0));
        return;
      case 'string':
        budget.text(budget.lengthOf(operand));
        return;
      case 'default':
        return;
      default:
        budget.spend(text?.length ?? 0);
    }
  }

  #replace(text: string, args: readonly Value[]): void {
    const [old, made] = [stringValue(args[0]) ?? '', stringValue(args[1]) ?? ''];
    this.#search(text, old.length);
    const found = old === '' ? text.length + 1 : occurrences(text, old);
    const limit = numberValue(args[2]) ?? -1;
    const replaced = limit < 0 ? found : Math.min(found, limit);
    this.#budget.spend(found * REPLACED);
    this.#budget.text(text.length + replaced * Math.max(0, made.length - old.length));
  }

  #indent(text: string, width: number): void {
    this.#budget.spend(text.length);
    const lines = occurrences(text, '\n') + 1;
    this.#budget.list(lines);
    this.#budget.text(text.length + lines * Math.max(0, width));
  }

  #join(operand: Value, separator: Value | undefined): void {
    const between = stringValue(separator)?.length ?? 0;
    const items = listItems(operand);
    const count = items?.length ?? stringValue(operand)?.length ?? 0;
    this.#budget.list(count, items ? EVALUATION : ITEM);
    const parts = items
      ? items.reduce((sum, item) => sum + this.#budget.lengthOf(item), 0)
      : this.#budget.lengthOf(operand);
    this.#budget.text(parts + count * between);
  }

  #split(text: string, separator: string | null): void {
    this.#search(text, separator?.length ?? 1);
    const parts = separator === null ? wordCount(text) : occurrences(text, separator) + 1;
    this.#budget.list(parts, EVALUATION);
  }

  #json(operand: Value, keywords: ReadonlyMap<string, Value>): void {
    const { characters, items, depth } = this.#budget.sizeOf(operand);
    const indent = Math.max(0, numberValue(keywords.get('indent')) ?? 0);
    const separators =
      listItems(keywords.get('separators'))?.map((part) => this.#budget.lengthOf(part)) ?? [];
    const layout = 2 * (depth + 1) * (indent + 1) + separators.reduce((sum, length) => sum + length, 0);
    const escaped = keywords.get('ensure_ascii')?.value === true ? 6 : 1;
    this.#budget.text(
      escaped * characters + (indent > 0 || separators.length > 0 ? (items + 1) * layout : 0),
    );
  }

  #sort(operand: Value, attribute: string | null): void {
    const count = listItems(operand)?.length ?? dictionaryEntries(operand)?.size ?? 0;
    const rounds = Math.ceil(Math.log2(count + 2));
    this.#budget.list(count, EVALUATION);
    this.#budget.spend(rounds * (this.#budget.lengthOf(operand) + count * (attribute?.length ?? 0)));
  }

  #member(node: Node, inside: ReadonlyMap<Node, Value>): void {
    const member = as(node, 'MemberExpression');
    const object = member && inside.get(member.object);
    if (!member || !object) return;
    const text = stringValue(object);
    const slice = as(member.property, 'SliceExpression');
    if (slice) {
      const bounds = [slice.start, slice.stop, slice.step];
      if (bounds.some((bound) => bound && !inside.has(bound))) return;
      this.#budget.list(text?.length ?? listItems(object)?.length ?? 0);
      this.#budget.text(text?.length ?? 0);
      return;
    }
    if (member.computed && !inside.has(member.property)) return;
    const name = memberName(member, inside);
    const entries = dictionaryEntries(object);
    if (name !== null && (text !== null || entries?.has(name) === false)) this.#budget.spend(METHODS);
    if (name === null) this.#budget.spend(text?.length ?? 0);
    if (member.computed) this.#budget.spend(name?.length ?? 0);
  }

  #call(node: Node, callee: Node, inside: ReadonlyMap<Node, Value>): void {
    const value = inside.get(callee);
    const given = this.#argumentsOf(node, inside);
    if (!value || !given) return;
    const method = this.#methods.get(value);
    if (method) this.#applied(method.name, method.object, given);
    // A macro, `range` or `namespace`: the last one copies what it is given.
    else for (const argument of given.args) this.#budget.list(sizeOfContainer(argument), EVALUATION);
  }

  #loop(node: Node, child: Node, inside: ReadonlyMap<Node, Value>): void {
    const iterable = as(node, 'For')?.iterable;
    if ((as(iterable, 'SelectExpression')?.lhs ?? iterable) !== child) return;
    const over = inside.get(child);
    // Each iteration of a loop has a cost, even if the loop's body is empty.
    this.#budget.list(stringValue(over)?.length ?? sizeOfContainer(over), EVALUATION);
  }

  /** What finding a part of `length` characters everywhere in a text costs. */
  #search(text: string, length: number): void {
    this.#budget.spend(text.length * Math.ceil((length + 1) / COMPARED));
  }

  /** The arguments of a call, lists after `*` as their items; null until each has a value. */
  #argumentsOf(call: Node, inside: ReadonlyMap<Node, Value>): Arguments | null {
    const args: Value[] = [];
    const keywords = new Map<string, Value>();
    for (const argument of as(call, 'CallExpression')?.args ?? []) {
      const operand = operandOf(argument);
      const value = inside.get(operand);
      if (!value) return null;
      const key = as(as(argument, 'KeywordArgumentExpression')?.key, 'Identifier')?.value;
      if (key !== undefined) keywords.set(key, value);
      else if (operand === argument) args.push(value);
      else {
        this.#budget.list(sizeOfContainer(value), EVALUATION);
        for (const item of listItems(value) ?? []) args.push(item);
        for (const [name, item] of dictionaryEntries(value) ?? []) keywords.set(name, item);
      }
    }
    return { args, keywords };
  }
}

/** The node of an argument that is evaluated: the value after `name=`, `*` or `**`. */
function operandOf(argument: Node): Node {
  return (
    as(argument, 'KeywordArgumentExpression')?.value ??
    as(argument, 'SpreadExpression')?.argument ??
    as(argument, 'KeywordSpreadExpression')?.argument ??
    argument
  );
}

const operandsOf = (call: Node | undefined): readonly Node[] =>
  as(call, 'CallExpression')?.args.map(operandOf) ?? [];

function memberName(
  member: Pick<NonNullable<ReturnType<typeof as<'MemberExpression'>>>, 'computed' | 'property'>,
  inside: ReadonlyMap<Node, Value>,
): string | null {
  if (member.computed) return stringValue(inside.get(member.property));
  return as(member.property, 'Identifier')?.value ?? null;
}

const sizeOfContainer = (value: Value | undefined): number =>
  listItems(value)?.length ?? dictionaryEntries(value)?.size ?? 0;

/** The most characters of `text` in another case: beyond ASCII one letter can become three. */
const caseLength = (text: string): number => (isAscii(text) ? 1 : 3) * text.length;

/** How often `part`, which is not empty, is in `text` without overlaps. */
function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1 && part !== ''; at = text.indexOf(part, at + part.length))
    count++;
  return count;
}

/** The number of runs of characters that are not white space. */
function wordCount(text: string): number {
  let count = 0;
  const words = /\S+/g;
  while (words.test(text)) count++;
  return count;
}
