import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './IconButton.module.css';

type IconLinkProps = {
  icon: ReactNode;
  /** Where it leads, for those who cannot see the icon. */
  label: string;
  to: string;
};

/** A link to another screen that looks like an {@link IconButton}. */
export function IconLink({ icon, label, to }: IconLinkProps) {
  return (
    <Link to={to} className={styles['button']} aria-label={label}>
      {icon}
    </Link>
  );
}
