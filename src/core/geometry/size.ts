/** Width and height; the place of use says in which unit. */
export interface Size {
  readonly width: number;
  readonly height: number;
}
