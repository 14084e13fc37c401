import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass, type ButtonKind } from './Button.tsx';

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
