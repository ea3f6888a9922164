/** Width and height, in whichever unit the place says. */
export interface Size {
  readonly width: number;
  readonly height: number;
}
