import type { RequestImage } from './model.ts';

/** Blank PNG files of 1 bit a pixel: 56 x 56 and 512 x 512. */
const FILES = {
  small: 'iVBORw0KGgoAAAANSUhEUgAAADgAAAA4AQAAAACA/QazAAAAD0lEQVR4XmP4DwGj9NCkAb67hoieE80PAAAAAElFTkSuQmCC',
  large:
    'iVBORw0KGgoAAAANSUhEUgAAAgAAAAIAAQAAAADcA+lXAAAApElEQVR4Xu3MQQ0AMAgAsfk3PXIa+JFWQN9fEggiEEQgiEAQgSACQQSCCAQRCCIQRCCIQBCBIAJBBIIIBBEIIhBEIIhAEIEgAkEEgggEEQgiEEQgiEAQgSACQQSCCAQRCCIQRCCIQBCBIAJBBIIIBBEIIhBEIIhAEIEgAkEEgggEEQgiEEQgiEAQgSACQQSCCAQRCCIQRCCIQBCBIAJBBIIITgQDNvqHcqUVvQsAAAAASUVORK5CYII=',
} as const;

const SIDES = { small: 56, large: 512 } as const;

/**
 * A blank image that stands for a real one where a server counts tokens: small in bytes, and of two sizes that differ in
 * tokens in every family that is known.
 */
export function probeImage(size: 'small' | 'large'): RequestImage {
  const side = SIDES[size];
  return { bytes: Buffer.from(FILES[size], 'base64'), mediaType: 'image/png', width: side, height: side };
}
