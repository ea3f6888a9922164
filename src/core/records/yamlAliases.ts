import { t } from '@vscode/l10n';
import { isScalar, Scalar, visit, type Alias, type Document, type Node } from 'yaml';

/** The most characters that aliases of texts may add to a document, so that a short one cannot become huge. */
const MOST_CHARACTERS = 1_000_000;

/** Replaces aliases of texts, numbers and other scalars with what they stand for. They keep their places. */
export function resolveScalars(document: Document): void {
  const anchored = new Map<string, Node>();
  let left = MOST_CHARACTERS;
  visit(document, {
    Value: (_, node) => {
      if (node.anchor !== undefined) anchored.set(node.anchor, node);
    },
    Alias: (_, alias) => {
      const target = anchored.get(alias.source);
      if (!isScalar(target)) return undefined;
      left -= typeof target.value === 'string' ? target.value.length : 0;
      if (left < 0) return visit.BREAK;
      const scalar = new Scalar(target.value);
      scalar.range = alias.range ?? null;
      return scalar;
    },
  });
}

/** An alias that `resolveScalars` left, and why it cannot be used. */
export interface UnreadAlias {
  readonly alias: Alias;
  readonly message: string;
}

/** The first alias in a value that `resolveScalars` left; null if there is none. */
export function unreadAlias(document: Document, value: Node): UnreadAlias | null {
  let found: Alias | null = null;
  visit(value, {
    Alias: (_, alias) => {
      found = alias;
      return visit.BREAK;
    },
  });
  const alias = found as Alias | null;
  if (alias === null) return null;
  const target = alias.resolve(document);
  const message =
    target === undefined
      ? t('the alias *{0} has no anchor before it', alias.source)
      : isScalar(target)
        ? t('the aliases of this text make it too long')
        : t(
            'the alias *{0} stands for a list or for keys with values; write them here instead',
            alias.source,
          );
  return { alias, message };
}

/**
 * Prepares a document for the change or the removal of `value`: the first alias of each anchor in it becomes a copy of
 * what it stands for, with the anchor if further aliases need it.
 */
export function moveAnchors(document: Document, value: Node): void {
  const anchored = new Map<string, Node>();
  const leaving = new Set<Node>();
  const unused = new Set<Node>();
  visit(document, {
    Value: (_, node, path) => {
      if (node.anchor === undefined) return;
      anchored.set(node.anchor, node);
      if (node === value || path.includes(value)) leaving.add(node);
    },
    Alias: (_, alias, path) => {
      const target = anchored.get(alias.source);
      if (target === undefined || path.includes(value)) return undefined;
      unused.delete(target);
      if (!leaving.has(target)) return undefined;
      const copy = target.clone() as Node;
      copy.comment = copy.commentBefore = null;
      unused.add(copy);
      return copy;
    },
  });
  for (const copy of unused) if ('anchor' in copy) delete copy.anchor;
  if ('anchor' in value) delete value.anchor;
}
