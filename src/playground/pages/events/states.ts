import type { BreakerState, DeliveryState } from './operations.ts';

/** States of deliveries in the order in which they are drawn, with the words and marks that show them. */
export const STATES = [
  { state: 'SUCCESS', title: 'Delivered', mark: '✓' },
  { state: 'FAILED', title: 'Failed', mark: '✕' },
  { state: 'HOLD', title: 'Held', mark: '‖' },
] as const satisfies readonly { readonly state: DeliveryState; readonly title: string; readonly mark: string }[];

export const BREAKER_TITLES: Readonly<Record<BreakerState, string>> = {
  CLOSED: 'Sending',
  OPEN: 'Resting',
  HALF_OPEN: 'Trying again',
};
