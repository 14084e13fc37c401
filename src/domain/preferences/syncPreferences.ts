import { useEffect, useRef } from 'react';
import { addListener, type TypedAddListener, type UnknownAction } from '@reduxjs/toolkit';
import type { UserId } from '@halyard/contract/ids';
import {
  listPreferences,
  PREFERENCE_NAMES,
  savePreference,
  storedName,
  type Preference,
  type PreferenceName,
  type StoredName,
} from '@halyard/contract/user/preferenceCalls';
import { symbolOfDrawings } from '@halyard/contract/user/drawings';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { registerSender, enqueue } from '../../shared/outbox/outbox.ts';
import { subscribeOutbox, outboxItems } from '../../shared/outbox/outboxView.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import type { AppDispatch, RootState } from '../../shared/store/rootState.ts';
import { chosenName, isSettingAction, settingOf, favouritesSchema } from './followedSettings.ts';
import * as z from 'zod/mini';
import { readItems } from '../../shared/outbox/outboxStore.ts';
import { ownerKeyOf } from './preferencesSlice.ts';

const followApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    listPreferences: build.query<readonly Preference[], UserId>({
      query: () => toCall(listPreferences, {}),
      providesTags: ['Preference'],
    }),
    savePreference: build.mutation<Preference, Saving>({
      query: ({ name, value }) => toCall(savePreference, { name, value }),
      // The choice already applies locally and waits in the outbox until the server has it.
      extraOptions: { errors: 'inline' },
      onQueryStarted: async ({ userId }, { dispatch, queryFulfilled }) => {
        const { data: saved } = await queryFulfilled.catch(() => ({ data: undefined }));
        // Drawings are no settings: the event of their change makes their chart read them again.
        if (saved === undefined || symbolOfDrawings(saved.name) !== undefined) return;
        const isOther = ({ name }: Preference) => name !== saved.name;
        dispatch(followApi.util.updateQueryData('listPreferences', userId, (list) => [...list.filter(isOther), saved]));
      },
    }),
  }),
});

const { useListPreferencesQuery } = followApi;

const listening = addListener as TypedAddListener<RootState, AppDispatch>;

/**
 * Synchronises the user's settings while in use: server values are applied here, and choices made here are sent through
 * the outbox, also after time offline. Applied values are never sent, so that devices converge.
 */
export function useFollowUser(userId: UserId): void {
  const dispatch = useAppDispatch();
  const { currentData } = useListPreferencesQuery(userId);
  const follower = useRef<Follower>(undefined);
  useEffect(() => {
    const started = dispatch((inner, getState) => syncPreferences({ dispatch: inner, getState }, userId));
    follower.current = started;
    return started.stop;
  }, [dispatch, userId]);
  useEffect(() => {
    if (currentData !== undefined) void follower.current?.take(currentData);
  }, [userId, currentData]);
}

/** A running synchronisation. */
type Follower = {
  /** Applies the server's settings. */
  readonly take: (list: readonly Preference[]) => Promise<void>;
  readonly stop: () => void;
};

/** Starts to synchronise the logged-in user's settings. */
function syncPreferences(store: FollowStore, userId: UserId): Follower {
  const here = createFollowingHere(store, userId);
  const poster = createPoster(here);
  let latest: readonly Preference[] | undefined;
  let isFirst = true;

  const take = async (list: readonly Preference[] | undefined) => {
    latest = list;
    const waiting = new Set<string>((await readWaiting(userId)).map(({ name }) => name));
    if (list === undefined || latest !== list) return;
    // An unsent local choice is newer than anything on the server.
    for (const name of PREFERENCE_NAMES.filter((each) => !waiting.has(each) && !poster.isPending(each))) {
      const there = list.find((setting) => setting.name === name);
      if (there !== undefined) takeOver(here, name, there);
      // Only once: a choice that the user discards later must not return.
      else if (isFirst && here.adopt(name)) void poster.post(name);
    }
    isFirst = false;
  };

  const stops = [
    listenToChoices(store, here.owner, poster.postSoon),
    registerSender('preference', async ({ payload }) => {
      const setting = waitingSettingOf(payload);
      if (setting !== undefined) await sendSetting(here, setting, poster.isPending);
      return 'sent';
    }),
    // A sent or discarded choice, here or in another tab, no longer blocks server values.
    subscribeOutbox(() => void take(latest)),
    poster.stop,
  ];
  return {
    take,
    stop: () => {
      latest = undefined;
      for (const stop of stops) stop();
    },
  };
}

function listenToChoices(
  { dispatch }: FollowStore,
  owner: string,
  onChosen: (name: PreferenceName) => void,
): () => void {
  const effect = (action: UnknownAction) => {
    const name = chosenName(action, owner);
    if (name !== undefined) onChosen(name);
  };
  // The middleware returns the unsubscribe function, which the type of our dispatch lacks.
  return dispatch(listening({ matcher: isSettingAction, effect })) as unknown as () => void;
}

function takeOver(here: FollowingHere, name: PreferenceName, { value, version }: Preference): void {
  if (!here.isNews(name, version)) return;
  const checked = settingOf(name).check(contentOf(value));
  if (checked !== undefined) here.makeSo(name, checked);
}

async function sendSetting(
  here: FollowingHere,
  setting: WaitingSetting,
  isPending: (name: PreferenceName) => boolean,
): Promise<void> {
  const { name } = setting;
  const favourites = name === 'favourites' ? await mergedFavourites(here, setting) : undefined;
  const value = favourites === undefined ? setting.value : JSON.stringify(favourites);
  const saving = followApi.endpoints.savePreference.initiate({ name, value, userId: here.userId }, { track: false });
  const saved = await here.dispatch(saving).unwrap();
  here.isNews(name, saved.version);
  if (favourites === undefined) return;
  if (isPending('favourites')) here.syncHere(favourites);
  else here.makeSo('favourites', favourites);
}

/** The favourites to send: another device may have changed them since `base`. */
async function mergedFavourites(here: FollowingHere, { value, base }: WaitingSetting): Promise<readonly string[]> {
  const ours = favouritesIn(value) ?? [];
  if (base === undefined) return ours;
  const reading = followApi.endpoints.listPreferences.initiate(here.userId, { subscribe: false, forceRefetch: true });
  const there = (await here.dispatch(reading).unwrap()).find(({ name }) => name === 'favourites');
  const theirs = there && favouritesIn(there.value);
  return theirs === undefined ? ours : mergeFavourites(theirs, { base, ours });
}

function favouritesIn(value: string): readonly string[] | undefined {
  return settingOf('favourites').check(contentOf(value)) as readonly string[] | undefined;
}

function contentOf(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** The user's synchronised settings on the server. */
type Saving = Pick<Preference, 'name' | 'value'> & { readonly userId: UserId };

/** Payload of a setting in the outbox. `base`: the favourites before the change. */
const waitingSchema = z.object({
  name: storedName,
  value: z.string(),
  base: z.optional(favouritesSchema),
});
type WaitingSetting = z.output<typeof waitingSchema>;

/** Only the last choice within this time is sent. */
const SEND_AFTER_MS = 500;

/** Payload of an outbox item; `undefined` when another app version wrote it. */
function waitingSettingOf(payload: unknown): WaitingSetting | undefined {
  return z.safeParse(waitingSchema, payload).data;
}

/** The user's waiting or refused settings; empty when the device stores nothing. */
async function readWaiting(userId: UserId): Promise<readonly WaitingSetting[]> {
  // Items already in memory need no read.
  const shown = new Map(outboxItems().map((item) => [item.id, item]));
  const items = await readItems(String(userId), shown).catch(() => []);
  return items.flatMap(({ kind, payload }) => {
    const waiting = kind === 'preference' ? waitingSettingOf(payload) : undefined;
    return waiting === undefined ? [] : [waiting];
  });
}

/** Moves choices from this page to the outbox. */
function createPoster(here: FollowingHere) {
  const timers = new Map<PreferenceName, ReturnType<typeof setTimeout>>();

  /** Choices being written to the outbox. */
  const underWay: PreferenceName[] = [];

  const keep = async (name: PreferenceName) => {
    const value = here.read(name);
    if (value === undefined) return;
    const base = name === 'favourites' ? await baseOf(here) : undefined;
    const setting = { name, value: JSON.stringify(value), ...(base && { base: [...base] }) };
    // Refused only after the end of the session, which drops it.
    await enqueue({ kind: 'preference', key: name, payload: setting }).catch(() => undefined);
  };
  const post = async (name: PreferenceName) => {
    clearTimeout(timers.get(name));
    timers.delete(name);
    underWay.push(name);
    await keep(name);
    underWay.splice(underWay.indexOf(name), 1);
  };
  // A page that is left may never return.
  const postAll = () => {
    if (document.visibilityState !== 'hidden') return;
    for (const name of timers.keys()) void post(name);
  };
  document.addEventListener('visibilitychange', postAll);

  return {
    post,
    postSoon: (name: PreferenceName) => {
      clearTimeout(timers.get(name));
      timers.set(
        name,
        setTimeout(() => void post(name), SEND_AFTER_MS),
      );
    },
    /** Whether a choice is not in the outbox yet. */
    isPending: (name: PreferenceName) => timers.has(name) || underWay.includes(name),
    stop: () => {
      document.removeEventListener('visibilitychange', postAll);
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** A change on top of a waiting change has the same base. */
async function baseOf({ userId, syncedFavourites }: FollowingHere): Promise<readonly string[]> {
  const waiting = (await readWaiting(userId)).find(({ name }) => name === 'favourites');
  return waiting?.base ?? syncedFavourites();
}

/**
 * Applies the change from `base` to `ours` onto `theirs` (favourites changed on two devices at once): symbols added
 * here are appended, symbols removed here are removed, and changes there stay.
 */
export function mergeFavourites(
  theirs: readonly string[],
  { base, ours }: { readonly base: readonly string[]; readonly ours: readonly string[] },
): readonly string[] {
  const added = ours.filter((symbol) => !base.includes(symbol) && !theirs.includes(symbol));
  const removed = base.filter((symbol) => !ours.includes(symbol));
  return [...theirs.filter((symbol) => !removed.includes(symbol)), ...added];
}

type FollowStore = { readonly dispatch: AppDispatch; readonly getState: () => RootState };

/** The local state of one user's synchronised settings: current values, and the server versions already applied. */
type FollowingHere = ReturnType<typeof createFollowingHere>;

/** Starts without any known server version. */
function createFollowingHere({ dispatch, getState }: FollowStore, userId: UserId) {
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
