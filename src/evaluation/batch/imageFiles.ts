import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RequestImage } from '../../inference/model.ts';
import { replaceFile } from '../../documents/replaceFile.ts';

/** Names of files that are known to be there, of those that were used last. */
const KNOWN = 10_000;

/**
 * Page images as files that are named by their content, so that a page is written once, however many questions are about
 * it.
 */
export class ImageFiles {
  readonly #folder: string;
  readonly #root: string;
  /** By the bytes, which questions about the same page share. */
  readonly #names = new WeakMap<Uint8Array, string>();
  readonly #known = new Set<string>();

  /** @param root the folder on the machine that reads the images */
  constructor(folder: string, root: string) {
    this.#folder = folder;
    this.#root = root;
  }

  /**
   * Writes an image unless it is there, and returns its address on the machine that reads it.
   * @throws PageTraceError `file-unwritable`
   */
  async urlOf(image: RequestImage): Promise<string> {
    const name = this.#nameOf(image);
    if (!this.#known.has(name)) {
      const file = path.join(this.#folder, name);
      const there = await fs.stat(file).catch(() => null);
      if (there?.size !== image.bytes.length) await replaceFile(file, image.bytes);
      this.#known.add(name);
      const [oldest] = this.#known;
      if (this.#known.size > KNOWN && oldest !== undefined) this.#known.delete(oldest);
    }
    return fileUrl(this.#root, name);
  }

  #nameOf({ bytes, mediaType }: RequestImage): string {
    let name = this.#names.get(bytes);
    if (name === undefined) {
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      this.#names.set(bytes, (name = `${hash}.${mediaType === 'image/png' ? 'png' : 'jpg'}`));
    }
    return name;
  }
}

/** The address of a file in a folder, which may be one of another machine, with another kind of paths. */
function fileUrl(root: string, name: string): string {
  const isWindows = /^[A-Za-z]:[\\/]|^\\\\/.test(root);
  const folder = pathToFileURL(`${root.replace(/[\\/]$/, '')}${isWindows ? '\\' : '/'}`, {
    windows: isWindows,
  });
  return new URL(name, folder).href;
}
