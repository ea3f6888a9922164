/** The conversations that can be had. */
export const PROTOCOL_NAMES = [
  'vg-refiner',
  'vg-refiner-evaluation',
  'vrag-rl',
  'vrag-rl-training',
  'pixel-reasoner',
  'tool-curation',
] as const;

/** The name of a protocol. */
export type ProtocolName = (typeof PROTOCOL_NAMES)[number];
