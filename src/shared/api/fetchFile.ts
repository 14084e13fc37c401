/** Fetches a private file: a plain GET with the user's token, outside the store, which holds no files. */
import { readEnvelope } from '@halyard/contract/envelope';
import { FILE_TIMEOUT_MS } from '../config/constants.ts';
import { env } from '../config/env.ts';
import type { Identity } from '../store/rootState.ts';
import { beginActivity } from './activity.ts';
import { seemsOnline } from '../realtime/reach.ts';
import { errorCodeOf, type AppError } from './appError.ts';

/** Location of the file and credentials. */
export type FileRequest = {
  /** Path below the API base, without a leading slash. */
  readonly path: string;
  /** Query parameters under their wire names. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly identity: Identity;
};

/** The file, or the reason for its absence. `isLoggedOut`: the server answered type 999. */
export type FetchedFile =
  | { readonly blob: Blob; readonly name: string | undefined }
  | { readonly error: AppError; readonly isLoggedOut: boolean };

/**
 * Fetches the whole file. Never throws. Errors: any server error, OFFLINE, NETWORK, TIMEOUT, ANSWER_UNREADABLE,
 * SERVICE_UNAVAILABLE.
 */
export async function fetchFile(request: FileRequest): Promise<FetchedFile> {
  const end = beginActivity();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), FILE_TIMEOUT_MS);
  try {
    const response = await fetch(requestOf(request, controller.signal));
    // An answer that is not a file is an envelope, with any status.
    const isEnvelope = response.headers.get('content-type')?.includes('application/json') === true;
    if (isEnvelope || !response.ok) return readRefusal(await response.text(), response.status);
    return { blob: await response.blob(), name: nameOf(response.headers.get('content-disposition')) };
  } catch {
    if (controller.signal.aborted) return failed({ code: 'TIMEOUT' });
    return failed({ code: seemsOnline() ? 'NETWORK' : 'OFFLINE' });
  } finally {
    clearTimeout(timer);
    end();
  }
}

function requestOf({ path, query = {}, identity }: FileRequest, signal: AbortSignal): Request {
  const headers = new Headers({ 'language-mark': identity.languageMark });
  if (identity.token !== undefined) headers.set('Authorization', identity.token);
  const url = new URL(`${env.apiBase}/${path}`, window.location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return new Request(url, { headers, signal, cache: 'no-store' });
}

function readRefusal(body: string, status: number): FetchedFile {
  const unreadable = failed({ code: status >= 500 ? 'SERVICE_UNAVAILABLE' : 'ANSWER_UNREADABLE' });
  try {
    const reply = readEnvelope(JSON.parse(body));
    if (reply === undefined || reply.ok) return unreadable;
    const code = reply.isLoggedOut ? 'NOT_LOGGED_IN' : errorCodeOf(reply.code);
    return { error: { code, params: reply.params, message: reply.message }, isLoggedOut: reply.isLoggedOut };
  } catch {
    return unreadable;
  }
}

function failed(error: AppError): FetchedFile {
  return { error, isLoggedOut: false };
}

// Name from a header such as `attachment; filename="ledger entries-2026-01-02.csv"`. Only ever used as a download's
// name.
function nameOf(disposition: string | null): string | undefined {
  return /filename="([\w.-]{1,100})"/.exec(disposition ?? '')?.[1];
}
