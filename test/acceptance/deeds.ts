import { randomUUID } from 'node:crypto';
import { simulateCashIn, cashInInput } from '../support/cash-ins.ts';
import { openAccount } from '../support/customers.ts';
import { lastDays } from '../support/days.ts';
import type { AnyGateway } from '../support/gateway.ts';
import { createPocket, pocketInput } from '../support/pockets.ts';
import type { KnownPocket, Ledger } from './ledger.ts';

/** A key replays its pocket for six minutes; this is less, to allow for slow machines. */
const REPLAY_MS_MAX = 5 * 60_000;
/** A sandbox customer that can have any number of accounts, and how many pockets each has room for. */
const CUSTOMER = '10020030169';
const POCKETS_PER_ACCOUNT = 3;

const SEARCH = `query ($filter: WebhookMessageFilter!) {
  webhookMessages(first: 20, filter: $filter) {
    totalCount
    nodes { id state retryCount elapsedEventCapture elapsedHttpCall nextAttemptAt attempts { at error elapsedHttpCall } }
  }
}`;
const LAST_EVENTS = `{ webhookEvents(last: 20) {
  totalCount nodes { id name occurredAt payload messages { id state elapsedEventCapture } } } }`;

/** A cash-in is received, then cleared. */
const EVENTS_OF_CASH_IN = 2;

/** What a partner does in everyday use; each method throws if the answer is not the expected one. */
export class Deeds {
  private readonly gateway: AnyGateway;
  private readonly ledger: Ledger;
  private account = { number: '', room: 0 };

  constructor(gateway: AnyGateway, ledger: Ledger) {
    this.gateway = gateway;
    this.ledger = ledger;
  }

  /** Simulates a cash-in; the ledger records those of ACME_PAY. */
  async cashIn(accountNumber: string, rail: 'PIX' | 'TED', client = 'acme-pay'): Promise<void> {
    const result = await simulateCashIn(this.gateway, cashInInput({ accountNumber, rail }), { client });
    expectName(result, 'SimulateCashInSuccess');
    if (client === 'acme-pay') this.ledger.cashIns.set(result.cashIn.id, EVENTS_OF_CASH_IN);
  }

  async pocket(): Promise<void> {
    await this.pocketOn(await this.accountWithRoom(), randomUUID());
  }

  /** Creates a pocket with a key; the key stays in `unanswered` if no answer arrives. */
  async pocketOn(accountNumber: string, key: string): Promise<void> {
    this.ledger.unanswered.set(key, accountNumber);
    const result = await createPocket(this.gateway, pocketInput({ idempotencyKey: key, accountNumber }));
    expectName(result, 'CreatePocketSuccess');
    this.ledger.unanswered.delete(key);
    const atMs = performance.now();
    this.ledger.pockets.set(key, { key, number: result.pocket.number, accountNumber, atMs });
    this.ledger.keep({ id: result.pocket.id, __typename: 'Pocket' });
  }

  /** Sends the newest keys again. */
  async replay(count = 1): Promise<void> {
    for (const { key, accountNumber, number } of this.fresh().slice(-count)) {
      const result = await createPocket(this.gateway, pocketInput({ idempotencyKey: key, accountNumber }));
      if (result.replayed !== true || result.pocket.number !== number)
        throw new Error(`The key of ${number} was answered with ${JSON.stringify(result)}.`);
    }
  }

  /** Sends the newest key with another label. */
  async reuse(): Promise<void> {
    const [pocket] = this.fresh().slice(-1);
    if (pocket === undefined) return;
    const changes = { idempotencyKey: pocket.key, accountNumber: pocket.accountNumber, label: 'Another' };
    expectCode(await createPocket(this.gateway, pocketInput(changes)), 'IDEMPOTENCY_KEY_REUSED');
  }

  /** Tries to create a pocket, which must be refused with this code. */
  async refused(accountNumber: string, code: string, client = 'acme-pay'): Promise<void> {
    expectCode(await createPocket(this.gateway, pocketInput({ accountNumber }), { client }), code);
  }

  /** Queries the newest events and messages. */
  async look(client = 'acme-pay'): Promise<void> {
    await this.gateway.data({ query: LAST_EVENTS, client });
    await this.gateway.data({ query: SEARCH, variables: { filter: lastDays() }, client });
  }

  /** Returns an account of ACME_PAY with room for a pocket, and reserves that room. */
  async accountWithRoom(): Promise<string> {
    if (this.account.room === 0) {
      const { account } = await openAccount(this.gateway, CUSTOMER);
      this.account = { number: account.number, room: POCKETS_PER_ACCOUNT };
      this.ledger.keep({ id: account.id, __typename: 'PaymentAccount' });
    }
    this.account.room -= 1;
    return this.account.number;
  }

  /** Returns the pockets whose keys must still replay them. */
  private fresh(): readonly KnownPocket[] {
    return [...this.ledger.pockets.values()].filter(({ atMs }) => performance.now() - atMs < REPLAY_MS_MAX);
  }
}

function expectName(result: { __typename: string }, name: string): void {
  if (result.__typename !== name) throw new Error(`${name} was wanted, and came ${JSON.stringify(result)}.`);
}

function expectCode(result: { code?: string }, code: string): void {
  if (result.code !== code) throw new Error(`${code} was wanted, and came ${JSON.stringify(result)}.`);
}
