/** Writes a draft a moment after its last change, so that typing does not write with every key. */
import { removeDraft, saveDraft } from './drafts.ts';

const PAUSE_MS = 400;

type DraftStore = {
  /** This is the value from now on. */
  readonly keep: (value: unknown) => void;
  /** Writes at once what waits to be written. */
  readonly flush: () => void;
  /** Removes what was written, and writes nothing of what waits. */
  readonly forget: () => void;
};

/** Makes the keeper of one draft; `onSaved` is told after each write whether it is kept. */
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
    keep: (value) => {
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
