/** When to offer by itself to put the app on the home screen: after something was done that means that it is used. */
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

/** What was done is looked at first; and a sheet never opens over another one. */
const LOOK_EVERY_MS = 1500;
/** Calls after which the app is one that is used: an order was placed, a deposit declared. */
const MEANINGFUL: ReadonlySet<unknown> = new Set(['POST coin/trade', 'POST wallet/charge_req']);

/** Whether the offer stands now, how the app would be installed, and the answers to it. */
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
    }, LOOK_EVERY_MS);
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
 * Tells whether a deposit was declared, an order placed, or a second page is looked at on the third visit: never the
 * first page that is seen. Another function whenever that may have changed.
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

// By its name, which for money writes is that of the call: the endpoints themselves would come along with their code.
function isMeaningful(action: { readonly type: string }): boolean {
  if (action.type !== 'api/executeMutation/fulfilled') return false;
  const { meta } = action as { readonly meta?: { readonly arg?: { readonly endpointName?: unknown } } };
  return MEANINGFUL.has(meta?.arg?.endpointName);
}
