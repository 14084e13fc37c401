import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './classNames.ts';
import styles from './IconButton.module.css';

type IconLinkProps = {
  icon: ReactNode;
  /** Target of the link, for screen readers. */
  label: string;
  to: string;
  /** The label is shown beside the icon, except on the smallest phones. */
  isNamed?: boolean;
};

/** A link that looks like an {@link IconButton}. */
export function IconLink({ icon, label, to, isNamed = false }: IconLinkProps) {
  return (
    <Link to={to} className={classNames(styles['button'], isNamed && styles['named'])} aria-label={label}>
      {icon}
      {isNamed && <span>{label}</span>}
    </Link>
  );
}
