import type { Delivery, DeliveryState } from './operations.ts';

/** Selects the deliveries to show; an empty string matches all. */
export interface DeliveryFilter {
  readonly state: DeliveryState | '';
  readonly eventName: string;
  readonly text: string;
}

export const EVERYTHING: DeliveryFilter = { state: '', eventName: '', text: '' };

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Checks whether a text is the id of a delivery. */
export function isId(text: string): boolean {
  return ID.test(text);
}

export function isWanted(delivery: Delivery, { state, eventName, text }: DeliveryFilter): boolean {
  if (state !== '' && delivery.state !== state) return false;
  if (eventName !== '' && delivery.eventName !== eventName) return false;
  const { id, destination, configuration, event } = delivery;
  return [id, destination, configuration?.name ?? '', event.entityId].some((shown) =>
    shown.toLowerCase().includes(text.trim().toLowerCase()),
  );
}
