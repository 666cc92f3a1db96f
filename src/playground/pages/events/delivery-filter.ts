import type { Delivery, DeliveryState } from './operations.ts';

/** Selects the deliveries to show; an empty string matches all. */
export interface DeliveryFilter {
  readonly state: DeliveryState | '';
  readonly eventName: string;
  readonly text: string;
}

export const EVERYTHING: DeliveryFilter = { state: '', eventName: '', text: '' };

export function isWanted(delivery: Delivery, { state, eventName, text }: DeliveryFilter): boolean {
  if (state !== '' && delivery.state !== state) return false;
  if (eventName !== '' && delivery.eventName !== eventName) return false;
  const { id, destination, configuration, event } = delivery;
  return [id, destination, configuration?.name ?? '', event.entityId].some((shown) =>
    shown.toLowerCase().includes(text.trim().toLowerCase()),
  );
}
