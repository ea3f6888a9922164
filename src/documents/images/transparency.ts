/** Draws pixels with straight alpha on white, in place: of the four channels, the last is then unused. */
export function drawOnWhite(rgba: Uint8Array | Uint8ClampedArray): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 255;
    const white = 255 * (255 - alpha);
    for (let channel = at; channel < at + 3; channel++) {
      rgba[channel] = Math.round(((rgba[channel] ?? 0) * alpha + white) / 255);
    }
    rgba[at + 3] = 255;
  }
}
