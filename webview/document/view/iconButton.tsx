import type { JSX } from 'preact';
import { Button, type ButtonProps } from '../../shared/controls.tsx';
import { Icon, type IconName } from './icons.tsx';

/** A button that shows an icon; its label is for screen readers. */
export function IconButton({
  icon,
  ...props
}: Omit<ButtonProps, 'appearance' | 'children'> & {
  readonly icon: IconName;
  readonly label: string;
}): JSX.Element {
  return (
    <Button appearance="icon" {...props}>
      <Icon name={icon} />
    </Button>
  );
}
