/** When to show the install prompt unasked: after an action of regular use. */
import { addListener } from '@reduxjs/toolkit';
import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  mayOffer,
  noteDismissal,
  noteVisit,
  readInstallRecord,
  VISITS_MIN,
} from '../../domain/install/installRecord.ts';
import { useInstallWay } from '../../domain/install/useInstallWay.ts';
import { isBusy } from '../../shared/pwa/busy.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';

/** Delay that leaves time to see the action's result. The prompt never opens over another sheet. */
const CHECK_EVERY_MS = 1500;
/** Calls of regular use: an order was placed, a deposit declared. */
const MEANINGFUL: ReadonlySet<unknown> = new Set(['POST coin/trade', 'POST wallet/charge_req']);

/** Whether to show the prompt now, how the app would be installed, and the answers to it. */
export function useInstallOffer() {
  const { way, install } = useInstallWay();
  const isUsed = useIsUsed();
  const [isOpen, setOpen] = useState(false);
  const [isAnswered, setAnswered] = useState(false);
  const isPossible = way === 'prompt' || way === 'share' || way === 'inApp';
  useEffect(() => {
    if (!isPossible || isOpen || isAnswered) return undefined;
    const timer = setInterval(() => {
      if (!isUsed() || !mayOffer(readInstallRecord(), Date.now())) clearInterval(timer);
      else if (!isBusy() && document.querySelector('[role="dialog"]') === null) setOpen(true);
    }, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isPossible, isOpen, isAnswered, isUsed]);
  const close = useCallback(() => {
    setOpen(false);
    setAnswered(true);
  }, []);
  const dismiss = useCallback(() => {
    noteDismissal(Date.now());
    close();
  }, [close]);
  const accept = useCallback(async () => {
    close();
    await install();
  }, [close, install]);
  return { isOpen: isOpen && isPossible, way, dismiss, accept } as const;
}

/**
 * Returns a check for regular use: a deposit was declared, an order placed, or a second page opened on the third visit.
 * Never true on the first page. The function changes whenever its answer may have.
 */
function useIsUsed(): () => boolean {
  const dispatch = useAppDispatch();
  const { key } = useLocation();
  const [firstKey] = useState(key);
  const [hasActed, setActed] = useState(false);
  useEffect(() => {
    noteVisit(Date.now());
  }, [key]);
  useEffect(() => {
    const unlisten: unknown = dispatch(addListener({ predicate: isMeaningful, effect: () => setActed(true) }));
    return () => {
      if (typeof unlisten === 'function') unlisten();
    };
  }, [dispatch]);
  const isLater = key !== firstKey;
  return useCallback(() => hasActed || (isLater && readInstallRecord().visits >= VISITS_MIN), [hasActed, isLater]);
}

// Matched by name (of the call, for money mutations), because importing the endpoints would load their code.
function isMeaningful(action: { readonly type: string }): boolean {
  if (action.type !== 'api/executeMutation/fulfilled') return false;
  const { meta } = action as { readonly meta?: { readonly arg?: { readonly endpointName?: unknown } } };
  return MEANINGFUL.has(meta?.arg?.endpointName);
}
