/** What following a user knows: the settings as they are here, and which of the server's are so here. */
import type { UserId } from '@halyard/contract/ids';
import type { PreferenceName } from '@halyard/contract/user/preferenceCalls';
import type { AppDispatch, RootState } from '../../shared/store/rootState.ts';
import { settingOf } from './followedSettings.ts';
import { ownerKeyOf } from './preferencesSlice.ts';

export type FollowStore = { readonly dispatch: AppDispatch; readonly getState: () => RootState };

/** The settings of one user on this device. */
export type FollowingHere = ReturnType<typeof createFollowingHere>;

/** Starts with what is so here, nothing of it known to be the server's. */
export function createFollowingHere({ dispatch, getState }: FollowStore, userId: UserId) {
  const owner = ownerKeyOf(userId);
  const versions = new Map<PreferenceName, number>();
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
    /** Makes a checked value so here. */
    makeSo,
    /** The favourites that the server has, as far as this device knows; changes of the user start from them. */
    syncedFavourites: () => syncedFavourites,
    syncHere: (favourites: readonly string[]) => {
      syncedFavourites = favourites;
    },
    /** The server has a version of a setting; gives back whether it is later than what is so here. */
    isNews: (name: PreferenceName, version: number) => {
      if (version <= (versions.get(name) ?? 0)) return false;
      versions.set(name, version);
      return true;
    },
    /**
     * Where neither the server nor the user of this device ever said anything: what was chosen here while nobody was
     * logged in becomes his. Gives back whether there is anything to send.
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
