import { refuserOf, type RefusalTable } from './domain-error.ts';

/** Refusals of idempotency keys. */
export const idempotencyRefusals = {
  IDEMPOTENCY_KEY_REUSED: {
    origin: 'GATEWAY',
    status: 409,
    message: 'The idempotency key was used with another input within the last <window>.',
    portuguese: 'A chave de idempotência já foi usada com outros dados: ela vale por <window>.',
    condition: 'the idempotency key was already used with another input',
    path: ['idempotencyKey'],
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(idempotencyRefusals);

const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_DAY = 86_400;

/** @param windowSeconds how long a key replays its result: whole minutes, or whole days */
export function idempotencyKeyReused(windowSeconds: number) {
  const window =
    windowSeconds < SECONDS_PER_DAY
      ? `${windowSeconds / SECONDS_PER_MINUTE} minutes`
      : `${windowSeconds / SECONDS_PER_DAY} days`;
  return refuse('IDEMPOTENCY_KEY_REUSED', {}, { window });
}

export type IdempotencyKeyReused = ReturnType<typeof idempotencyKeyReused>;
