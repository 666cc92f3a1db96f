/**
 * The partners, persons and events that a sandbox begins with.
 * @packageDocumentation
 */

import type { AccountStatus } from '../../bank/accounts/account.enum.ts';
import type { CustomerStatus } from '../../bank/customers/customer-status.enum.ts';

/** The institution that holds all accounts of the sandbox (ours), and another player. */
export const SANDBOX_BANKS = [
  { ispb: '99990001', code: '990', name: 'Banco Exemplo S.A.' },
  { ispb: '99990002', code: '991', name: 'Outro Banco S.A.' },
] as const;

/** Branch of all accounts. */
export const SANDBOX_BRANCH = '0001';

interface SandboxAccount {
  readonly number: string;
  /** A CPF makes the holder a person, a CNPJ a company. */
  readonly holderDocument: string;
  readonly status?: AccountStatus;
}

export interface SandboxPartner {
  readonly id: string;
  readonly name: string;
  /** Client of the sandbox issuer. */
  readonly clientId: string;
  /** Whether the program of its accounts has pockets, and terms on which new accounts are opened. */
  readonly pocketsConfigured: boolean;
  readonly pocketLimit: number;
  readonly accounts: readonly SandboxAccount[];
}

/** Partners of the sandbox, with one for each refusal that a partner's contract causes. */
export const SANDBOX_PARTNERS: readonly SandboxPartner[] = [
  {
    id: 'ACME_PAY',
    name: 'Acme Pay',
    clientId: 'acme-pay',
    pocketsConfigured: true,
    pocketLimit: 3,
    accounts: [
      { number: '100001', holderDocument: '99000001000101' },
      { number: '100002', holderDocument: '99000002000148', status: 'CLOSED' },
      { number: '100003', holderDocument: '99000001000101' },
      { number: '200001', holderDocument: '10020030169' },
      { number: '200002', holderDocument: '10020030320' },
      { number: '200003', holderDocument: '10020030320' },
      { number: '200004', holderDocument: '10020030916' },
      { number: '200005', holderDocument: '10020031050' },
    ],
  },
  {
    id: 'BETA_PAY',
    name: 'Beta Pay',
    clientId: 'beta-pay',
    pocketsConfigured: false,
    pocketLimit: 3,
    accounts: [{ number: '300001', holderDocument: '10020031130' }],
  },
  {
    id: 'GAMA_PAY',
    name: 'Gama Pay',
    clientId: 'gama-pay',
    pocketsConfigured: true,
    pocketLimit: 0,
    accounts: [{ number: '400001', holderDocument: '10020031211' }],
  },
];

/** Names of the holders, by document. */
export const SANDBOX_HOLDER_NAMES: Readonly<Record<string, string>> = {
  '99000001000101': 'Padaria Exemplo Ltda.',
  '99000002000148': 'Oficina Exemplo Ltda.',
  '10020030169': 'Ana Exemplo',
  '10020030320': 'Bruno Exemplo',
  '10020030916': 'Carla Exemplo',
  '10020031050': 'Diego Exemplo',
  '10020031130': 'Elisa Exemplo',
  '10020031211': 'Fábio Exemplo',
};

/** Who pays all cash-ins of the sandbox: a person with an account at the other player. */
export const SANDBOX_PAYER = {
  document: { value: '10020039972', type: 'CPF' },
  type: 'CUSTOMER',
  name: 'Gustavo Exemplo',
  account: { branch: SANDBOX_BRANCH, number: '900001', type: 'CHECKING', bank: SANDBOX_BANKS[1] },
} as const;

/** Holders whose registration is not APPROVED, and does not change. */
export const SANDBOX_REGISTRATIONS: Readonly<Record<string, CustomerStatus>> = { '10020030916': 'PENDING_APPROVAL' };

/** Persons whose registration is always rejected (ours). */
export const SANDBOX_REPROVED_CPFS: readonly string[] = [
  ...['99900000188', '99900000269', '99900000340', '99900000420', '99900000501', '99900000692'],
];
