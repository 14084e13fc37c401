import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass, type ButtonKind } from './Button.tsx';

type ButtonLinkProps = { children: ReactNode; to: string; kind?: ButtonKind; size?: 'regular' | 'small' };

/** A link to another screen that looks like a button. */
export function ButtonLink({ children, to, kind, size }: ButtonLinkProps) {
  return (
    <Link to={to} className={buttonClass(kind, size)}>
      {children}
    </Link>
  );
}
