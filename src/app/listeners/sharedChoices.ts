/**
 * Applies a preference chosen in one tab to all tabs, without a reload. Tabs send the change, not the resulting
 * settings, so that two favourites added in two tabs both survive. Loaded with the first choice of this or another tab.
 */
import { isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import * as z from 'zod/mini';
import { LANGUAGES, languageOf } from '@halyard/contract/languages';
import { isTaken, taken } from '../../domain/preferences/followedSettings.ts';
import { languageChosen, selectLanguage } from '../../domain/preferences/languageSlice.ts';
import {
  favouriteToggled,
  marketVisited,
  ownChosen,
  ownSchema,
  ownTaken,
  PRICE_COLOURS,
  priceColoursChosen,
  selectOwn,
  themeChosen,
  THEMES,
} from '../../domain/preferences/preferencesSlice.ts';
import type { RootState } from '../../shared/store/rootState.ts';
import { readJson, readText } from '../../shared/storage/localStore.ts';
import { preferencesPart } from '../persist/persistPart.ts';
import type { AppParts } from './appParts.ts';

const CHANNEL = 'choices';

const owner = z.string().check(z.maxLength(16));
const symbol = z.string().check(z.maxLength(41));

/**
 * Messages between tabs, each with the action that applies it. Another tab may run another version of the app, so every
 * message is validated.
 */
const choiceMessage = z.union([
  z.object({ what: z.literal('language'), language: z.enum(LANGUAGES) }),
  z.object({ what: z.literal('theme'), theme: z.enum(THEMES) }),
  z.object({ what: z.literal('colours'), colours: z.enum(PRICE_COLOURS) }),
  z.object({ what: z.literal('favourite'), owner, symbol, isFavourite: z.boolean() }),
  z.object({ what: z.literal('visit'), owner, symbol }),
  z.object({
    what: z.literal('own'),
    owner,
    own: z.strictObject(z.omit(ownSchema, { favourites: true, recents: true }).shape),
  }),
]);
type ChoiceMessage = z.output<typeof choiceMessage>;

/** Message for an action; `undefined` if the action is not a choice. */
function messageOf(action: UnknownAction, state: RootState): ChoiceMessage | undefined {
  if (languageChosen.match(action)) return { what: 'language', language: action.payload };
  if (themeChosen.match(action)) return { what: 'theme', theme: action.payload };
  if (priceColoursChosen.match(action)) return { what: 'colours', colours: action.payload };
  if (marketVisited.match(action)) return { what: 'visit', ...action.payload };
  if (favouriteToggled.match(action)) {
    const isFavourite = selectOwn(state, action.payload.owner, 'favourites').includes(action.payload.symbol);
    return { what: 'favourite', ...action.payload, isFavourite };
  }
  return ownChosen.match(action) ? { what: 'own', ...action.payload } : undefined;
}

const isChoice = isAnyOf(ownChosen, languageChosen, themeChosen, priceColoursChosen, marketVisited, favouriteToggled);

/** Action that applies another tab's message; `undefined` if it already holds here. */
function actionOf(message: ChoiceMessage, state: RootState): UnknownAction | undefined {
  switch (message.what) {
    case 'language':
      return selectLanguage(state) === message.language ? undefined : languageChosen(message.language);
    case 'theme':
      return themeChosen(message.theme);
    case 'colours':
      return priceColoursChosen(message.colours);
    case 'visit':
      return marketVisited({ owner: message.owner, symbol: message.symbol });
    case 'favourite': {
      const others = selectOwn(state, message.owner, 'favourites').filter((each) => each !== message.symbol);
      const favourites = message.isFavourite ? [...others, message.symbol] : others;
      return ownTaken({ owner: message.owner, own: { favourites } });
    }
    case 'own':
      return ownTaken({ owner: message.owner, own: message.own });
  }
}

/**
 * Sends this tab's choices to the other tabs and applies theirs. `chosen`: choices made while this code was loading.
 */
export function shareChoices({ store, startListening }: AppParts, chosen: readonly UnknownAction[]): () => void {
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(CHANNEL) : undefined;
  const post = channel?.postMessage.bind(channel);
  const repeat = (action: UnknownAction | undefined) => {
    if (action !== undefined) store.dispatch(taken(action));
  };
  const send = (action: UnknownAction) => {
    const message = isTaken(action) ? undefined : messageOf(action, store.getState());
    if (message !== undefined) post?.(message);
  };
  const receive = ({ data }: MessageEvent<unknown>) => {
    const message = z.safeParse(choiceMessage, data);
    if (message.success) repeat(actionOf(message.data, store.getState()));
  };
  // Picks up choices that other tabs persisted while this page was suspended, or at any time in browsers without
  // BroadcastChannel. This page has made no choice meanwhile.
  const catchUp = () => {
    for (const action of actionsOfStored(store.getState())) repeat(action);
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') catchUp();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === 'preferences' || key === 'lang') catchUp();
  };
  channel?.addEventListener('message', receive);
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('pageshow', onVisible);
  if (channel === undefined) window.addEventListener('storage', onStorage);
  const stop = startListening({ matcher: isChoice, effect: send });
  if (chosen.length === 0) catchUp();
  for (const action of chosen) send(action);
  return () => {
    stop();
    channel?.close();
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('pageshow', onVisible);
    window.removeEventListener('storage', onStorage);
  };
}

/** Actions that bring this tab in line with the persisted settings. */
function actionsOfStored(state: RootState): readonly UnknownAction[] {
  const actions: UnknownAction[] = [];
  const lang = readText('lang');
  if (lang !== undefined && languageOf(lang) === lang && lang !== selectLanguage(state)) {
    actions.push(languageChosen(languageOf(lang)));
  }
  const stored = readJson('preferences');
  const persisted = preferencesPart.check((stored ?? {}) as Parameters<typeof preferencesPart.check>[0]);
  if (persisted === undefined) return actions;
  const { theme, priceColours, byOwner } = state.preferences;
  if (persisted.theme !== theme) actions.push(themeChosen(persisted.theme));
  if (persisted.priceColours !== undefined && persisted.priceColours !== priceColours) {
    actions.push(priceColoursChosen(persisted.priceColours));
  }
  for (const [each, own] of Object.entries(persisted.byOwner)) {
    if (JSON.stringify(own) !== JSON.stringify(byOwner[each])) actions.push(ownTaken({ owner: each, own }));
  }
  return actions;
}
