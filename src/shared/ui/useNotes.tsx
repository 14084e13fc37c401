import { useId, type ReactNode } from 'react';
import frame from './Field.module.css';

type NoteTexts = {
  /** What is wrong, in words. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
};

type Notes = {
  /** For `aria-describedby` of the control or the group. */
  readonly describedBy: string | undefined;
  /** To be drawn below it. */
  readonly notes: ReactNode;
};

/** The error and the hint of a field, and what ties them to its control. */
export function useNotes({ error, hint }: NoteTexts): Notes {
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
