import { randomUUID } from 'node:crypto';
import type { GraphqlBody } from '../../support/gateway.ts';
import { accountInput, CREATE_TOTP, REGISTER_PIX_ENTRY, VALIDATE_TOTP } from '../../support/pix.ts';
import { newMobile } from '../../support/customers.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { HistoryAccount } from './accounts.ts';
import { History } from './history.ts';
import { oncePerKey, type KeyedState } from './once-per-key.model.ts';
import {
  pixCallsOf,
  pixEntriesModel,
  type PixAnswer,
  type PixOperation,
  type PixRegistration,
  type PixState,
} from './pix-entries.model.ts';
import { read, type Request, type Site } from './site.ts';

const LIST = `query ($number: String!) {
  paymentAccount(number: $number) { pixEntries { createdAt addressingKey { type value } } }
}`;
const REGISTER = REGISTER_PIX_ENTRY.replace('... on RegisterPixEntrySuccess {', '$& replayed');
const LIST_FRACTION = 0.15;
/** How often a request is sent without its key. */
const KEYLESS_FRACTION = 0.5;

/** Pix keys of accounts of two partners that want the same ones, and have no room for all. */
export class PixHistory extends History<KeyedState<PixState>, PixOperation, PixAnswer> {
  protected readonly looks: readonly PixOperation[];
  private readonly accounts: readonly HistoryAccount[];
  /** More keys for each account than it has room for. */
  protected readonly everything: PixRegistration[] = [];

  constructor(site: Site, accounts: readonly HistoryAccount[]) {
    const limits = Object.fromEntries(accounts.map(({ number, keysMax }) => [number, keysMax]));
    super(`Pix keys of ${Object.keys(limits).join(', ')}`, site, oncePerKey(pixEntriesModel(limits)));
    this.accounts = accounts;
    this.looks = accounts.map(({ number }) => ({ list: number }));
  }

  override async begin(): Promise<void> {
    const shared = [newEmail(), newEmail(), newPhone()];
    const ofAccount = async (account: HistoryAccount): Promise<PixRegistration[]> => {
      const { number, document, documentType } = account;
      const wanted = [...shared, newEmail(), newPhone()];
      const proven = await Promise.all(wanted.map((key) => this.prove(account, key)));
      return [...proven, { account: number, type: documentType, value: document }, { account: number, type: 'EVP' }];
    };
    const wantedKeys = (await Promise.all(this.accounts.map(ofAccount))).flat();
    this.everything.push(...wantedKeys.map((operation) => ({ ...operation, key: randomUUID() })));
    await super.begin();
  }

  protected draw(random: SeededRandom): PixOperation {
    const [look] = random.shuffled(this.looks);
    const [operation] = random.shuffled(this.everything);
    if (look === undefined || operation === undefined) throw new Error('There are no accounts.');
    if (random.fraction() < LIST_FRACTION) return look;
    if (random.fraction() >= KEYLESS_FRACTION) return operation;
    const { key: _, ...keyless } = operation;
    return keyless;
  }

  protected requestOf(operation: PixOperation): Request {
    const number = 'list' in operation ? operation.list : operation.account;
    const partner = this.partnerOf(number);
    if ('list' in operation) return { partner, field: 'paymentAccount', query: LIST, variables: { number } };
    const { type, value, hash: transactionalHash, key: idempotencyKey } = operation;
    const input = { addressingKey: { type, value }, account: accountInput(number), transactionalHash, idempotencyKey };
    return { partner, field: 'registerPixEntry', query: REGISTER, variables: { input } };
  }

  protected answerOf(_: PixOperation, data: NonNullable<GraphqlBody['data']>): PixAnswer {
    if (data.code !== undefined) return { code: data.code };
    const entries: readonly Entry[] | undefined = data.pixEntries;
    if (entries !== undefined) return { entries: entries.map(shownEntry) };
    const entry = shownEntry(data.entry);
    return { ...entry, ...{ id: entry.value, replayed: data.replayed } };
  }

  protected stateOf(answers: readonly PixAnswer[]): KeyedState<PixState> {
    const entries = Object.entries(this.shownBy(answers)).flatMap(([account, shown]) =>
      shown.map(({ type, value, createdAt }) => ({ account, type, value, createdAt: { at: createdAt } })),
    );
    return { state: { entries, spent: [] }, made: {} };
  }

  protected callsThatCount(last: readonly PixAnswer[]) {
    return pixCallsOf(this.calls, this.shownBy(last));
  }

  /** Answers are in the order of the accounts. */
  private shownBy(answers: readonly PixAnswer[]) {
    return Object.fromEntries(
      answers.map((answer, index) => [this.accounts[index]?.number ?? '', 'entries' in answer ? answer.entries : []]),
    );
  }

  private partnerOf(number: string) {
    const account = this.accounts.find((one) => one.number === number);
    if (account === undefined) throw new Error(`There is no account ${number}.`);
    return this.site.partners[account.client];
  }

  private async prove({ number, document }: HistoryAccount, addressingKey: ProvenKey): Promise<PixRegistration> {
    const partner = this.partnerOf(number);
    const input = { documentNumber: document, addressingKey };
    const { createTotp } = await read(this.site, partner, CREATE_TOTP, { input });
    const { hash, sandboxCode: code } = createTotp;
    const { validateTotp } = await read(this.site, partner, VALIDATE_TOTP, { input: { hash, code } });
    return { account: number, ...addressingKey, hash: validateTotp.transactionalHash };
  }
}

interface ProvenKey {
  readonly type: 'EMAIL' | 'PHONE';
  readonly value: string;
}

function newEmail(): ProvenKey {
  return { type: 'EMAIL', value: `${randomUUID()}@example.com` };
}

function newPhone(): ProvenKey {
  return { type: 'PHONE', value: `+55${newMobile()}` };
}

interface Entry {
  readonly createdAt: string;
  readonly addressingKey: { readonly type: string; readonly value: string };
}

function shownEntry({ createdAt, addressingKey: { type, value } }: Entry) {
  return { type, value, createdAt: Date.parse(createdAt) };
}
