import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './IconButton.module.css';

type IconButtonProps = Omit<ComponentProps<'button'>, 'type' | 'children' | 'aria-label'> & {
  icon: ReactNode;
  /** What the button does, for those who cannot see the icon. */
  label: string;
  /** For a button that switches something on and off: whether it is on. */
  isPressed?: boolean;
};

/** An icon that can be pressed, with a target of 44 px. */
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
