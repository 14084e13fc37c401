/**
 * PGlite in a thread of its own, so that the exchange reads requests and answers them while the database works (adr
 * 0018).
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SERVER } from '../../folders.ts';

/**
 * Where its data lies: a directory, which is made where it is missing, else memory, which begins as `image` where there
 * is one.
 */
export type PglitePlace = { readonly directory?: string | undefined; readonly image?: Blob | undefined };

/** A running PGlite. It answers in the order of asking. */
export type PgliteThread = {
  /**
   * Tells it messages of PostgreSQL's wire protocol, whose memory it takes over; answers the parts of what it says to
   * them.
   */
  tell(messages: Uint8Array<ArrayBuffer>): Promise<readonly Uint8Array[]>;
  /** All data as one file. */
  image(): Promise<Blob>;
  /** Ends it after what it was asked before. */
  close(): Promise<void>;
};

/** Starts PGlite. Throws what PGlite throws when it cannot open the place; when it fails later the process ends. */
export async function startPgliteThread(place: PglitePlace): Promise<PgliteThread> {
  const program = join(SERVER, 'src/db/embedded/pgliteWorker.mjs');
  // Without the loaders of this process, which it does not need.
  const worker = new Worker(program, { workerData: place, execArgv: [] });
  await once(worker, 'message');
  const askers: ((answer: unknown) => void)[] = [];
  worker.on('message', (answer) => askers.shift()?.(answer));
  const send = (question: unknown, memory: readonly ArrayBuffer[] = []) => worker.postMessage(question, memory);
  const ask = (...question: Parameters<typeof send>): Promise<unknown> =>
    new Promise((resolve) => {
      askers.push(resolve);
      send(...question);
    });
  return {
    tell: (messages) => ask(messages, [messages.buffer]) as Promise<readonly Uint8Array[]>,
    image: () => ask('image') as Promise<Blob>,
    async close() {
      send('close');
      await once(worker, 'exit');
    },
  };
}
