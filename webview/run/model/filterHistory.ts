/** The most filters that are remembered. */
const MOST = 50;

/** Earlier filters, the last one first, and where the person is among them. */
export class FilterHistory {
  #entries: readonly string[] = [];
  /** -1: at what the person is writing. */
  #at = -1;
  #draft = '';

  /** Takes the filters that others remember; those of this view come first. */
  merge(entries: readonly string[]): void {
    this.#entries = [...new Set([...this.#entries, ...entries])].slice(0, MOST);
  }

  /** Remembers a filter, and leaves the history. */
  add(text: string): void {
    this.#at = -1;
    if (text.trim() === '') return;
    this.#entries = [text, ...this.#entries.filter((entry) => entry !== text)].slice(0, MOST);
  }

  /** The filter before the one that is shown; null if there is none. */
  earlier(shown: string): string | null {
    if (this.#at === -1) this.#draft = shown;
    const next = this.#entries.findIndex((entry, index) => index > this.#at && entry !== shown);
    if (next === -1) return null;
    this.#at = next;
    return this.#entries[next] ?? null;
  }

  /** The filter after the one that is shown, at last what the person was writing; null if there is none. */
  later(): string | null {
    if (this.#at === -1) return null;
    this.#at -= 1;
    return this.#at === -1 ? this.#draft : (this.#entries[this.#at] ?? null);
  }

  /** The person writes: the history begins at its end again. */
  leave(): void {
    this.#at = -1;
  }
}
