import type { ProtocolName } from '../core/prompts/protocolNames.ts';
import type { Protocol } from './model.ts';
import { MM_SEARCH_RULES, mmSearchR1 } from './mmSearchR1.ts';
import { PIXEL_RULES, pixelReasoner } from './pixelReasoner.ts';
import { toolCuration } from './toolCuration.ts';
import { REFINER_EVALUATION, REFINER_ROLLOUT, vgRefiner } from './vgRefiner.ts';
import { VISDOM_RULES, visdom } from './visdom.ts';
import { VRAG_DEMO, VRAG_TRAINING, vragRl } from './vragRl.ts';

const PROTOCOLS: Readonly<Record<ProtocolName, Protocol>> = {
  'vg-refiner': vgRefiner(REFINER_ROLLOUT),
  'vg-refiner-evaluation': vgRefiner(REFINER_EVALUATION),
  'vrag-rl': vragRl(VRAG_DEMO),
  'vrag-rl-training': vragRl(VRAG_TRAINING),
  'pixel-reasoner': pixelReasoner(PIXEL_RULES),
  'mm-search-r1': mmSearchR1(MM_SEARCH_RULES),
  visdom: visdom(VISDOM_RULES),
  'tool-curation': toolCuration,
};

/** The rules of a protocol. */
export const protocolOf = (name: ProtocolName): Protocol => PROTOCOLS[name];
