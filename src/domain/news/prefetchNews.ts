/** Schedules the prefetch: while the page is idle, when a worker takes control, and when the language changes. */
import type { Store } from '@reduxjs/toolkit';
import type { Language } from '@halyard/contract/languages';
import type { AppDispatch, RootState } from '../../shared/store/rootState.ts';
import type { StartAppListening } from '../../shared/store/typed.ts';
import { whenIdle } from '../../shared/scheduling/whenIdle.ts';
import { languageChosen, selectLanguage } from '../preferences/languageSlice.ts';
import { fetchAhead } from './fetchAhead.ts';

type Parts = {
  readonly store: Store<RootState> & { readonly dispatch: AppDispatch };
  readonly startListening: StartAppListening;
};

/** Starts with the page. Returns the stop function. */
export function prefetchNews({ store, startListening }: Parts): () => void {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return () => undefined;
  let underWay: { readonly language: Language; readonly controller: AbortController } | undefined;
  let callOff = () => {};

  const fetchNow = async () => {
    const language = selectLanguage(store.getState());
    if (underWay?.language === language) return;
    underWay?.controller.abort();
    const own = { language, controller: new AbortController() };
    underWay = own;
    await store.dispatch(fetchAhead(own.controller.signal));
    if (underWay === own) underWay = undefined;
  };
  const fetchSoon = () => {
    callOff();
    callOff = whenIdle(() => void fetchNow());
  };
  const fetchWhenSeen = () => {
    if (document.visibilityState === 'visible') fetchSoon();
  };

  const stopListening = startListening({ actionCreator: languageChosen, effect: fetchSoon });
  window.addEventListener('online', fetchSoon);
  document.addEventListener('visibilitychange', fetchWhenSeen);
  // On the first visit the worker takes control after the page has loaded.
  serviceWorker.addEventListener('controllerchange', fetchSoon);
  fetchSoon();
  return () => {
    callOff();
    underWay?.controller.abort();
    stopListening();
    window.removeEventListener('online', fetchSoon);
    document.removeEventListener('visibilitychange', fetchWhenSeen);
    serviceWorker.removeEventListener('controllerchange', fetchSoon);
  };
}
