/** Drafts belong to who is logged in, and go when the session does. */
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { changeDraftOwner } from '../../shared/storage/draftOwner.ts';
import type { RootState } from '../../shared/store/rootState.ts';
import type { AppParts } from './appParts.ts';

/** Tells the drafts whose they are, now and whenever a session begins, ends or changes hands. */
export function startDraftsListener({ startListening, store }: AppParts) {
  changeDraftOwner(ownerOf(store.getState()));
  return startListening({
    predicate: (_action, now, before) => ownerOf(now) !== ownerOf(before),
    effect: (_action, { getState }) => changeDraftOwner(ownerOf(getState())),
  });
}

function ownerOf(state: RootState): string | undefined {
  const user = selectUser(state);
  return user && String(user.id);
}
