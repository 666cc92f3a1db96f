import type { AddressingKey } from '../pix/addressing-key.value.ts';

/** A code on its way to whoever is to prove an e-mail address or phone. */
export interface CodeDelivery {
  /** Of this delivery alone: one that comes twice is sent once. */
  readonly id: string;
  readonly code: string;
  /** Where the code goes, and what it proves. */
  readonly key: AddressingKey;
  readonly expiresAt: Date;
  readonly partnerId: string;
  readonly correlationId: string;
}

/** The one way on which codes leave the gateway. */
export interface CodeSender {
  /** Hands a code over; false when it could not be, so that nobody waits for it. */
  send(delivery: CodeDelivery): Promise<boolean>;
}
