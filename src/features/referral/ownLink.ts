/** The link that others register by. */
import { linkOf, type Invitation } from '@halyard/contract/referral/calls';

/** Absolute: where the exchange does not know its own address, it is where the app came from. */
export function ownLink(invitation: Pick<Invitation, 'shareUrl' | 'invitationCode'>): string {
  return new URL(linkOf(invitation), window.location.href).href;
}
