import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/*
 * The controls of every webview: the browser's own elements with the looks of VS Code's controls. A screen reader, the
 * keyboard, zoom, and forced colors work with them as everywhere, and hundreds of them are drawn at once.
 */

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
  readonly appearance?: 'primary' | 'secondary' | 'icon';
  readonly disabled?: boolean;
  /** Whether it does nothing for now, but keeps the focus. */
  readonly idle?: boolean;
  /** For a button of two states: whether it is on. */
  readonly pressed?: boolean;
  /** For a button that opens a menu: whether the menu is open. */
  readonly expanded?: boolean;
  /** What a screen reader says instead of the content. */
  readonly label?: string;
  readonly title?: string;
  readonly class?: string;
}

export function Button(props: ButtonProps): JSX.Element {
  const { appearance = 'secondary', expanded } = props;
  return (
    <button
      type="button"
      class={['button', appearance, props.class].filter(Boolean).join(' ')}
      disabled={props.disabled}
      aria-disabled={props.idle === true ? 'true' : undefined}
      title={props.title}
      aria-label={props.label}
      aria-pressed={props.pressed}
      aria-haspopup={expanded === undefined ? undefined : 'menu'}
      aria-expanded={expanded}
      onClick={() => {
        if (props.idle !== true) props.onClick();
      }}
    >
      {props.children}
    </button>
  );
}

export interface Choice {
  readonly value: string;
  readonly text: string;
}

export interface DropdownProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string) => void;
}

export function Dropdown(props: DropdownProps): JSX.Element {
  return (
    <span class="dropdown">
      <Select {...props} />
    </span>
  );
}

interface WordChoiceProps extends DropdownProps {
  readonly title?: string;
}

/** A dropdown inside a line of text: the chosen word, with a mark that there are others. */
export function WordChoice(props: WordChoiceProps): JSX.Element {
  return (
    <span class="word-choice">
      <Select {...props} />
    </span>
  );
}

function Select({ label, title, value: chosen, choices, onChange }: WordChoiceProps): JSX.Element {
  return (
    <select
      aria-label={label}
      title={title}
      value={chosen}
      onChange={(event) => {
        const { value } = event.currentTarget;
        if (value !== chosen) onChange(value);
      }}
    >
      {choices.map(({ value, text }) => (
        <option key={value} value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  );
}

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly class?: string;
  /** Called with the field's text at every keystroke. */
  readonly onInput?: (value: string) => void;
  /** Gets every key first; returns true if it handled the key. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
  /** Focuses the field and selects its text each time this number changes, but not at first if it is 0. */
  readonly focusRequest?: number;
  /** What a screen reader says after the label. */
  readonly invalid?: boolean;
  /** Called when the person is done: on Enter, and when the field loses the focus. */
  readonly onCommit: (value: string) => void;
}

export function TextField(props: TextFieldProps): JSX.Element {
  const element = useRef<HTMLInputElement | null>(null);
  const { value: given, focusRequest = 0 } = props;
  /** The field's text before the person typed. */
  const before = useRef(given);
  const isTyping = useRef(false);
  // A new value never overwrites what is being typed: it may be what was typed a moment ago, coming back from outside.
  useLayoutEffect(() => {
    if (element.current === null || isTyping.current) return;
    before.current = given;
    element.current.value = given;
  }, [given]);
  // The next key is meant for the field, so this does not wait until the field is drawn.
  useLayoutEffect(() => {
    if (focusRequest === 0) return;
    element.current?.focus();
    element.current?.select();
  }, [focusRequest]);
  const commit = (): void => {
    // A field that is removed while someone types in it fires one more event.
    if (element.current === null) return;
    const { value } = element.current;
    if (!isTyping.current && value === before.current) return;
    isTyping.current = false;
    if (value === before.current) element.current.value = given;
    else props.onCommit(value);
    before.current = element.current.value;
  };
  return (
    <input
      ref={element}
      type="text"
      class={['text-field', props.class].filter(Boolean).join(' ')}
      placeholder={props.placeholder}
      aria-label={props.label}
      aria-invalid={props.invalid === true ? 'true' : undefined}
      onChange={commit}
      // The browser reports no change if the text was typed and then restored.
      onFocusOut={commit}
      onInput={(event) => {
        isTyping.current = true;
        props.onInput?.(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (props.onKey?.(event) === true) return;
        if (event.key === 'Enter') commit();
      }}
    />
  );
}

export interface Tab {
  readonly id: string;
  readonly title: string;
  /** A count next to the title; not shown if it is null. */
  readonly count?: number | null;
  /** What a screen reader says instead of the title and count. */
  readonly label?: string;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly active: string;
  readonly onChange: (id: string) => void;
  /** Content of a tab; called only for the active one. */
  readonly render: (id: string) => ComponentChildren;
}

/** Tabs above the content of the active one. Arrows, Home, and End choose a tab. */
export function Tabs({ label, tabs, active, onChange, render }: TabsProps): JSX.Element {
  const root = useRef<HTMLDivElement | null>(null);
  const choose = (id: string): void => {
    if (id === active) return;
    // Where the whole page scrolls and the tabs stick to its top, the content of another tab starts below them.
    if ((root.current?.getBoundingClientRect().top ?? 0) < 0) root.current?.scrollIntoView();
    onChange(id);
  };
  const chooseByKey = (event: KeyboardEvent): void => {
    const next = target(
      event.key,
      tabs.findIndex(({ id }) => id === active),
      tabs.length,
    );
    const tab = next === null ? undefined : tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    root.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus();
    choose(tab.id);
  };
  return (
    <div ref={root} class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} onKeyDown={chooseByKey}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`tab-${tab.id}`}
            type="button"
            role="tab"
            class="tab"
            title={tab.label}
            aria-label={tab.label}
            aria-selected={tab.id === active}
            aria-controls="tab-panel"
            tabIndex={tab.id === active ? 0 : -1}
            onClick={() => {
              choose(tab.id);
            }}
          >
            {tab.title}
            {tab.count !== undefined && tab.count !== null && <b class="badge" data-count={tab.count} />}
          </button>
        ))}
      </div>
      <div id="tab-panel" class="tab-panel" role="tabpanel" aria-labelledby={`tab-${active}`}>
        {render(active)}
      </div>
    </div>
  );
}

/** Index of the tab that a key goes to from the tab at an index; null for any other key. */
function target(key: string, at: number, size: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % size;
    case 'ArrowLeft':
      return (at - 1 + size) % size;
    case 'Home':
      return 0;
    case 'End':
      return size - 1;
    default:
      return null;
  }
}

/** A ring that turns while something is in progress. It is decorative: the text next to it says what is in progress. */
export function ProgressRing(): JSX.Element {
  return <span class="progress-ring" aria-hidden="true" />;
}
