import { useId, type ReactNode } from 'react';
import type { FieldFrameProps } from './Field.tsx';
import frame from './Field.module.css';

type Notes = {
  /** For `aria-describedby` of the control or the group. */
  readonly describedBy: string | undefined;
  /** To be drawn below it. */
  readonly notes: ReactNode;
};

/** The error and the hint of a field that is no single native control, as `Field` shows them for those that are. */
export function useNotes({ error, hint }: Pick<FieldFrameProps, 'error' | 'hint'>): Notes {
  const [errorId, hintId] = [useId(), useId()];
  const ids = [error === undefined ? [] : [errorId], hint === undefined ? [] : [hintId]].flat();
  const notes = (
    <>
      {error !== undefined && (
        <p id={errorId} className={frame['error']}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <div id={hintId} className={frame['hint']}>
          {hint}
        </div>
      )}
    </>
  );
  return { describedBy: ids.length === 0 ? undefined : ids.join(' '), notes };
}
