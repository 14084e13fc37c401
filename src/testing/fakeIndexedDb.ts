/** IndexedDB for tests that persist data; jsdom has none. */
import { forceCloseDatabase, IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterAll } from 'vitest';

/**
 * Gives the tests of a file an empty IndexedDB. At the end of the file every connection is closed, as a browser does
 * when it runs out of space, so that no module of the app writes into it afterwards.
 */
export function fakeIndexedDb(): void {
  const connections: IDBDatabase[] = [];
  class WatchedFactory extends IDBFactory {
    override open(...name: Parameters<IDBFactory['open']>): IDBOpenDBRequest {
      const request = super.open(...name);
      request.addEventListener('success', () => connections.push(request.result));
      return request;
    }
  }
  Object.defineProperty(globalThis, 'indexedDB', { value: new WatchedFactory(), configurable: true });
  Object.defineProperty(globalThis, 'IDBKeyRange', { value: IDBKeyRange, configurable: true });
  Object.defineProperty(globalThis, 'IDBObjectStore', { value: IDBObjectStore, configurable: true });
  afterAll(() => {
    Reflect.deleteProperty(globalThis, 'indexedDB');
    // The types expect the class of a database.
    for (const connection of connections) forceCloseDatabase(connection as never);
  });
}
