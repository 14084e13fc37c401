import type { ReactNode } from 'react';

/** Props of sheets and the side menu. */
export type OverlayProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Heading, which also names the panel for screen readers. */
  title: ReactNode;
  /** One sentence below the heading. */
  description?: ReactNode;
  children: ReactNode;
  /** The button below the content; stays visible while the rest scrolls. */
  footer?: ReactNode;
  /** The element that takes the focus at the end; default is the one that had it before. */
  returnsTo?: () => HTMLElement | null | undefined;
};
