import { randomUUID } from 'node:crypto';
import type { GraphqlBody } from '../../support/gateway.ts';
import { CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { HistoryAccount } from './accounts.ts';
import type { EventNames } from './event-log.rules.ts';
import { History } from './history.ts';
import {
  pocketCallsOf,
  pocketsModel,
  type PocketAnswer,
  type PocketOperation,
  type PocketState,
} from './pockets.model.ts';
import type { Request, Site } from './site.ts';

const LIST = `query ($number: String!) {
  paymentAccount(number: $number) { pockets(first: 100) { nodes { number label } } }
}`;
/** How many keys there are beyond the limit of pockets. */
const KEYS_BEYOND = 3;
const LIST_FRACTION = 0.15;
const REUSED_FRACTION = 0.15;

/**
 * Pockets of an account, created with keys that are each sent repeatedly, sometimes with other input; or only once, if
 * windows of keys can expire at any time.
 */
export class PocketHistory extends History<PocketState, PocketOperation, PocketAnswer> {
  protected readonly looks = ['list'] as const;
  private readonly account: HistoryAccount;
  private readonly keys: readonly string[];
  private readonly areKeysKept: boolean;

  constructor(site: Site, account: HistoryAccount, areKeysKept: boolean) {
    super(`pockets of ${account.number}`, site, pocketsModel(account.pocketsMax));
    this.account = account;
    this.areKeysKept = areKeysKept;
    this.keys = newKeys(account.pocketsMax + KEYS_BEYOND);
  }

  protected get everything(): readonly PocketOperation[] {
    const keys = this.areKeysKept ? this.keys : newKeys(this.keys.length);
    return keys.map((key) => ({ key, label: key }));
  }

  /** Does not retry keys whose window can have expired, since they could take effect twice. */
  override async settle(): Promise<void> {
    if (this.areKeysKept) await super.settle();
  }

  protected draw(random: SeededRandom): PocketOperation {
    if (random.fraction() < LIST_FRACTION) return 'list';
    const key = this.areKeysKept ? this.keys[random.integer(0, this.keys.length - 1)] : undefined;
    if (key === undefined) {
      const once = randomUUID();
      return { key: once, label: once };
    }
    return { key, label: random.fraction() < REUSED_FRACTION ? `other ${key}` : key };
  }

  protected override eventsOf(operation: PocketOperation): EventNames | undefined {
    return operation === 'list' ? undefined : { events: ['POCKET_ACCOUNT_WAS_CREATED'] };
  }

  protected requestOf(operation: PocketOperation): Request {
    const { client, number } = this.account;
    const partner = this.site.partners[client];
    if (operation === 'list') return { partner, field: 'paymentAccount', query: LIST, variables: { number } };
    const input = pocketInput({ idempotencyKey: operation.key, accountNumber: number, label: operation.label });
    return { partner, field: 'createPocket', query: CREATE_POCKET, variables: { input } };
  }

  protected answerOf(_: PocketOperation, data: NonNullable<GraphqlBody['data']>): PocketAnswer {
    if (data.code !== undefined) return { code: data.code };
    return data.pockets === undefined
      ? { id: data.pocket.number, replayed: data.replayed }
      : { pockets: data.pockets.nodes };
  }

  protected stateOf(answers: readonly PocketAnswer[]): PocketState {
    if (shownBy(answers).length > 0) throw new Error(`There are ${this.name} already.`);
    return {};
  }

  protected callsThatCount(last: readonly PocketAnswer[]) {
    return pocketCallsOf(this.calls, shownBy(last));
  }
}

function newKeys(count: number): readonly string[] {
  return Array.from({ length: count }, () => randomUUID());
}

function shownBy(answers: readonly PocketAnswer[]) {
  return answers.flatMap((answer) => ('pockets' in answer ? answer.pockets : []));
}
