import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './IconButton.module.css';

type IconButtonProps = Omit<ComponentProps<'button'>, 'type' | 'children' | 'aria-label'> & {
  icon: ReactNode;
  /** Action of the button, for screen readers. */
  label: string;
  /** State of a toggle button. */
  isPressed?: boolean;
};

/** An icon button with a target of 44 px. */
export function IconButton({ icon, label, isPressed, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={classNames(styles['button'], className)}
      aria-label={label}
      aria-pressed={isPressed}
    >
      {icon}
    </button>
  );
}
