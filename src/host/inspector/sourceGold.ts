import { asPageTraceError } from '../../core/errors.ts';
import type { DrawnGoldBox } from '../../protocol/goldBoxes.ts';
import type { ToInspector } from '../../protocol/inspector.ts';
import type { NamedDocument } from '../grounding/groundingRoom.ts';
import type { KeptGoldBoxes } from './keptGoldBoxes.ts';
import type { TrajectorySourceDeps } from './sourceDeps.ts';

/** A source as its gold boxes need it. */
interface GoldSource {
  /** What the boxes are about: its question, or what else identifies it. */
  readonly about: () => string;
  /** Its documents as the record names them, with the URIs by which boxes are kept. */
  readonly named: () => readonly NamedDocument[];
  readonly send: (message: ToInspector) => void;
}

/** The gold boxes of a source: those that the person drew for its question before, and what they draw now. */
export class SourceGold {
  readonly #deps: Pick<TrajectorySourceDeps, 'goldBoxes' | 'log'>;
  readonly #source: GoldSource;
  #boxes: readonly DrawnGoldBox[] | null = null;
  /** What the boxes are about that were read or kept last. */
  #about: string | null = null;
  /** What boxes were read for last. */
  #asked: string | null = null;
  #stop: (() => void) | null = null;
  #isDisposed = false;

  constructor(deps: Pick<TrajectorySourceDeps, 'goldBoxes' | 'log'>, source: GoldSource) {
    this.#deps = deps;
    this.#source = source;
  }

  /** Null until they are read. */
  get boxes(): readonly DrawnGoldBox[] | null {
    return this.#boxes;
  }

  /** Reads the boxes that were kept, and sends them, unless that was done. A question that is reworded has its boxes still. */
  read(): void {
    const about = this.#source.about();
    if (about === this.#asked) return;
    this.#asked = about;
    void this.#find(about).then((boxes) => {
      const isOld = about !== this.#asked || about === this.#about;
      if (isOld || (boxes.length === 0 && this.#boxes !== null)) return;
      this.#about = about;
      this.#boxes = boxes;
      this.#source.send({ type: 'goldBoxes', boxes });
    });
  }

  /**
   * Keeps the boxes as the person has drawn them.
   * @throws PageTraceError if they cannot be kept
   */
  async set(boxes: readonly DrawnGoldBox[]): Promise<void> {
    const about = this.#source.about();
    // A question that was changed meanwhile has none of them yet.
    const known = about === this.#about ? (this.#boxes ?? []) : [];
    this.#about = about;
    this.#boxes = boxes;
    const uris = new Map(this.#source.named().map(({ document, uri }) => [document.path, uri.toString()]));
    const byUri = (box: DrawnGoldBox): DrawnGoldBox => ({
      ...box,
      document: uris.get(box.document) ?? box.document,
    });
    const kept = await this.#deps.goldBoxes();
    await kept.keep(about, known.map(byUri), boxes.map(byUri), this);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stop?.();
  }

  /** Reads the boxes again that another view of the same question has kept. */
  #listen(kept: KeptGoldBoxes): void {
    if (this.#isDisposed) return;
    this.#stop ??= kept.listen((question, by) => {
      if (by === this || question !== this.#about) return;
      void this.#find(question).then((boxes) => {
        const isSame = JSON.stringify(boxes) === JSON.stringify(this.#boxes);
        if (isSame || question !== this.#about || this.#isDisposed) return;
        this.#boxes = boxes;
        this.#source.send({ type: 'goldBoxes', boxes });
      });
    });
  }

  /** The boxes that were kept for the documents of the source; none if they cannot be read. */
  async #find(about: string): Promise<readonly DrawnGoldBox[]> {
    const paths = new Map(this.#source.named().map(({ document, uri }) => [uri.toString(), document.path]));
    try {
      const kept = await this.#deps.goldBoxes();
      this.#listen(kept);
      return (await kept.find(about)).flatMap((box) => {
        const document = paths.get(box.document);
        return document === undefined ? [] : [{ ...box, document }];
      });
    } catch (error) {
      this.#deps.log(asPageTraceError(error).message);
      return [];
    }
  }
}
