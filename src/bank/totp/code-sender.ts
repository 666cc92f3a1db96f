import type { AddressingKey } from '../addressing-keys/addressing-key.value.ts';

/** A code to verify an e-mail address or phone. */
export interface CodeToSend {
  /** Idempotency key of this delivery: a code that is received twice is sent once. */
  readonly id: string;
  readonly code: string;
  /** Where the code goes, and what it proves. */
  readonly key: AddressingKey;
  readonly expiresAt: Date;
  readonly partnerId: string;
  readonly correlationId: string;
}

/** Sends codes out of the gateway. */
export interface CodeSender {
  /** Delivers a code to the sender; false if that fails, so that no code is awaited. */
  send(code: CodeToSend): Promise<boolean>;
}

/** How codes are delivered: by a sender or, in sandbox mode, only in the response to the caller. */
export type CodeDelivery = CodeSender | 'shown to the caller' | 'not configured';
