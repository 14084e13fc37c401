import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './ToneWord.module.css';

type ToneWordProps = {
  icon: ReactNode;
  /** Direction of prices; `undefined` for neither. */
  tone: 'up' | 'down' | undefined;
  children: string;
};

/** A direction by icon and word; the colour only repeats them. */
export function ToneWord({ icon, tone, children }: ToneWordProps) {
  return (
    <b className={classNames(styles['word'], tone !== undefined && styles[tone])}>
      {icon}
      {children}
    </b>
  );
}
