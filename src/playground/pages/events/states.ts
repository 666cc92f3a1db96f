import type { BreakerState, DeliveryState } from './operations.ts';

/** States of deliveries in drawing order, with their titles and marks. */
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
