import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { OfferedCompletion, OfferedCompletions } from '../../../src/core/filter/offeredCompletions.ts';
import type { RunModel } from '../model/runModel.ts';

/** What can stand where the caret is, and what its keys do. */
export interface Completions {
  readonly items: readonly OfferedCompletion[];
  /** The index of the one that Enter takes; -1 if none is chosen. */
  readonly active: number;
  /** Asks what can stand there; unless the person wants to know, only where a word or a value is begun. */
  ask(isWanted: boolean): void;
  close(): void;
  take(index: number): void;
  /** Returns true if it handled the key. */
  onKey(event: KeyboardEvent): boolean;
}

const NONE: OfferedCompletions = { start: 0, end: 0, items: [] };

/** Completions of the filter in an input. */
export function useCompletions(model: RunModel, input: RefObject<HTMLInputElement | null>): Completions {
  const [offered, setOffered] = useState(NONE);
  const [active, setActive] = useState(-1);
  const asking = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      asking.current?.abort();
    },
    [],
  );
  return useMemo((): Completions => {
    const { items } = offered;
    const close = (): void => {
      asking.current?.abort();
      setOffered(NONE);
      setActive(-1);
    };
    const ask = (isWanted: boolean): void => {
      const element = input.current;
      if (element === null) return;
      asking.current?.abort();
      const controller = new AbortController();
      asking.current = controller;
      const { value, selectionStart } = element;
      model.complete(value, selectionStart ?? value.length, controller.signal).then(
        (found) => {
          if (controller.signal.aborted || element.value !== value) return;
          setOffered(isWritten(value, found) || !(isWanted || isBegun(value, found)) ? NONE : found);
          // What the person has chosen while the answer was on its way stays chosen.
          setActive((chosen) => found.items.findIndex(({ insert }) => insert === items[chosen]?.insert));
        },
        // A filter can be written without completions.
        () => undefined,
      );
    };
    const take = (index: number): void => {
      const element = input.current;
      const item = items[index];
      if (element === null || item === undefined) return;
      const { value } = element;
      const text = value.slice(0, offered.start) + item.insert + value.slice(offered.end);
      const caret = offered.start + item.insert.length;
      element.value = text;
      element.setSelectionRange(caret, caret);
      model.write(text);
      close();
      if (item.kind !== 'value') ask(true);
    };
    const onKey = (event: KeyboardEvent): boolean => {
      const { key } = event;
      if (key === ' ' && event.ctrlKey) ask(true);
      else if (items.length === 0) {
        // An answer that is still on its way would open the list again.
        if (key === 'Escape') close();
        return false;
      } else if (key === 'ArrowDown') setActive((active + 1) % items.length);
      else if (key === 'ArrowUp') setActive(active <= 0 ? items.length - 1 : active - 1);
      else if (key === 'Escape') close();
      else if ((key === 'Enter' || key === 'Tab') && active !== -1) take(active);
      else return false;
      event.preventDefault();
      return true;
    };
    return { items, active, ask, close, take, onKey };
  }, [model, offered, active]);
}

/** Whether there is a part of a word before the caret, or a sign that a value follows. */
const isBegun = (text: string, { start, end }: OfferedCompletions): boolean =>
  start < end || /[:=<>]\s*$/.test(text.slice(0, start));

/** Whether the only completion is what is there already. */
const isWritten = (text: string, { start, end, items }: OfferedCompletions): boolean =>
  items.length === 1 && items[0]?.insert === text.slice(start, end);
