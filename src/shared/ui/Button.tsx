import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './Button.module.css';
import { classNames } from './classNames.ts';

export type ButtonKind = 'primary' | 'buy' | 'sell' | 'ghost' | 'quiet' | 'danger';

type ButtonProps = Omit<ComponentProps<'button'>, 'type'> & {
  children: ReactNode;
  kind?: ButtonKind;
  size?: 'regular' | 'small';
  type?: 'button' | 'submit';
  /** Work is under way: the button keeps its size and label, and ignores further presses. */
  isLoading?: boolean;
  /** A press would only show what is missing, so it is outlined. A form of `useForm` knows that itself. */
  isUnready?: boolean;
};

/** Classes of a button, for links that look like one. */
export function buttonClass(kind: ButtonKind = 'primary', size: 'regular' | 'small' = 'regular'): string {
  return classNames(styles['button'], styles[kind], size === 'small' && styles['small']);
}

/**
 * A button labelled with a verb. While `isLoading` it stays focusable, so that focus is not lost, and ignores presses.
 */
export function Button({
  children,
  kind,
  size,
  type = 'button',
  isLoading = false,
  isUnready = false,
  ...rest
}: ButtonProps) {
  const { className, disabled = false, onClick, ...others } = rest;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!isLoading) return onClick?.(event);
    // A submit button would otherwise send its form a second time.
    event.preventDefault();
    return undefined;
  };
  return (
    <button
      {...others}
      type={type === 'submit' ? 'submit' : 'button'}
      className={classNames(buttonClass(kind, size), className)}
      disabled={disabled}
      data-unready={isUnready || undefined}
      aria-busy={isLoading || undefined}
      aria-disabled={isLoading || undefined}
      onClick={press}
    >
      <span className={styles['label']}>{children}</span>
      {isLoading && (
        <span className={styles['progress']} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
    </button>
  );
}

type ButtonLinkProps = {
  children: ReactNode;
  to: string;
  kind?: ButtonKind;
  size?: 'regular' | 'small';
  /** Replaces the current history entry. */
  replace?: boolean;
};

/** A link that looks like a button. */
export function ButtonLink({ children, to, kind, size, replace = false }: ButtonLinkProps) {
  return (
    <Link to={to} replace={replace} className={buttonClass(kind, size)}>
      {children}
    </Link>
  );
}
