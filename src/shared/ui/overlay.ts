import type { ReactNode } from 'react';

/** What a sheet and the side menu take. */
export type OverlayProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The heading, which also names the panel for screen readers. */
  title: ReactNode;
  /** One sentence under the heading. */
  description?: ReactNode;
  children: ReactNode;
  /** The button, below what it will do; stays in view while the rest scrolls. */
  footer?: ReactNode;
};
