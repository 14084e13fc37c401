import type { ReactNode } from 'react';
import styles from './Card.module.css';
import { classNames } from './classNames.ts';

type CardProps = {
  children: ReactNode;
  /** Raised towards the light, for the one card of a screen that holds the figure it is about. */
  isHero?: boolean;
};

/** A surface for things that belong together; never inside another. */
export function Card({ children, isHero = false }: CardProps) {
  return <section className={classNames(styles['card'], isHero && styles['hero'])}>{children}</section>;
}
