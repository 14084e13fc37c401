/** An empty IndexedDB for the tests of a file, which jsdom has none of. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';

// The one above comes with the first file of a process alone.
globalThis.indexedDB = new IDBFactory();
