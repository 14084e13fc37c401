/** Calls that only a sandbox server has: the messages it would have sent. */
import { skipToken } from '@reduxjs/toolkit/query/react';
import { readOutbox, type OutboxMessage } from '@halyard/contract/sandbox/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

const sandboxApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Messages to an address, newest first. Errors: CALL_NOT_FOUND outside a sandbox. */
    readOutbox: build.query<readonly OutboxMessage[], string>({
      query: (address) => toCall(readOutbox, { address }),
      keepUnusedDataFor: 0,
    }),
  }),
});

const { useReadOutboxQuery } = sandboxApi;

/**
 * The sandbox's messages to an address, read again whenever `isOpen` becomes true, and every `pollingInterval`
 * milliseconds if any.
 */
export function useOutbox(address: string, isOpen: boolean, pollingInterval = 0) {
  const options = { refetchOnMountOrArgChange: true, pollingInterval, skipPollingIfUnfocused: true };
  return useReadOutboxQuery(isOpen && address !== '' ? address : skipToken, options);
}

// An unused address: the answer only shows that the call exists.
const NOBODY = 'nobody@sandbox.invalid';

/** Whether the server is a sandbox; `false` until known. */
export function useIsSandbox(): boolean {
  return useReadOutboxQuery(NOBODY).isSuccess;
}
