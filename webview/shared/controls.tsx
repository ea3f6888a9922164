import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeDropdown,
  vsCodeOption,
  vsCodePanels,
  vsCodePanelTab,
  vsCodePanelView,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';
import { h, type ComponentChildren, type JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/*
 * The controls of every webview. This is the only module that uses the toolkit, so that another library can replace it
 * behind the same components. The toolkit reads the theme's variables from the body on its own.
 */

provideVSCodeDesignSystem().register(
  vsCodeButton(),
  vsCodeDropdown(),
  vsCodeOption(),
  vsCodePanels(),
  vsCodePanelTab(),
  vsCodePanelView(),
  vsCodeTextField(),
);

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
  readonly appearance?: 'primary' | 'secondary' | 'icon';
  readonly disabled?: boolean;
  /** For a button of two states: whether it is on. */
  readonly pressed?: boolean;
  /** What a screen reader says instead of the content. */
  readonly label?: string;
  readonly title?: string;
  readonly class?: string;
}

export function Button(props: ButtonProps): JSX.Element {
  const element = useRef<HTMLElement | null>(null);
  const { pressed } = props;
  // The toolkit does not pass this on to the button inside, which is the one that a screen reader announces.
  useEffect(() => {
    const inside = element.current?.shadowRoot?.querySelector('button');
    if (pressed !== undefined) inside?.setAttribute('aria-pressed', String(pressed));
  }, [pressed]);
  return h(
    'vscode-button',
    {
      ref: element,
      appearance: props.appearance ?? 'secondary',
      class: [props.class, props.pressed === true ? 'is-pressed' : undefined].filter(Boolean).join(' '),
      disabled: props.disabled === true,
      title: props.title,
      'aria-label': props.label,
      'aria-pressed': props.pressed,
      onClick: () => {
        if (props.disabled !== true) props.onClick();
      },
    },
    props.children,
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
  const element = useRef<(HTMLElement & { value: string }) | null>(null);
  // The toolkit's own value follows its options, which exist only after the first rendering.
  useEffect(() => {
    if (element.current !== null && element.current.value !== props.value)
      element.current.value = props.value;
  });
  return h(
    'vscode-dropdown',
    {
      ref: element,
      'aria-label': props.label,
      onChange: (event: Event) => {
        event.stopPropagation();
        const { value } = event.currentTarget as HTMLElement & { value: string };
        if (value !== props.value) props.onChange(value);
      },
    },
    props.choices.map(({ value, text }) =>
      h('vscode-option', { key: value, value, selected: value === props.value }, text),
    ),
  );
}

/** A dropdown inside a line of text: the chosen word, with a mark that there are others. */
export function WordChoice(props: DropdownProps & { readonly title?: string }): JSX.Element {
  return (
    <span class="word-choice">
      <select
        aria-label={props.label}
        title={props.title}
        value={props.value}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (value !== props.value) props.onChange(value);
        }}
      >
        {props.choices.map(({ value, text }) => (
          <option key={value} value={value} selected={value === props.value}>
            {text}
          </option>
        ))}
      </select>
    </span>
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
  const element = useRef<(HTMLElement & { value: string }) | null>(null);
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
    element.current?.shadowRoot?.querySelector('input')?.select();
  }, [focusRequest]);
  // The toolkit sets its own label, which overrides the given one.
  useEffect(() => {
    element.current?.setAttribute('aria-label', props.label);
  }, [props.label]);
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
  return h('vscode-text-field', {
    ref: element,
    class: props.class,
    placeholder: props.placeholder,
    'aria-invalid': props.invalid === true ? 'true' : undefined,
    onChange: (event: Event) => {
      event.stopPropagation();
      commit();
    },
    // The browser reports no change if the text was typed and then restored.
    onFocusOut: commit,
    onInput: () => {
      isTyping.current = true;
      props.onInput?.(element.current?.value ?? '');
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (props.onKey?.(event) === true) return;
      if (event.key === 'Enter') commit();
    },
  });
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

export function Tabs(props: TabsProps): JSX.Element {
  const element = useRef<HTMLElement | null>(null);
  // The toolkit takes a tab's label from its first content and does not update it.
  useEffect(() => {
    for (const tab of props.tabs)
      element.current?.querySelector(`#tab-${tab.id}`)?.setAttribute('aria-label', tab.label ?? tab.title);
  });
  return h(
    'vscode-panels',
    {
      ref: element,
      activeid: `tab-${props.active}`,
      'aria-label': props.label,
      onChange: (event: Event) => {
        if (event.target !== event.currentTarget) return;
        const { activeid } = event.currentTarget as HTMLElement & { activeid?: string };
        const id = activeid?.replace(/^tab-/, '');
        if (id !== undefined && id !== props.active) props.onChange(id);
      },
    },
    props.tabs.map((tab) =>
      h(
        'vscode-panel-tab',
        { key: `tab-${tab.id}`, id: `tab-${tab.id}`, title: tab.label },
        tab.title,
        tab.count === undefined || tab.count === null
          ? null
          : h('b', { class: 'badge', 'data-count': tab.count }),
      ),
    ),
    props.tabs.map((tab) =>
      h(
        'vscode-panel-view',
        { key: `view-${tab.id}`, id: `view-${tab.id}` },
        tab.id === props.active ? props.render(tab.id) : null,
      ),
    ),
  );
}

/** A ring that turns while something is in progress. It is decorative: the text next to it says what is in progress. */
export function ProgressRing(): JSX.Element {
  return <span class="progress-ring" aria-hidden="true" />;
}
