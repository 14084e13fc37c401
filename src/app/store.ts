/** The one store. */
import { combineReducers, configureStore, createListenerMiddleware, type Store } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { FLUSH, PAUSE, PERSIST, persistStore, PURGE, REGISTER, REHYDRATE, type Persistor } from 'redux-persist';
import { selectLanguageMark } from '../domain/preferences/languageSlice.ts';
import { selectToken } from '../domain/session/sessionSlice.ts';
import { emptyApi } from '../shared/api/emptyApi.ts';
import { moneyMutationsSlice } from '../shared/money-writes/moneyMutationsSlice.ts';
import type { RealtimeClient } from '../shared/realtime/realtimeTypes.ts';
import type { AppDispatch, AppExtra, RootState } from '../shared/store/rootState.ts';
import type { StartAppListening } from '../shared/store/typed.ts';
import { persistedReducers } from './persist/persistPart.ts';

const PERSIST_ACTIONS = [FLUSH, REHYDRATE, PAUSE, PERSIST, PURGE, REGISTER];

const reducer = combineReducers({
  ...persistedReducers,
  [emptyApi.reducerPath]: emptyApi.reducer,
  [moneyMutationsSlice.reducerPath]: moneyMutationsSlice.reducer,
});

/** Makes the store and starts to read back what was kept; `whenRestored` settles when that is done, well or not. */
export function createAppStore(realtime: RealtimeClient) {
  const listeners = createListenerMiddleware();
  const extra: AppExtra = {
    realtime,
    readIdentity: (state) => ({ token: selectToken(state), languageMark: selectLanguageMark(state) }),
  };
  // The type says that the state is what the lower layers believe it to be.
  const store: Store<RootState> & { readonly dispatch: AppDispatch } = configureStore({
    reducer,
    middleware: (getDefault) =>
      getDefault({
        thunk: { extraArgument: extra },
        // redux-persist puts functions into its own actions; all others stay plain.
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

/** The store and what belongs to it. */
export type AppStore = ReturnType<typeof createAppStore>;

function whenBootstrapped(persistor: Persistor): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (persistor.getState().bootstrapped) resolve();
    };
    persistor.subscribe(look);
    look();
  });
}
