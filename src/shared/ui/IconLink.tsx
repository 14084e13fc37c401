import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './IconButton.module.css';

type IconLinkProps = {
  icon: ReactNode;
  /** Target of the link, for screen readers. */
  label: string;
  to: string;
};

/** A link that looks like an {@link IconButton}. */
export function IconLink({ icon, label, to }: IconLinkProps) {
  return (
    <Link to={to} className={styles['button']} aria-label={label}>
      {icon}
    </Link>
  );
}
