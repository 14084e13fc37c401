import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useBusyWhile } from '../pwa/busy.ts';
import { loadDraft, removeDraft, saveDraft } from './drafts.ts';

type DraftOptions<T> = {
  /** Unique among all forms: `identity.basic`. */
  readonly name: string;
  readonly initial: T;
  /**
   * Validates the stored value, which an older version of the app may have written; `undefined` if it is no longer
   * usable.
   */
  readonly read: (stored: unknown) => T | undefined;
};

export type Draft<T> = {
  readonly value: T;
  /** Changes the value, and stores it shortly afterwards. */
  readonly change: (next: T | ((before: T) => T)) => void;
  /**
   * Whether loading the stored value has finished; until then `value` is the initial one. Typed input wins over the
   * stored value.
   */
  readonly isRestored: boolean;
  /** Whether the last change was stored on the device; long forms report a failure (`DRAFT_NOT_KEPT`). */
  readonly isPersisted: boolean;
  /** The form is done: deletes the draft. The value stays as it is. */
  readonly forget: () => void;
};

/**
 * Value of a form, restored after an interruption for the same user on the same device. Pictures belong in a draft of
 * their own beside one that is typed in, because a draft is written whole.
 */
export function useDraft<T>({ name, initial, read }: DraftOptions<T>): Draft<T> {
  const [value, setValue] = useState(initial);
  const [isRestored, setRestored] = useState(false);
  const [isPersisted, setPersisted] = useState(true);
  const [isFilledIn, setFilledIn] = useState(false);
  const latest = useRef(initial);
  const hasChanged = useRef(false);
  const [store] = useState(() => createDraftStore(name, setPersisted));
  // An update would restore it, but must not interrupt a user who is filling in a form.
  useBusyWhile(isFilledIn);

  const restore = useEffectEvent((stored: unknown) => {
    const known = stored === undefined ? undefined : read(stored);
    if (known !== undefined && !hasChanged.current) {
      latest.current = known;
      setValue(known);
      setFilledIn(true);
    }
    setRestored(true);
  });

  useEffect(() => {
    let isGone = false;
    void loadDraft(name).then((stored) => {
      if (!isGone) restore(stored);
    });
    return () => {
      isGone = true;
    };
  }, [name]);

  useEffect(() => {
    // A phone ends hidden pages without notice.
    const flush = () => store.flush();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [store]);

  const change = useCallback(
    (next: T | ((before: T) => T)) => {
      hasChanged.current = true;
      latest.current = typeof next === 'function' ? (next as (before: T) => T)(latest.current) : next;
      setValue(latest.current);
      setFilledIn(true);
      store.save(latest.current);
    },
    [store],
  );
  const forget = useCallback(() => {
    setFilledIn(false);
    store.forget();
  }, [store]);
  return { value, change, isRestored, isPersisted, forget };
}

/** For {@link useDraft}: the stored value, as described by a schema. */
export function readAs<T>(schema: z.ZodMiniType<T>) {
  return (stored: unknown): T | undefined => z.safeParse(schema, stored).data;
}

const PAUSE_MS = 400;

type DraftStore = {
  /** Sets the value. */
  readonly save: (value: unknown) => void;
  /** Writes a pending value at once. */
  readonly flush: () => void;
  /** Deletes the stored value and drops a pending one. */
  readonly forget: () => void;
};

/**
 * Store of one draft. Saves shortly after the last change, so that typing does not write with every key. `onSaved` is
 * called after each write with whether it succeeded.
 */
function createDraftStore(name: string, onSaved: (isPersisted: boolean) => void): DraftStore {
  let waiting: { readonly value: unknown } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const take = () => {
    const taken = waiting;
    waiting = undefined;
    clearTimeout(timer);
    return taken;
  };
  const flush = () => {
    const taken = take();
    if (taken !== undefined) void saveDraft(name, taken.value).then(onSaved);
  };
  return {
    save: (value) => {
      take();
      waiting = { value };
      timer = setTimeout(flush, PAUSE_MS);
    },
    flush,
    forget: () => {
      take();
      void removeDraft(name);
    },
  };
}
