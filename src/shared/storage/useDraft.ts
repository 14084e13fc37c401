import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useBusyWhile } from '../pwa/busy.ts';
import { createDraftStore } from './draftStore.ts';
import { loadDraft } from './drafts.ts';

type DraftOptions<T> = {
  /** Unique among all forms: `identity.basic`. */
  readonly name: string;
  readonly initial: T;
  /** Checks what was kept, perhaps by an older version of the app; `undefined` for what is no good any more. */
  readonly read: (kept: unknown) => T | undefined;
};

export type Draft<T> = {
  readonly value: T;
  /** Changes the value, and keeps it a moment later. */
  readonly change: (next: T | ((before: T) => T)) => void;
  /**
   * Whether it is known what was kept; until then `value` is the initial one, and what is typed wins over what was
   * kept.
   */
  readonly isRestored: boolean;
  /**
   * Whether the last change could be kept on the device; a form with much in it says where it could not
   * (`DRAFT_NOT_KEPT`).
   */
  readonly isPersisted: boolean;
  /** The form has done its work: nothing stays on the device. The value stays as it is. */
  readonly forget: () => void;
};

/**
 * The value of a form that is there again after an interruption, for the same user on the same device. Pictures belong
 * into a draft of their own beside one that is typed in, since a draft is written whole.
 */
export function useDraft<T>({ name, initial, read }: DraftOptions<T>): Draft<T> {
  const [value, setValue] = useState(initial);
  const [isRestored, setRestored] = useState(false);
  const [isPersisted, setKept] = useState(true);
  const [isFilledIn, setFilledIn] = useState(false);
  const latest = useRef(initial);
  const hasChanged = useRef(false);
  const [keeper] = useState(() => createDraftStore(name, setKept));
  // It would be there again after an update; but nobody is torn out of a form that he is filling in.
  useBusyWhile(isFilledIn);

  const restore = useEffectEvent((kept: unknown) => {
    const known = kept === undefined ? undefined : read(kept);
    if (known !== undefined && !hasChanged.current) {
      latest.current = known;
      setValue(known);
      setFilledIn(true);
    }
    setRestored(true);
  });

  useEffect(() => {
    let isGone = false;
    void loadDraft(name).then((kept) => {
      if (!isGone) restore(kept);
    });
    return () => {
      isGone = true;
    };
  }, [name]);

  useEffect(() => {
    // A phone ends pages without a word once they are out of sight.
    const flush = () => keeper.flush();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [keeper]);

  const change = useCallback(
    (next: T | ((before: T) => T)) => {
      hasChanged.current = true;
      latest.current = typeof next === 'function' ? (next as (before: T) => T)(latest.current) : next;
      setValue(latest.current);
      setFilledIn(true);
      keeper.keep(latest.current);
    },
    [keeper],
  );
  const forget = useCallback(() => {
    setFilledIn(false);
    keeper.forget();
  }, [keeper]);
  return { value, change, isRestored, isPersisted, forget };
}

/** For {@link useDraft}: what was kept, as a schema describes it. */
export function readAs<T>(schema: z.ZodMiniType<T>) {
  return (kept: unknown): T | undefined => z.safeParse(schema, kept).data;
}
