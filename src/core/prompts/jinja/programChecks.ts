import { t } from '@vscode/l10n';
import { as, children, type Node, type Program } from './ast.ts';
import { filterName, TEXT_FILTERS } from './filters.ts';
import type { FindingList } from './findings.ts';
import type { Tag } from './tokens.ts';

const CONSTANTS = new Set(['true', 'false', 'none', 'True', 'False', 'None']);
/**
 * Finds constructs that the library parses differently from Jinja2's parser, or that Jinja2's compiler scopes
 * differently.
 */
export function checkProgram(program: Program, tags: ReadonlyMap<Node, Tag>, findings: FindingList): void {
  const local = findLocalNames(program);
  const silent = new Set<string>();
  for (const node of program.body) {
    const macro = as(node, 'Macro');
    if (macro && !findReadNames(macro.body).has('caller'))
      targetNames(macro.name).forEach((name) => silent.add(name));
  }
  const walk = (node: Node, place: Tag | null, blocks: readonly string[]): void => {
    const tag = tags.get(node) ?? place;
    if (tag) checkNode(node, tag, blocks, local, findings);
    const callee = as(as(as(node, 'CallStatement')?.call, 'CallExpression')?.callee, 'Identifier')?.value;
    if (tag && callee !== undefined && silent.has(callee))
      findings.add(
        'fails',
        tag.span,
        t('Jinja2 stops here: the macro "{0}" does not use its caller.', callee),
      );
    const inside = ['For', 'Macro', 'Set', 'CallStatement', 'FilterStatement'].includes(node.type)
      ? [...blocks, node.type]
      : blocks;
    for (const child of children(node)) walk(child, tag, inside);
  };
  walk(program, null, []);
}

const COMPARISONS = new Set(['==', '!=', '<', '>', '<=', '>=', 'in', 'not in']);

function checkNode(
  node: Node,
  tag: Tag,
  blocks: readonly string[],
  local: ReadonlySet<string>,
  findings: FindingList,
): void {
  const operation = as(node, 'BinaryExpression');
  if (operation) {
    const left = as(operation.left, 'BinaryExpression')?.operator.value ?? '';
    if (COMPARISONS.has(operation.operator.value) && COMPARISONS.has(left))
      findings.add(
        'different',
        tag.span,
        t('Jinja2 compares each pair of neighbors in a chain of comparisons. Join them with "and".'),
      );
    if (operation.operator.value === '~' && (left === '+' || left === '-'))
      findings.add(
        'different',
        tag.span,
        t(
          'Jinja2 joins with ~ before it adds. Put parentheses around what belongs together, or use ~ alone.',
        ),
      );
  }
  const filtered = filterName(as(node, 'FilterStatement')?.filter);
  if (filtered !== '' && !TEXT_FILTERS.has(filtered) && filtered !== 'indent')
    findings.add(
      'fails',
      tag.span,
      t('Jinja2 prints a block only through a filter that returns text, and "{0}" does not.', filtered),
    );
  const loop = as(node, 'For');
  if (loop) checkLoop(node, tag, findings);
  const set = as(node, 'Set');
  const target = loop?.loopvar ?? set?.assignee;
  for (const name of targetNames(target)) {
    if (CONSTANTS.has(name) || (loop && name === 'loop'))
      findings.add('fails', tag.span, t('Jinja2 cannot assign to "{0}". Choose another name.', name));
    if (name === 'namespace')
      findings.add(
        'different',
        tag.span,
        t('A variable of this name hides namespace(). Choose another name.'),
      );
  }
  if (
    set &&
    blocks.some((block) => block === 'Set' || block === 'FilterStatement' || block === 'CallStatement')
  )
    findings.add(
      'different',
      tag.span,
      t(
        'In Jinja2 a variable that is set inside this block is not visible after it. Set it before the block.',
      ),
    );
  const macro = as(node, 'Macro');
  if (!macro) return;
  if (blocks.length > 0)
    findings.add(
      'different',
      tag.span,
      t(
        'In Jinja2 a macro that is defined inside a block is visible only there. Define it at the top of the template.',
      ),
    );
  const parameters = new Set(macro.args.flatMap(parameterNames));
  for (const name of findReadNames(macro.body)) {
    if (local.has(name) && !parameters.has(name))
      findings.add(
        'different',
        tag.span,
        t('In Jinja2 this macro does not see "{0}" from where it is called. Pass it as an argument.', name),
      );
  }
}

function checkLoop(node: Node, tag: Tag, findings: FindingList): void {
  const loop = as(node, 'For');
  if (!loop) return;
  const after = tag.tokens.findIndex(({ token }) => token.type === 'Identifier' && token.value === 'in');
  const parenthesised = tag.tokens[after + 1]?.token.type === 'OpenParen';
  if (loop.iterable.type === 'Ternary' && !parenthesised)
    findings.add(
      'fails',
      tag.span,
      t('Jinja2 reads the "if" here as a filter of the loop. Put parentheses around the whole expression.'),
    );
  if (
    loop.iterable.type === 'SelectExpression' &&
    parenthesised &&
    tag.tokens.at(-1)?.token.type === 'CloseParen'
  )
    findings.add(
      'different',
      tag.span,
      t(
        'Jinja2 reads this as a conditional expression and not as a filter of the loop. Remove the parentheses.',
      ),
    );
}

/** The names that the target of an assignment or a loop binds. */
export function targetNames(target: Node | undefined): readonly string[] {
  const name = as(target, 'Identifier')?.value;
  if (name !== undefined) return [name];
  return as(target, 'TupleLiteral')?.value.flatMap(targetNames) ?? [];
}

function parameterNames(parameter: Node): readonly string[] {
  const named = as(parameter, 'KeywordArgumentExpression');
  return targetNames(named ? named.key : parameter);
}

/**
 * Names that are defined only inside a loop, a macro, or a block: a macro in Jinja2 does not see those of its caller.
 */
function findLocalNames(program: Program): ReadonlySet<string> {
  const names = new Set<string>(['loop']);
  const walk = (node: Node, inside: boolean): void => {
    const loop = as(node, 'For');
    const macro = as(node, 'Macro');
    const call = as(node, 'CallStatement');
    const set = as(node, 'Set');
    if (loop) targetNames(loop.loopvar).forEach((name) => names.add(name));
    for (const parameter of macro?.args ?? call?.callerArgs ?? [])
      parameterNames(parameter).forEach((name) => names.add(name));
    if (set && inside) targetNames(set.assignee).forEach((name) => names.add(name));
    for (const child of children(node))
      walk(child, inside || loop !== null || macro !== null || call !== null);
  };
  walk(program, false);
  return names;
}

/** Names that `nodes` read but do not bind themselves. */
function findReadNames(nodes: readonly Node[]): ReadonlySet<string> {
  const read = new Set<string>();
  const walk = (node: Node, bound: ReadonlySet<string>): void => {
    const name = as(node, 'Identifier')?.value;
    if (name !== undefined && !bound.has(name)) read.add(name);
    const loop = as(node, 'For');
    const inner = loop ? new Set([...bound, 'loop', ...targetNames(loop.loopvar)]) : bound;
    const member = as(node, 'MemberExpression');
    const filter = as(node, 'FilterExpression');
    const test = as(node, 'TestExpression');
    const keyword = as(node, 'KeywordArgumentExpression');
    if (member) {
      walk(member.object, inner);
      if (member.computed) walk(member.property, inner);
    } else if (filter) {
      walk(filter.operand, inner);
      as(filter.filter, 'CallExpression')?.args.forEach((argument) => {
        walk(argument, inner);
      });
    } else if (test) walk(test.operand, inner);
    else if (keyword) walk(keyword.value, inner);
    else for (const child of children(node)) walk(child, inner);
  };
  const own = new Set(nodes.flatMap((node) => targetNames(as(node, 'Set')?.assignee)));
  for (const node of nodes) walk(node, own);
  return read;
}
