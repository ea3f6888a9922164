import type { DialectName } from '../trajectory/model.ts';

/** The conversations of several turns that can be had, each with the dialect of its trajectories. */
const DIALECT_OF_PROTOCOL = {
  'vg-refiner': 'vg-refiner',
  'vg-refiner-evaluation': 'vg-refiner',
  'vrag-rl': 'vrag-rl',
  'vrag-rl-training': 'vrag-rl',
  'pixel-reasoner': 'pixel-reasoner',
  'mm-search-r1': 'mm-search-r1',
  visdom: 'visdom',
  'tool-curation': 'tool-curation',
} as const satisfies Readonly<Record<string, DialectName>>;

/** The name of a protocol. */
export type ProtocolName = keyof typeof DIALECT_OF_PROTOCOL;

/** Whether a text is the name of a protocol. */
export function isProtocolName(name: string): name is ProtocolName {
  return Object.hasOwn(DIALECT_OF_PROTOCOL, name);
}

/** The names of the protocols, in the order in which they are offered to a person. */
export const PROTOCOL_NAMES: readonly ProtocolName[] =
  Object.keys(DIALECT_OF_PROTOCOL).filter(isProtocolName);

/** The dialect of the trajectories of a protocol. */
export const dialectOfProtocol = (name: ProtocolName): DialectName => DIALECT_OF_PROTOCOL[name];
