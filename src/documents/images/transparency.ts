/** Draws pixels with straight alpha on white, as four channels of which the last is then unused. */
export function onWhite(rgba: Uint8Array | Uint8ClampedArray): Uint8Array {
  const target = new Uint8Array(rgba.length);
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 255;
    const white = 255 * (255 - alpha);
    for (let channel = at; channel < at + 3; channel++) {
      target[channel] = Math.round(((rgba[channel] ?? 0) * alpha + white) / 255);
    }
    target[at + 3] = 255;
  }
  return target;
}
