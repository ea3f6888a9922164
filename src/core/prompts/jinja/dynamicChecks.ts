import { t } from '@vscode/l10n';
import { as, type Node, type Value } from './ast.ts';
import {
  CONSUMERS,
  describeFilter,
  describeMethod,
  DICTIONARY_METHODS,
  FILTERS,
  filterName,
  filterOperand,
  LAZY_FILTERS,
  STRING_METHODS,
  TEXT_FILTERS,
  toText,
} from './filters.ts';
import { hasAstral, hasPythonAttribute, jinjaTest, pythonEquals } from './python.ts';
import {
  dictionaryEntries,
  isUndefined,
  listItems,
  numberValue,
  printValue,
  stringValue,
  toValue,
} from './values.ts';
import type { JinjaFindingKind } from './findings.ts';

/** One evaluation: its node, its result, and the results of the nodes inside it. */
export interface Evaluation {
  readonly node: Node;
  readonly value: Value;
  readonly inside: ReadonlyMap<Node, Value>;
}

/** Reports a finding at an evaluation. */
export type Report = (kind: JinjaFindingKind, message: string) => void;

/**
 * Checks each evaluation for values of the library that differ from Python's: corrects those that can be corrected, and
 * reports the others.
 */
export class PythonValues {
  // Values that are iterators or views in Python, where the library has a list.
  readonly #iterators = new WeakSet<Value>();
  readonly #views = new WeakSet<Value>();
  // Texts that Jinja2 marks as safe: joining them with + escapes the other operand.
  readonly #markup = new WeakSet<Value>();
  readonly #methods = new WeakMap<Value, { readonly object: Value; readonly name: string }>();

  /** The value that `parent` receives for its part `child`. */
  checkGiven(parent: Node, child: Node, value: Value, report: Report): Value {
    this.#checkConsumer(parent, child, value, report);
    const filter = as(parent, 'FilterExpression');
    if (filter?.operand === child) {
      const name = filterName(filter.filter);
      if (TEXT_FILTERS.has(name)) checkText(value, report);
      return filterOperand(name, value);
    }
    if (as(parent, 'BinaryExpression')?.operator.value === '~') {
      checkText(value, report);
      return toText(value);
    }
    const loop = as(parent, 'For');
    const iterable = loop && (as(loop.iterable, 'SelectExpression')?.lhs ?? loop.iterable);
    if (iterable === child) {
      if (isUndefined(value)) return toValue([]);
      const text = stringValue(value);
      if (text !== null) return toValue(Array.from(text));
    }
    return value;
  }

  /** The result of an evaluation as it is in Python. */
  checkResult(evaluation: Evaluation, report: Report): Value {
    const { node, value } = evaluation;
    switch (node.type) {
      case 'FilterExpression':
        return this.#filter(evaluation, report);
      case 'TestExpression':
        return this.#test(evaluation, report);
      case 'BinaryExpression':
        return this.#operation(evaluation, report);
      case 'MemberExpression':
        this.#member(evaluation, report);
        return value;
      case 'CallExpression':
        this.#call(evaluation, report);
        return value;
      default:
        return value;
    }
  }

  #checkConsumer(parent: Node, child: Node, value: Value, report: Report): void {
    const iterator = this.#iterators.has(value);
    const markup = this.#markup.has(value);
    if (!iterator && !this.#views.has(value) && !markup) return;
    const filter = as(parent, 'FilterExpression');
    if (markup) {
      if (filter?.operand !== child || filterName(filter.filter) !== 'trim')
        report('different', t('Jinja2 escapes text that is joined to this. Apply "safe" and "tojson" last.'));
      return;
    }
    const name = filter?.operand === child ? filterName(filter.filter) : '';
    if (CONSUMERS.has(name) || as(parent, 'For') || as(parent, 'SelectExpression')?.lhs === child) return;
    if (as(parent, 'BinaryExpression')?.operator.value.endsWith('in')) return;
    if (!iterator && (as(parent, 'Set') ?? as(parent, 'If') ?? (name === 'length' || name === 'count')))
      return;
    report(
      'different',
      t('In Jinja2 this is not a list and can only be looped over. Put "| list" after it.'),
    );
  }

  #filter({ node, value, inside }: Evaluation, report: Report): Value {
    const filter = as(node, 'FilterExpression');
    if (!filter) return value;
    const operand = inside.get(filter.operand);
    const name = filterName(filter.filter);
    const rule = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
    if (!operand || !rule) return value;
    const difference = rule({ operand, result: value, ...argumentsOf(filter.filter, inside) });
    if (difference !== null) report('different', describeFilter(name, difference));
    if (name === 'list') return copyValue(value);
    if (LAZY_FILTERS.has(name)) {
      const made = copyValue(value);
      this.#iterators.add(made);
      return made;
    }
    if (name === 'safe' || name === 'tojson') {
      checkText(value, report);
      const text = printValue(value);
      if (text === null) return value;
      const made = toValue(text);
      this.#markup.add(made);
      return made;
    }
    return value;
  }

  /** Checks the result of a filter on the text of a block. */
  filterBlock(filter: Node, operand: string, value: Value, report: Report): void {
    const name = filterName(filter);
    const use = { operand: toValue(operand), result: value, args: [], keywords: new Map<string, Value>() };
    const plain = filter.type === 'Identifier' && Object.hasOwn(FILTERS, name);
    const difference = plain ? FILTERS[name]?.(use) : 'arguments';
    if (difference) report('different', describeFilter(name, difference));
  }

  #test({ node, value, inside }: Evaluation, report: Report): Value {
    const test = as(node, 'TestExpression');
    const name = as(test?.test, 'Identifier')?.value;
    const operand = test && inside.get(test.operand);
    const expected = operand && name !== undefined ? jinjaTest(name, operand) : undefined;
    if (expected === null)
      report('unsupported', t('PageTrace does not test a value of this kind as Jinja2 does.'));
    return typeof expected !== 'boolean' || !test ? value : toValue(expected !== test.negate);
  }

  #operation({ node, value, inside }: Evaluation, report: Report): Value {
    const operation = as(node, 'BinaryExpression');
    const left = operation && inside.get(operation.left);
    const right = operation && inside.get(operation.right);
    if (!operation || !left || !right) return value;
    const operator = operation.operator.value;
    switch (operator) {
      case '==':
      case '!=': {
        const equal = pythonEquals(left, right);
        if (equal !== null) return toValue(equal === (operator === '=='));
        report('unsupported', t('PageTrace does not compare values of these kinds as Jinja2 does.'));
        return value;
      }
      case 'in':
      case 'not in': {
        const items = listItems(right);
        if (!items) return value;
        const equal = items.map((item) => pythonEquals(left, item));
        if (equal.includes(true)) return toValue(operator === 'in');
        if (equal.includes(null))
          report('unsupported', t('PageTrace does not compare values of these kinds as Jinja2 does.'));
        return toValue(operator === 'not in');
      }
      case '+':
        if (left.type !== right.type && (numberValue(left) === null || numberValue(right) === null))
          report('fails', t('Jinja2 cannot add values of different kinds. Join them with ~.'));
        return value;
      case '/':
      case '//':
      case '%':
        if (numberValue(right) === 0) report('fails', t('Jinja2 stops here: this divides by zero.'));
        else if (operator === '//' && value.type === 'FloatValue')
          report('different', t('Python rounds this division differently. Divide whole numbers.'));
        else if (
          operator === '%' &&
          (value.type === 'FloatValue' || (numberValue(left) ?? 0) < 0 || (numberValue(right) ?? 0) < 0)
        )
          report(
            'different',
            t(
              'In Python the result has the sign of the right side. Use whole numbers that are not below zero.',
            ),
          );
        return value;
      case '**':
        if (value.type === 'FloatValue' && !Number.isInteger((numberValue(value) ?? 0) * 1024))
          report('different', t('Python may round this power differently.'));
        return value;
      default:
        return value;
    }
  }

  #member({ node, value, inside }: Evaluation, report: Report): void {
    const member = as(node, 'MemberExpression');
    const object = member && inside.get(member.object);
    if (!member || !object) return;
    const key = member.computed ? inside.get(member.property) : undefined;
    const name = member.computed ? stringValue(key) : (as(member.property, 'Identifier')?.value ?? null);
    if (isUndefined(object)) {
      report('fails', t('Jinja2 stops here: the name before the dot or bracket has no value.'));
      return;
    }
    if (object.type === 'FunctionValue')
      report('unsupported', t('PageTrace does not read attributes of a function or macro.'));
    if (member.property.type === 'SliceExpression') {
      const { start, stop, step } = as(member.property, 'SliceExpression') ?? {};
      const bounds = [start, stop, step].map((bound) => bound && inside.get(bound));
      if (bounds.some((bound) => bound && isUndefined(bound)))
        report('fails', t('Jinja2 stops here: a name in the brackets has no value.'));
      if (bounds[2] && numberValue(bounds[2]) === 0)
        report('fails', t('Jinja2 stops here: the step of a slice is 0.'));
    } else if (name === null && hasAstral(stringValue(object) ?? '')) {
      report('different', t('Python counts the characters of this text differently.'));
    }
    if (name === null) return;
    const entries = dictionaryEntries(object);
    const methods = entries ? DICTIONARY_METHODS : STRING_METHODS;
    if (value.type === 'FunctionValue' && !entries?.has(name) && Object.hasOwn(methods, name)) {
      this.#methods.set(value, { object, name });
    } else if (entries?.has(name)) {
      if (!member.computed && hasPythonAttribute(object, name))
        report(
          'different',
          t('Jinja2 reads "{0}" here as a method of Python dictionaries. Write the key in brackets.', name),
        );
    } else if (hasPythonAttribute(object, name)) {
      report('unsupported', t('PageTrace does not support Python\'s "{0}" for this value.', name));
    } else if (!isUndefined(value) && object.type !== 'NamespaceValue') {
      report('different', t('In Python this value has no "{0}".', name));
    }
  }

  #call({ node, value, inside }: Evaluation, report: Report): void {
    const call = as(node, 'CallExpression');
    const callee = call && inside.get(call.callee);
    const method = callee && this.#methods.get(callee);
    if (!call) return;
    if (as(call.callee, 'Identifier')?.value === 'range') this.#views.add(value);
    if (!method) return;
    const rules = dictionaryEntries(method.object) ? DICTIONARY_METHODS : STRING_METHODS;
    const use = { operand: method.object, result: value, ...argumentsOf(node, inside) };
    const difference = rules[method.name]?.(use) ?? null;
    if (difference !== null) report('different', describeMethod(method.name, difference));
    if (rules === DICTIONARY_METHODS && method.name !== 'get') this.#views.add(value);
  }
}

interface Arguments {
  readonly args: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
}

/** Reports a value whose text is needed and that Python prints in a form of its own. */
export function checkText(value: Value, report: Report): void {
  if (printValue(value) === null) {
    report(
      'different',
      t(
        'Jinja2 prints this value in Python notation, which PageTrace does not support. Print its parts one by one.',
      ),
    );
  }
}

/** The positional and keyword arguments of a call. */
function argumentsOf(call: Node, inside: ReadonlyMap<Node, Value>): Arguments {
  const args: Value[] = [];
  const keywords = new Map<string, Value>();
  for (const argument of as(call, 'CallExpression')?.args ?? []) {
    const named = as(argument, 'KeywordArgumentExpression');
    const value = inside.get(named ? named.value : argument);
    const key = as(named?.key, 'Identifier')?.value;
    if (!value) keywords.set('*', toValue(null));
    else if (key === undefined) args.push(value);
    else keywords.set(key, value);
  }
  return { args, keywords };
}

/** A new list with the same items; other values unchanged. */
function copyValue(value: Value): Value {
  const items = listItems(value);
  if (!items) return value;
  const copy = toValue([]);
  (copy.value as Value[]).push(...items);
  return copy;
}
