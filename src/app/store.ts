/** The Redux store. */
import { combineReducers, configureStore, createListenerMiddleware, type Store } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { FLUSH, PAUSE, PERSIST, persistStore, PURGE, REGISTER, REHYDRATE, type Persistor } from 'redux-persist';
import { selectLanguageMark } from '../domain/preferences/languageSlice.ts';
import { selectToken } from '../domain/session/sessionSlice.ts';
import { emptyApi } from '../shared/api/emptyApi.ts';
import { moneyMutationsSlice } from '../shared/money-mutations/moneyMutationsSlice.ts';
import type { RealtimeClient } from '../shared/realtime/realtimeTypes.ts';
import type { AppDispatch, AppExtra, RootState, StartAppListening } from '../shared/store/rootState.ts';
import { persistedReducers } from './persist/persistPart.ts';

const PERSIST_ACTIONS = [FLUSH, REHYDRATE, PAUSE, PERSIST, PURGE, REGISTER];

const reducer = combineReducers({
  ...persistedReducers,
  [emptyApi.reducerPath]: emptyApi.reducer,
  [moneyMutationsSlice.reducerPath]: moneyMutationsSlice.reducer,
});

/**
 * Creates the store and starts to restore persisted state. `whenRestored` settles when that has succeeded or failed.
 */
export function createAppStore(realtime: RealtimeClient) {
  const listeners = createListenerMiddleware();
  const extra: AppExtra = {
    realtime,
    readIdentity: (state) => ({ token: selectToken(state), languageMark: selectLanguageMark(state) }),
  };
  // The annotation checks that the state has the shape that the lower layers expect.
  const store: Store<RootState> & { readonly dispatch: AppDispatch } = configureStore({
    reducer,
    middleware: (getDefault) =>
      getDefault({
        thunk: { extraArgument: extra },
        // Immer freezes what reducers return, so a mutation throws by itself.
        immutableCheck: false,
        // redux-persist puts functions into its own actions; all others stay serializable.
        serializableCheck: { ignoredActions: PERSIST_ACTIONS },
      })
        .prepend(listeners.middleware)
        .concat(emptyApi.middleware),
  });
  const stopWatching = setupListeners(store.dispatch);
  const persistor = persistStore(store);
  const startListening = listeners.startListening as StartAppListening;
  return { store, persistor, whenRestored: whenBootstrapped(persistor), startListening, stopWatching };
}

/** The store and its companions. */
export type AppStore = ReturnType<typeof createAppStore>;

function whenBootstrapped(persistor: Persistor): Promise<void> {
  return new Promise((resolve) => {
    const resolveIfBootstrapped = () => {
      if (persistor.getState().bootstrapped) resolve();
    };
    persistor.subscribe(resolveIfBootstrapped);
    resolveIfBootstrapped();
  });
}
