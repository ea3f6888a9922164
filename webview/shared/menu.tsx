import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from './controls.tsx';

export interface MenuItem {
  readonly id: string;
  readonly text: string;
  readonly disabled?: boolean;
}

interface MenuProps {
  readonly text: string;
  readonly items: readonly MenuItem[];
  readonly onChoose: (id: string) => void;
}

/** A button that opens a menu above it. Arrows, Home, End, a letter, Enter, and Escape work in the menu. */
export function Menu(props: MenuProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement | null>(null);
  const items = (): HTMLButtonElement[] => [
    ...(root.current?.querySelectorAll<HTMLButtonElement>('[role=menuitem]') ?? []),
  ];
  const close = (refocus: boolean): void => {
    setOpen(false);
    if (refocus) root.current?.querySelector<HTMLElement>('.menu-button')?.focus();
  };
  // This is a layout effect, so that the next key already goes to the menu.
  useLayoutEffect(() => {
    if (!open) return undefined;
    items()[0]?.focus();
    const outside = (event: Event): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) !== true) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
    };
  }, [open]);
  const move = (event: KeyboardEvent): void => {
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const next = target(event.key, at, all);
    if (event.key === 'Escape') close(true);
    else if (event.key === 'Tab') setOpen(false);
    else if (next !== null) next.focus();
    else return;
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu" ref={root}>
      <Button
        class="menu-button"
        expanded={open}
        onClick={() => {
          setOpen(!open);
        }}
      >
        {props.text}
      </Button>
      {open && (
        <div class="menu-list" role="menu" aria-label={props.text} onKeyDown={move}>
          {props.items.map((item) => (
            <button
              key={item.id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-disabled={item.disabled === true}
              onClick={() => {
                if (item.disabled === true) return;
                close(true);
                props.onChoose(item.id);
              }}
            >
              {item.text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function target(key: string, at: number, items: readonly HTMLButtonElement[]): HTMLButtonElement | null {
  const size = items.length;
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % size] ?? null;
    case 'ArrowUp':
      return items[(at - 1 + size) % size] ?? null;
    case 'Home':
      return items[0] ?? null;
    case 'End':
      return items[size - 1] ?? null;
    default: {
      if (key.length !== 1) return null;
      const turned = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      return turned.find((item) => item.textContent.toLowerCase().startsWith(key.toLowerCase())) ?? null;
    }
  }
}
