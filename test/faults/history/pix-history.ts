import { randomUUID } from 'node:crypto';
import type { GraphqlBody } from '../../support/gateway.ts';
import { accountInput, CREATE_TOTP, REGISTER_PIX_ENTRY, VALIDATE_TOTP } from '../../support/pix.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { HistoryAccount } from './accounts.ts';
import { History, type Request, type Site } from './history.ts';
import { pixCallsOf, pixEntriesModel, type PixAnswer, type PixAsked, type PixState } from './pix-entries.model.ts';

const LIST = `query ($number: String!) {
  paymentAccount(number: $number) { pixEntries { createdAt addressingKey { type value } } }
}`;
/** E-mail addresses that all accounts of a group want. */
const EMAILS = 3;
const LIST_FRACTION = 0.15;
const EVP_FRACTION = 0.15;
const DOCUMENT_FRACTION = 0.1;

/** Keys of accounts of two partners that want the same ones, and have no room for all. */
export class PixHistory extends History<PixState, PixAsked, PixAnswer> {
  protected readonly looks: readonly PixAsked[];
  private readonly accounts: readonly HistoryAccount[];
  /** Registrations of e-mail addresses, each with a hash of its own. */
  private readonly proven: PixAsked[] = [];

  constructor(site: Site, accounts: readonly HistoryAccount[]) {
    const limits = Object.fromEntries(accounts.map(({ number, keysMax }) => [number, keysMax]));
    super(`Pix keys of ${Object.keys(limits).join(', ')}`, site, pixEntriesModel(limits));
    this.accounts = accounts;
    this.looks = accounts.map(({ number }) => ({ list: number }));
  }

  override async begin(): Promise<void> {
    for (let email = 0; email < EMAILS; email += 1) {
      const value = `${randomUUID()}@example.com`;
      for (const account of this.accounts) this.proven.push(await this.prove(account, value));
    }
    await super.begin();
  }

  protected draw(random: SeededRandom): PixAsked {
    const [account] = random.shuffled(this.accounts);
    if (account === undefined) throw new Error('There are no accounts.');
    const { number, document, documentType } = account;
    const drawn = random.fraction();
    if (drawn < LIST_FRACTION) return { list: number };
    if (drawn < LIST_FRACTION + EVP_FRACTION) return { account: number, type: 'EVP' };
    if (drawn < LIST_FRACTION + EVP_FRACTION + DOCUMENT_FRACTION)
      return { account: number, type: documentType, value: document };
    return random.shuffled(this.proven)[0] ?? { list: number };
  }

  protected requestOf(asked: PixAsked): Request {
    const number = 'list' in asked ? asked.list : asked.account;
    const partner = this.partnerOf(number);
    if ('list' in asked) return { partner, field: 'paymentAccount', query: LIST, variables: { number } };
    const { type, value, hash: transactionalHash } = asked;
    const input = { addressingKey: { type, value }, account: accountInput(number), transactionalHash };
    return { partner, field: 'registerPixEntry', query: REGISTER_PIX_ENTRY, variables: { input } };
  }

  protected answerOf(_: PixAsked, data: NonNullable<GraphqlBody['data']>): PixAnswer {
    if (data.code !== undefined) return { code: data.code };
    const entries: readonly Entry[] | undefined = data.pixEntries;
    return entries === undefined ? shownEntry(data.entry) : { entries: entries.map(shownEntry) };
  }

  protected stateOf(answers: readonly PixAnswer[]): PixState {
    const entries = Object.entries(this.shownBy(answers)).flatMap(([account, shown]) =>
      shown.map(({ type, value, createdAt }) => ({ account, type, value, createdAt: { at: createdAt } })),
    );
    return { entries, spent: [] };
  }

  protected callsThatCount(last: readonly PixAnswer[]) {
    return pixCallsOf(this.calls, this.shownBy(last));
  }

  /** Answers come in the order of the accounts. */
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

  private async prove({ number, document }: HistoryAccount, value: string): Promise<PixAsked> {
    const partner = this.partnerOf(number);
    const { anyApi } = this.site.estate;
    const input = { documentNumber: document, addressingKey: { type: 'EMAIL', value } };
    const created = await partner.post(anyApi, { query: CREATE_TOTP, variables: { input } });
    const { hash, sandboxCode: code } = created.data?.createTotp ?? {};
    const validated = await partner.post(anyApi, { query: VALIDATE_TOTP, variables: { input: { hash, code } } });
    const proof: unknown = validated.data?.validateTotp?.transactionalHash;
    if (typeof proof !== 'string') throw new Error(`No hash: ${JSON.stringify([created, validated])}`);
    return { account: number, type: 'EMAIL', value, hash: proof };
  }
}

interface Entry {
  readonly createdAt: string;
  readonly addressingKey: { readonly type: string; readonly value: string };
}

function shownEntry({ createdAt, addressingKey: { type, value } }: Entry) {
  return { type, value, createdAt: Date.parse(createdAt) };
}
