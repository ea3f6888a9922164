import type { FromInspector } from '../../../src/protocol/inspector.ts';
import type { FrameClock } from '../../shared/clock.ts';
import type { Engine } from './engine.ts';
import type { UiState } from './uiState.ts';

/** What the inspector's state is made with. */
export interface ModelOptions {
  readonly engine: Engine;
  readonly clock: FrameClock;
  readonly post: (message: FromInspector) => void;
  readonly ui?: UiState;
  readonly keep?: (ui: UiState) => void;
  /** How long to wait for a further selection before one is sent, in milliseconds. */
  readonly selectDelay?: number;
}
