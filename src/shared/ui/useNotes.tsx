import { useId, type ReactNode } from 'react';
import frame from './Field.module.css';

type NoteTexts = {
  /** Error in words. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
};

type Notes = {
  /** For `aria-describedby` of the control or the group. */
  readonly describedBy: string | undefined;
  /** Rendered below it. */
  readonly notes: ReactNode;
};

/** Error and hint of a field, and the ids that connect them to its control. */
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
