import { parse, type Interpreter, type tokenize } from '@huggingface/jinja';

/** A token of the library's lexer, which does not record its place. */
export type Token = Pick<ReturnType<typeof tokenize>[number], 'type' | 'value'>;
/** The library's tree of a template. */
export type Program = ReturnType<typeof parse>;
/** A node of that tree: a statement or an expression. */
export type Node = NonNullable<Parameters<Interpreter['evaluate']>[0]>;
/** A value while a template is rendered. */
export type Value = ReturnType<Interpreter['evaluate']>;

interface Fields {
  readonly body: readonly Node[];
  readonly alternate: readonly Node[];
  readonly defaultBlock: readonly Node[];
  readonly loopvar: Node;
  readonly iterable: Node;
  readonly test: Node;
  readonly assignee: Node;
  readonly name: Node;
  readonly args: readonly Node[];
  readonly callerArgs: readonly Node[] | null;
  readonly callee: Node;
  readonly object: Node;
  readonly property: Node;
  readonly computed: boolean;
  readonly operator: Token;
  readonly left: Node;
  readonly right: Node;
  readonly operand: Node;
  readonly filter: Node;
  readonly argument: Node;
  readonly key: Node;
  readonly value: unknown;
}

type View<K extends keyof Fields> = Pick<Fields, K>;

/** The fields of the kinds of nodes that are inspected; other kinds are only walked through. */
interface Nodes {
  readonly Program: View<'body'>;
  readonly If: View<'test' | 'body' | 'alternate'>;
  readonly For: View<'loopvar' | 'iterable' | 'body' | 'defaultBlock'>;
  readonly Set: View<'assignee' | 'body'> & { readonly value: Node | null };
  readonly Macro: View<'name' | 'args' | 'body'>;
  readonly CallStatement: View<'callerArgs' | 'body'> & { readonly call: Node };
  readonly FilterStatement: View<'filter' | 'body'>;
  readonly CallExpression: View<'callee' | 'args'>;
  readonly MemberExpression: View<'object' | 'property' | 'computed'>;
  readonly BinaryExpression: View<'operator' | 'left' | 'right'>;
  readonly FilterExpression: View<'operand' | 'filter'>;
  readonly TestExpression: View<'operand' | 'test'> & { readonly negate: boolean };
  readonly SliceExpression: Readonly<Record<'start' | 'stop' | 'step', Node | undefined>>;
  readonly SelectExpression: View<'test'> & { readonly lhs: Node };
  readonly UnaryExpression: View<'operator' | 'argument'>;
  readonly SpreadExpression: View<'argument'>;
  readonly KeywordSpreadExpression: View<'argument'>;
  readonly KeywordArgumentExpression: View<'key'> & { readonly value: Node };
  readonly Identifier: { readonly value: string };
  readonly StringLiteral: { readonly value: string };
  readonly TupleLiteral: { readonly value: readonly Node[] };
}

/** `node` as the kind with the given `type`; null if it has another type. */
export function as<K extends keyof Nodes>(node: Node | null | undefined, type: K): (Node & Nodes[K]) | null {
  return node?.type === type ? (node as Node & Nodes[K]) : null;
}

/** The nodes directly inside `node`, in the order in which the library keeps them. */
export function children(node: Node): readonly Node[] {
  const inside: Node[] = [];
  const gather = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(gather);
    else if (value instanceof Map) {
      for (const [key, held] of value) {
        gather(key);
        gather(held);
      }
    } else if (isNode(value)) inside.push(value);
  };
  Object.values(node).forEach(gather);
  return inside;
}

// The base class of all nodes, which the library does not export. It distinguishes a node from a token of the same
// type.
const BASE: unknown = Object.getPrototypeOf(parse([]).constructor);

function isNode(value: unknown): value is Node {
  return typeof BASE === 'function' && value instanceof BASE;
}
