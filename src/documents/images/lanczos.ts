import type { Size } from '../../core/geometry/size.ts';
import { readWasm } from '../wasmFiles.ts';
import { horizontalWindows, verticalWindows } from './lanczosWindows.ts';
import { type Raster, withoutPadding } from './raster.ts';

/** The functions of lanczos.wat, where their parameters are described. */
interface Passes {
  readonly memory: WebAssembly.Memory;
  widen(source: number, target: number, targetEnd: number): void;
  horizontal(
    ...parameters: [
      source: number,
      sourcePitch: number,
      rows: number,
      target: number,
      targetPitch: number,
      targetLength: number,
      windows: number,
      ranges: number,
      skips: number,
    ]
  ): void;
  vertical(
    ...parameters: [
      source: number,
      pitch: number,
      target: number,
      targetLength: number,
      rows: number,
      windows: number,
      ranges: number,
    ]
  ): void;
}

/** Source rows in the memory of WebAssembly. */
interface Block {
  readonly at: number;
  /** The bytes from one row to the next. */
  readonly pitch: number;
}

/** The bytes of a vector. Buffers begin at multiples of it, and are read and written up to one vector beyond their end. */
const VECTOR = 16;
const MEMORY_PAGE = 65_536;
/** Source rows are copied into the memory of WebAssembly in blocks of about this size, which fit a processor's cache. */
const BLOCK = 256 * 1024;
/** Memory of WebAssembly never shrinks, so an instance that has more than this is not kept. */
const KEPT = 64 * 1024 * 1024;

let module: WebAssembly.Module | null = null;
let instance: Passes | null = null;

/**
 * Resamples to `size` as Pillow's `Image.resize(size, Image.Resampling.LANCZOS)` does for RGB images, bit for bit: two
 * passes, each with weights of 22 fractional bits and rounded to 8 bits; a pass that would not change its side is left
 * out. The algorithm is that of Pillow's Resample.c, computed in WebAssembly. As in Pillow 13, the vertical pass comes
 * first if the height shrinks by more than twice as many pixels as the width; earlier releases always began with the
 * horizontal one, which can differ by one level in such images.
 */
export function resizeLanczos(source: Raster, size: Size): Raster {
  if (source.width === size.width && source.height === size.height) return withoutPadding(source);
  const shorter = source.height - size.height;
  const isVerticalFirst = shorter > 0 && shorter > (source.width - size.width) * 2;
  if (isVerticalFirst || source.width === size.width) {
    const rows = resizeVertically(withoutPadding(source), size.height);
    return source.width === size.width ? rows : resizeInOrder(rows, size);
  }
  return resizeInOrder(source, size);
}

/** Resamples horizontally, and then vertically if the height changes. */
function resizeInOrder(source: Raster, { width, height }: Size): Raster {
  const across = horizontalWindows(source.width, width);
  const down = source.height === height ? null : verticalWindows(source.height, height);
  const length = width * 3;
  const pitch = down === null ? length : roundUp(length);
  const sourcePitch = roundUp(source.width * 4);
  const blockRows = Math.min(source.height, Math.ceil(BLOCK / sourcePitch));
  const layout = new Layout();
  const acrossAt = layout.add(across.bytes.length);
  const downAt = layout.add(down?.bytes.length ?? 0);
  const ranges = layout.add(source.height * 8);
  const block: Block = { at: layout.add(blockRows * sourcePitch), pitch: sourcePitch };
  const row = layout.add(source.width * 3);
  // The vertical pass may read one row more, whose weights are 0.
  const rows = layout.add((source.height + 1) * pitch);
  const target = down === null ? rows : layout.add(length * height);
  const passes = start(layout.size);
  const memory = new Uint8Array(passes.memory.buffer);
  memory.set(across.bytes, acrossAt);
  for (let y = 0; y < source.height; y += blockRows) {
    const count = Math.min(blockRows, source.height - y);
    copyRows(source, y, count, block, row, passes, memory);
    const [to, range, skips] = [rows + y * pitch, ranges + y * 8, Number(across.keepsWhite)];
    passes.horizontal(block.at, sourcePitch, count, to, pitch, length, acrossAt, range, skips);
  }
  if (down !== null) {
    memory.set(down.bytes, downAt);
    if (!down.keepsWhite) setRanges(memory, ranges, source.height, length);
    passes.vertical(rows, pitch, target, length, height, downAt, ranges);
  }
  return { width, height, channels: 3, data: memory.slice(target, target + length * height) };
}

function resizeVertically({ width, height: sourceHeight, data }: Raster, height: number): Raster {
  const down = verticalWindows(sourceHeight, height);
  const length = width * 3;
  const layout = new Layout();
  const downAt = layout.add(down.bytes.length);
  const ranges = layout.add(sourceHeight * 8);
  const rows = layout.add((sourceHeight + 1) * length);
  const target = layout.add(length * height);
  const passes = start(layout.size);
  const memory = new Uint8Array(passes.memory.buffer);
  memory.set(down.bytes, downAt);
  memory.set(data, rows);
  setRanges(memory, ranges, sourceHeight, length);
  passes.vertical(rows, length, target, length, height, downAt, ranges);
  return { width, height, channels: 3, data: memory.slice(target, target + length * height) };
}

/** Copies rows as four-byte pixels to the beginning of a block. */
function copyRows(
  { width, channels, data }: Raster,
  first: number,
  count: number,
  { at, pitch }: Block,
  row: number,
  passes: Passes,
  memory: Uint8Array,
): void {
  const length = width * channels;
  for (let y = 0; y < count; y++) {
    const source = data.subarray((first + y) * length, (first + y + 1) * length);
    const target = at + y * pitch;
    memory.set(source, channels === 4 ? target : row);
    if (channels === 3) passes.widen(row, target, target + width * 4);
  }
}

/** Notes for every row that any of its bytes may not be white. */
function setRanges(memory: Uint8Array, at: number, rows: number, length: number): void {
  const ranges = new Int32Array(memory.buffer, at, rows * 2);
  for (let row = 0; row < rows; row++) ranges.set([0, length], row * 2);
}

function roundUp(length: number): number {
  return Math.ceil(length / VECTOR) * VECTOR;
}

/** Places buffers in memory, one after the other. */
class Layout {
  size = 0;

  /** The position of a new buffer. */
  add(length: number): number {
    const at = this.size;
    this.size = roundUp(at + length) + VECTOR;
    return at;
  }
}

/** The functions, with at least `bytes` of memory. */
function start(bytes: number): Passes {
  module ??= new WebAssembly.Module(readWasm('lanczos.wasm'));
  const passes = instance ?? (new WebAssembly.Instance(module).exports as Passes);
  const missing = bytes - passes.memory.buffer.byteLength;
  if (missing > 0) passes.memory.grow(Math.ceil(missing / MEMORY_PAGE));
  instance = passes.memory.buffer.byteLength <= KEPT ? passes : null;
  return passes;
}
