/**
 * Notices that a job was written. The database sends them with the commit, from any process, so that no process has to
 * poll.
 */
import { sql, type SQL } from 'drizzle-orm';
import pg from 'pg';

export type Notices = {
  /** Calls the listener for each notice, and when notices may have been missed. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Whether notices currently arrive. */
  isOn(): boolean;
};

/** Statement that subscribes a connection to notices. */
export const LISTEN = 'listen jobs';
/** Sends one notice with the commit, even when selected several times. */
export const NOTIFY: SQL = sql`pg_notify('jobs', '')`;

const RECONNECT_MS = 1000;
const CONNECT_TIMEOUT_MS = 15_000;
/** Of every connection to a server: one whose peer is gone ends soon, even while nothing is sent. */
export const CONNECTION = {
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const;

/** Notices of a connection that is always open: that of the embedded database. `notify` is called for each. */
export function createNotices(): Notices & { readonly notify: () => void } {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isOn: () => true,
    notify: () => {
      for (const listener of listeners) listener();
    },
  };
}

/** Notices of a PostgreSQL server, over a connection that opens for the first listener and reconnects. */
export function listenTo(connectionString: string): Notices & { close(): Promise<void> } {
  const { subscribe, notify } = createNotices();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let opening: Promise<void> | undefined;
  let isOn = false;
  let isClosed = false;

  const open = async (): Promise<void> => {
    // After the limit of its only statement the connection is closed.
    const own = new pg.Client({ ...CONNECTION, connectionString, query_timeout: CONNECT_TIMEOUT_MS });
    client = own;
    own.on('notification', notify);
    // The `end` event follows and reconnects.
    own.on('error', () => undefined);
    own.on('end', () => {
      isOn = false;
      if (!isClosed) timer = setTimeout(() => void (opening = open()), RECONNECT_MS).unref();
    });
    try {
      await own.connect();
      await own.query(LISTEN);
      isOn = true;
      notify();
    } catch {
      await own.end().catch(() => undefined);
    }
  };
  return {
    subscribe(listener) {
      opening ??= open();
      return subscribe(listener);
    },
    isOn: () => isOn,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await opening;
      await client?.end().catch(() => undefined);
    },
  };
}
