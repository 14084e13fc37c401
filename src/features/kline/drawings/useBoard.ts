/** The board of a market for the current user: stored on the device, and for users synchronised as a preference. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useMemo } from 'react';
import type { UserId } from '@halyard/contract/ids';
import { readDrawings, type DrawingRecord, type DrawingsName } from '@halyard/contract/user/drawings';
import { listDrawings, type Preference } from '@halyard/contract/user/preferenceCalls';
import { drawingsKey } from '../../../domain/charts/storedDrawings.ts';
import { ownerKeyOf } from '../../../domain/preferences/preferencesSlice.ts';
import { selectUser } from '../../../domain/session/sessionSlice.ts';
import { toCall } from '../../../shared/api/baseQuery.ts';
import { emptyApi } from '../../../shared/api/emptyApi.ts';
import { enqueue } from '../../../shared/outbox/outbox.ts';
import { readJson, removeKey, writeJson } from '../../../shared/storage/localStore.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { createBoard, type Board } from './board.ts';

const drawingsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Read again when another device has changed them. `userId` keeps those of two users apart. */
    listDrawings: build.query<readonly Preference[], { readonly name: DrawingsName; readonly userId: UserId }>({
      query: ({ name }) => toCall(listDrawings, { name }),
      providesTags: ['Preference'],
      // Those on the device are shown meanwhile.
      extraOptions: { errors: 'inline' },
    }),
  }),
});

const { useListDrawingsQuery } = drawingsApi;

/** The last of quick changes is sent: a key that is held moves a drawing many times. */
const SEND_AFTER_MS = 800;

/** The board of a market. Another one for another market or user. */
export function useBoard(symbol: string): Board {
  const userId = useAppSelector(selectUser)?.id;
  const name: DrawingsName = `drawings:${symbol}`;
  const { board, sender, key } = useMemo(() => openBoard(name, userId), [name, userId]);
  useEffect(() => sender.start(), [sender]);
  useEffect(() => followTabs(board, key), [board, key]);
  const { currentData } = useListDrawingsQuery(userId === undefined ? skipToken : { name, userId });
  useEffect(() => {
    if (currentData === undefined) return;
    const there = currentData[0];
    const isNew = there === undefined && board.records().length === 0;
    if (isNew) adoptVisitors(board, name);
    sender.send(board.merge(there === undefined ? [] : readDrawings(contentOf(there.value))));
  }, [board, sender, currentData, name]);
  return board;
}

function openBoard(name: DrawingsName, userId: UserId | undefined) {
  const key = drawingsKey(ownerKeyOf(userId), name);
  const sender = createSender(name, userId !== undefined);
  const storage = {
    read: () => readDrawings(readJson(key)),
    write: (all: readonly DrawingRecord[]) => void writeJson(key, all),
    onChanged: sender.send,
  };
  return { key, sender, board: createBoard(storage, () => serverTimeMs(Date.now())) };
}

/** A user who never drew here takes over what they drew before the login. */
function adoptVisitors(board: Board, name: DrawingsName): void {
  const key = drawingsKey(ownerKeyOf(undefined), name);
  board.merge(readDrawings(readJson(key)));
  removeKey(key);
}

/** Another tab has stored drawings. */
function followTabs(board: Board, key: string): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) board.merge(readDrawings(readJson(key)));
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** Sends changed drawings through the outbox, each on its own: a later change of the same one replaces it there. */
function createSender(name: DrawingsName, isOn: boolean) {
  const waiting = new Map<string, DrawingRecord>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sendNow = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const record of waiting.values()) {
      const payload = { name, value: JSON.stringify([record]) };
      // Without storage for the outbox the drawing is sent when the server's are read next.
      enqueue({ kind: 'preference', key: `${name}/${record.id}`, payload }).catch(() => undefined);
    }
    waiting.clear();
  };
  const onHidden = () => {
    if (document.visibilityState === 'hidden') sendNow();
  };
  return {
    send: (records: readonly DrawingRecord[]) => {
      if (!isOn) return;
      for (const record of records) waiting.set(record.id, record);
      if (waiting.size > 0) timer ??= setTimeout(sendNow, SEND_AFTER_MS);
    },
    start: () => {
      document.addEventListener('visibilitychange', onHidden);
      return () => {
        document.removeEventListener('visibilitychange', onHidden);
        sendNow();
      };
    },
  };
}

function contentOf(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
