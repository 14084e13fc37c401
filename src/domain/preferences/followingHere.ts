import type { UserId } from '@halyard/contract/ids';
import type { PreferenceName, StoredName } from '@halyard/contract/user/preferenceCalls';
import type { AppDispatch, RootState } from '../../shared/store/rootState.ts';
import { settingOf } from './followedSettings.ts';
import { ownerKeyOf } from './preferencesSlice.ts';

export type FollowStore = { readonly dispatch: AppDispatch; readonly getState: () => RootState };

/** The local state of one user's synchronised settings: current values, and the server versions already applied. */
export type FollowingHere = ReturnType<typeof createFollowingHere>;

/** Starts without any known server version. */
export function createFollowingHere({ dispatch, getState }: FollowStore, userId: UserId) {
  const owner = ownerKeyOf(userId);
  const versions = new Map<StoredName, number>();
  const read = (name: PreferenceName) => settingOf(name).read(getState(), owner);
  let syncedFavourites = (read('favourites') ?? []) as readonly string[];

  const makeSo = (name: PreferenceName, value: unknown) => {
    if (name === 'favourites') syncedFavourites = value as readonly string[];
    if (!isSame(value, read(name))) dispatch(settingOf(name).take(value as never, owner));
  };

  return {
    dispatch,
    userId,
    owner,
    read,
    /** Applies a validated value. */
    makeSo,
    /** The favourites last known from the server; the base of the user's changes. */
    syncedFavourites: () => syncedFavourites,
    syncHere: (favourites: readonly string[]) => {
      syncedFavourites = favourites;
    },
    /** Records a server version; true when it is newer than the applied one. */
    isNews: (name: StoredName, version: number) => {
      if (version <= (versions.get(name) ?? 0)) return false;
      versions.set(name, version);
      return true;
    },
    /**
     * When neither server nor user ever set a value, adopts the choice made while logged out. True when there is
     * something to send.
     */
    adopt: (name: PreferenceName) => {
      const { isUsual = () => false } = settingOf(name);
      const isChosen = (value: unknown) => value !== undefined && !isUsual(value);
      if (isChosen(read(name))) return true;
      const anonymous = settingOf(name).read(getState(), ownerKeyOf(undefined));
      if (!isChosen(anonymous)) return false;
      if (!isSame(anonymous, read(name))) dispatch(settingOf(name).take(anonymous as never, owner));
      return true;
    },
  };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
