import type { Protocol } from './model.ts';
import { PROTOCOL_NAMES, type ProtocolName } from './names.ts';
import { PIXEL_RULES, pixelReasoner } from './pixelReasoner.ts';
import { toolCuration } from './toolCuration.ts';
import { REFINER_EVALUATION, REFINER_ROLLOUT, vgRefiner } from './vgRefiner.ts';
import { VRAG_DEMO, VRAG_TRAINING, vragRl } from './vragRl.ts';

const PROTOCOLS: Readonly<Record<ProtocolName, Protocol>> = {
  'vg-refiner': vgRefiner(REFINER_ROLLOUT),
  'vg-refiner-evaluation': vgRefiner(REFINER_EVALUATION),
  'vrag-rl': vragRl(VRAG_DEMO),
  'vrag-rl-training': vragRl(VRAG_TRAINING),
  'pixel-reasoner': pixelReasoner(PIXEL_RULES),
  'tool-curation': toolCuration,
};

/** The rules of a protocol. */
export const protocolOf = (name: ProtocolName): Protocol => PROTOCOLS[name];

/** Whether a text is the name of a protocol. */
export const isProtocol = (name: string): name is ProtocolName =>
  PROTOCOL_NAMES.some((each) => each === name);
