import { useEffect, useRef } from 'react';
import type { UserId } from '@halyard/contract/calls/ids';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { useListPreferencesQuery } from './followApi.ts';
import { followUser, type Follower } from './followUser.ts';

/** Makes the settings that follow the user so on this device, and what he chooses here so on his others, while it is in use. */
export function useFollowUser(userId: UserId): void {
  const dispatch = useAppDispatch();
  const { currentData } = useListPreferencesQuery(userId);
  const follower = useRef<Follower>(undefined);
  useEffect(() => {
    const started = dispatch((inner, getState) => followUser({ dispatch: inner, getState }, userId));
    follower.current = started;
    return started.stop;
  }, [dispatch, userId]);
  useEffect(() => {
    if (currentData !== undefined) void follower.current?.take(currentData);
  }, [userId, currentData]);
}
