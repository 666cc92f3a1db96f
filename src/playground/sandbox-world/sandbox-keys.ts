import type { AddressingKeyType } from '../../bank/addressing-keys/addressing-key.enum.ts';
import { SANDBOX_BANKS, SANDBOX_PAYER } from './sandbox-world.ts';

/** Partner whose accounts have keys from the start. */
export const KEYS_PARTNER_ID = 'ACME_PAY';

interface SandboxAccountKeys {
  readonly accountNumber: string;
  /** Whether the document of its holder is a key. */
  readonly hasDocument: boolean;
  readonly evps: number;
}

/** Accounts with keys: a company and a person with room for one more, and a person at the limit. */
export const SANDBOX_ACCOUNT_KEYS: readonly SandboxAccountKeys[] = [
  { accountNumber: '100003', hasDocument: false, evps: 19 },
  { accountNumber: '200002', hasDocument: true, evps: 3 },
  { accountNumber: '200005', hasDocument: true, evps: 4 },
];

interface OtherPlayersKey {
  readonly type: AddressingKeyType;
  readonly value: string;
  readonly ownerDocument: string;
}

/** A person who is known here only by these keys, and by payments. */
const SOMEBODY_ELSE = SANDBOX_PAYER.document.value;

/** Keys of accounts at the other player. */
export const OTHER_PLAYERS_KEYS: readonly OtherPlayersKey[] = [
  { type: 'PHONE', value: '+5511987650077', ownerDocument: SOMEBODY_ELSE },
  { type: 'EMAIL', value: 'taken@example.com', ownerDocument: SOMEBODY_ELSE },
  { type: 'EMAIL', value: 'mine.elsewhere@example.com', ownerDocument: '10020030320' },
];

export const OTHER_PLAYERS_ISPB = SANDBOX_BANKS[1].ispb;
