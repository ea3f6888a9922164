import { t } from '@vscode/l10n';
import {
  createElement,
  Fragment,
  options,
  type ComponentChild,
  type ComponentChildren,
  type VNode,
} from 'preact';
import { characterCode, hiddenSpans, visibleText } from '../../src/core/visibleText.ts';

/** The class of a mark. */
const MARK = 'hidden-characters';

/** Attributes that a person reads or hears. They cannot have marks. */
const ATTRIBUTES = ['title', 'aria-label', 'alt', 'placeholder'] as const;

/**
 * The most marks in a text. Texts with offsets are drawn in pieces of fewer characters; a longer one, such as a question,
 * could otherwise take seconds to draw.
 */
const MOST_MARKS = 10_000;

/** The most characters that the name of a mark lists. */
const MOST_LISTED = 16;

/**
 * Makes hidden characters visible in everything that this page draws from now on, whatever component draws it. In text,
 * a mark with their codes stands around them; the text itself stays as it is, so that offsets, selections and copies are
 * those of the true text. Attributes and the choices of a dropdown have no place for marks; see `visibleText`.
 */
export function showHiddenCharacters(): void {
  const before = { ...options };
  options.vnode = (vnode) => {
    if (typeof vnode.type === 'string' || vnode.type === Fragment) showIn(vnode);
    before.vnode?.(vnode);
  };
}

function showIn({ type, props }: VNode): void {
  const shown = props as { children?: ComponentChildren; class?: unknown } & Partial<
    Record<(typeof ATTRIBUTES)[number], unknown>
  >;
  if (shown.class === MARK) return;
  const children = type === 'option' ? escaped(shown.children) : marked(shown.children);
  if (children !== shown.children) shown.children = children;
  for (const name of ATTRIBUTES) {
    const value = shown[name];
    if (typeof value === 'string') shown[name] = visibleText(value);
  }
}

const escaped = (children: ComponentChildren): ComponentChildren =>
  typeof children === 'string' ? visibleText(children) : children;

const isList = (children: ComponentChildren): children is ComponentChild[] => Array.isArray(children);

/** `children` with marks in their texts; the same object if nothing is hidden. */
function marked(children: ComponentChildren): ComponentChildren {
  if (typeof children === 'string') return withMarks(children);
  if (!isList(children)) return children;
  const shown: ComponentChildren[] = children.map(marked);
  return shown.some((child, index) => child !== children[index]) ? shown : children;
}

function withMarks(text: string): ComponentChildren {
  const spans = hiddenSpans(text);
  if (spans.length === 0) return text;
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const { start, end } of spans.slice(0, MOST_MARKS)) {
    parts.push(text.slice(from, start), mark(text.slice(start, end)));
    from = end;
  }
  const rest = text.slice(from);
  parts.push(spans.length > MOST_MARKS ? visibleText(rest) : rest);
  return parts;
}

/** `U+202E`, or `U+E0061 ×12` for more than one, around the characters, which are not drawn. */
function mark(characters: string): ComponentChildren {
  const codes = Array.from(characters, characterCode);
  const listed = codes.slice(0, MOST_LISTED).join(' ');
  const label = t('Hidden characters: {0}', codes.length > MOST_LISTED ? `${listed} …` : listed);
  return createElement(
    'bdi',
    {
      class: MARK,
      role: 'img',
      title: label,
      'aria-label': label,
      'data-codes': codes.length === 1 ? codes[0] : `${codes[0] ?? ''} ×${codes.length}`,
    },
    characters,
  );
}
