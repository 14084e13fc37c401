/** Saves a draft shortly after its last change, so that typing does not write with every key. */
import { removeDraft, saveDraft } from './drafts.ts';

const PAUSE_MS = 400;

type DraftStore = {
  /** Sets the value. */
  readonly save: (value: unknown) => void;
  /** Writes a pending value at once. */
  readonly flush: () => void;
  /** Deletes the stored value and drops a pending one. */
  readonly forget: () => void;
};

/** Creates the store of one draft; `onSaved` is called after each write with whether it succeeded. */
export function createDraftStore(name: string, onSaved: (isPersisted: boolean) => void): DraftStore {
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
