import { randomUUID } from 'node:crypto';
import { cashInInput, SIMULATE_CASH_IN } from '../../support/cash-ins.ts';
import type { GraphqlBody } from '../../support/gateway.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { HistoryAccount } from './accounts.ts';
import type { EventNames } from './event-log.rules.ts';
import { History } from './history.ts';
import { oncePerKey, type KeyedState, type Replayable } from './once-per-key.model.ts';
import type { Request, Site } from './site.ts';

/** A payment that arrives; each key identifies one. */
interface CashInOperation {
  readonly key: string;
  readonly amount: string;
  readonly rail: 'PIX' | 'TED';
}

type CashInAnswer = Replayable | { readonly code: string };

const KEYS = 12;
const NEW_FRACTION = 0.5;
const REUSED_FRACTION = 0.1;
const SIMULATE = SIMULATE_CASH_IN.replace('... on SimulateCashInSuccess {', '$& replayed');

/** Cash-ins of an account: each is a transaction with two events, or one. */
export class CashInHistory extends History<KeyedState<number>, CashInOperation, CashInAnswer> {
  protected readonly looks = [];
  protected readonly everything: readonly CashInOperation[] = Array.from({ length: KEYS }, (_, nth) => ({
    key: randomUUID(),
    amount: '10.50',
    rail: nth % 3 === 0 ? 'TED' : 'PIX',
  }));
  private readonly account: HistoryAccount;

  constructor(site: Site, account: HistoryAccount) {
    super(`cash-ins of ${account.number}`, site, oncePerKey(PAYMENTS));
    this.account = account;
  }

  protected draw(random: SeededRandom): CashInOperation {
    const [operation] = random.shuffled(this.everything);
    if (operation === undefined) throw new Error('There are no keys.');
    if (random.fraction() < NEW_FRACTION) return { ...operation, key: randomUUID() };
    return random.fraction() < REUSED_FRACTION ? { ...operation, amount: '11.00' } : operation;
  }

  protected requestOf({ key, ...operation }: CashInOperation): Request {
    const { client, number } = this.account;
    const input = cashInInput({ idempotencyKey: key, accountNumber: number, ...operation });
    return { partner: this.site.partners[client], field: 'simulateCashIn', query: SIMULATE, variables: { input } };
  }

  protected answerOf(_: CashInOperation, data: NonNullable<GraphqlBody['data']>): CashInAnswer {
    return data.code === undefined ? { id: data.cashIn.id, replayed: data.replayed } : { code: data.code };
  }

  protected override eventsOf({ rail }: CashInOperation): EventNames {
    return {
      events: [`${rail}_CASH_IN_WAS_RECEIVED`, `${rail}_CASH_IN_WAS_CLEARED`],
    };
  }

  protected stateOf() {
    return { state: 0, made: {} };
  }

  protected callsThatCount() {
    return this.calls;
  }
}

/** A model that counts payments. */
const PAYMENTS = {
  after: (count: number, { answer }: { readonly answer: CashInAnswer | undefined }) =>
    answer === undefined || 'id' in answer ? count + 1 : undefined,
  keyOf: String,
  namesOf: ({ operation }: { readonly operation: CashInOperation }) => [operation.key],
};
