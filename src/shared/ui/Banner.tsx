import { Clock, Info, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Banner.module.css';

const ICONS = { info: Info, offline: WifiOff, stale: Clock, warning: Info } as const;

type BannerProps = {
  /**
   * `offline` and `stale`: the connection is lost, shown above the header so that nothing moves; `warning`: a lasting
   * problem.
   */
  kind: keyof typeof ICONS;
  text: ReactNode;
  action?: ReactNode;
};

/** Full-width message about the screen's state, for as long as the state lasts. */
export function Banner({ kind, text, action }: BannerProps) {
  const Icon = ICONS[kind];
  const isStrip = kind === 'offline' || kind === 'stale';
  return (
    <div
      role="status"
      className={classNames(styles['banner'], kind !== 'info' && styles['warn'], isStrip && styles['strip'])}
    >
      <Icon aria-hidden className={styles['icon']} />
      <span className={styles['text']}>{text}</span>
      {action}
    </div>
  );
}
