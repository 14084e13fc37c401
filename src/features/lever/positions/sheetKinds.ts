/** What can be done with a position or an order, each in a sheet of its own. */
import type { ContractPosition } from '@halyard/contract/calls/position';

export type SheetKind = 'close' | 'stops' | 'margin' | 'reverse' | 'detail';
export type OpenSheet = { readonly kind: SheetKind; readonly position: ContractPosition };
