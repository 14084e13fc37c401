/**
 * Runs PGlite in a thread of its own, so that the exchange can read and answer requests while the database works (ADR
 * 18).
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SERVER } from '../../folders.ts';

/** Storage: a directory, which is created if missing; otherwise memory, initialised from `image` if given. */
export type PglitePlace = { readonly directory?: string | undefined; readonly image?: Blob | undefined };

/** A running PGlite. It answers in the order of requests. */
export type PgliteThread = {
  /**
   * Sends messages of the PostgreSQL wire protocol and returns the parts of the answer. Takes ownership of the
   * messages' memory.
   */
  execute(messages: Uint8Array<ArrayBuffer>): Promise<readonly Uint8Array[]>;
  /** All data as one file. */
  image(): Promise<Blob>;
  /** Ends the thread after all earlier requests. */
  close(): Promise<void>;
};

/** Starts PGlite. Throws PGlite's error when it cannot open the storage; a later failure ends the process. */
export async function startPgliteThread(place: PglitePlace): Promise<PgliteThread> {
  const program = join(SERVER, 'src/db/embedded/pgliteWorker.mjs');
  // The thread needs none of this process's module loaders.
  const worker = new Worker(program, { workerData: place, execArgv: [] });
  await once(worker, 'message');
  const waiting: ((answer: unknown) => void)[] = [];
  worker.on('message', (answer) => waiting.shift()?.(answer));
  const send = (question: unknown, memory: readonly ArrayBuffer[] = []) => worker.postMessage(question, memory);
  const ask = (...question: Parameters<typeof send>): Promise<unknown> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      send(...question);
    });
  return {
    execute: (messages) => ask(messages, [messages.buffer]) as Promise<readonly Uint8Array[]>,
    image: () => ask('image') as Promise<Blob>,
    async close() {
      send('close');
      await once(worker, 'exit');
    },
  };
}
