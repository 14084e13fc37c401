import type { ReactNode } from 'react';
import styles from './Card.module.css';
import { classNames } from './classNames.ts';

type CardProps = {
  children: ReactNode;
  /** Raised, for the one card of a screen with its main figure. */
  isHero?: boolean;
};

/** A surface that groups content; never nested. */
export function Card({ children, isHero = false }: CardProps) {
  return <section className={classNames(styles['card'], isHero && styles['hero'])}>{children}</section>;
}
