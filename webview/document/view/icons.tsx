import type { JSX } from 'preact';

/** Line drawings of 16 by 16 pixels in the color of the text; the control around each one says what it does. */
const paths = {
  sidebar: 'M2.5 2.5h11v11h-11zM6 2.5v11',
  minus: 'M3.5 8h9',
  plus: 'M3.5 8h9M8 3.5v9',
  find: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.4 10.4l3.6 3.6',
  previous: 'M8 13V3.5M4 7l4-4 4 4',
  next: 'M8 3v9.5M4 9l4 4 4-4',
  close: 'M4 4l8 8M12 4l-8 8',
  warning: 'M8 2.5l6 11H2zM8 6.5v3.2M8 11.3v.9',
  check: 'M3.5 8.5l3 3 6-7',
  expanded: 'M4 6.5l4 4 4-4',
  collapsed: 'M6.5 4l4 4-4 4',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.4"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
