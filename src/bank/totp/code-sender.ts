import type { AddressingKey } from '../addressing-keys/addressing-key.value.ts';

/** A code to verify an e-mail address or phone. */
export interface CodeToSend {
  /** Of this delivery only: one that comes twice is sent once. */
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
  send(code: CodeToSend): Promise<boolean>;
}

/** How codes reach their holders: by a sender, or, in sandbox mode, not at all: the caller is shown them. */
export type CodeDelivery = CodeSender | 'shown to the caller' | 'not configured';
