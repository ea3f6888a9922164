/** The text that a file was unpacked to, for the threads that read it. */
export interface UnpackedPlace {
  readonly path: string;
  /** Whether each line has the place of its record before it. */
  readonly isPlaced: boolean;
}
