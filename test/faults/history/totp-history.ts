import { randomUUID } from 'node:crypto';
import type { GraphqlBody } from '../../support/gateway.ts';
import { CREATE_TOTP, VALIDATE_TOTP } from '../../support/pix.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { HistoryAccount } from './accounts.ts';
import { repeated, type Call, type Model } from './find-order.ts';
import { History } from './history.ts';
import { read, type Request, type Site } from './site.ts';

/** A challenge and its correct code. */
interface TotpOperation {
  readonly hash: string;
  readonly code: string;
}

type TotpAnswer = { readonly transactionalHash: string } | { readonly code: string };

const CHALLENGES = 8;

/** One-time codes of one holder, each of which is valid once. */
export class TotpHistory extends History<readonly string[], TotpOperation, TotpAnswer> {
  protected readonly looks = [];
  protected readonly everything: TotpOperation[] = [];
  private readonly account: HistoryAccount;

  constructor(site: Site, account: HistoryAccount) {
    super(`codes of ${account.number}`, site, EACH_ONCE);
    this.account = account;
  }

  override async begin(): Promise<void> {
    const partner = this.site.partners[this.account.client];
    const challenges = Array.from({ length: CHALLENGES }, async () => {
      const addressingKey = { type: 'EMAIL', value: `${randomUUID()}@example.com` };
      const input = { documentNumber: this.account.document, addressingKey };
      const { createTotp } = await read(this.site, partner, CREATE_TOTP, { input });
      return { hash: createTotp.hash, code: createTotp.sandboxCode };
    });
    this.everything.push(...(await Promise.all(challenges)));
    await super.begin();
  }

  protected draw(random: SeededRandom): TotpOperation {
    const [operation] = random.shuffled(this.everything);
    if (operation === undefined) throw new Error('There are no challenges.');
    return operation;
  }

  protected requestOf(input: TotpOperation): Request {
    const partner = this.site.partners[this.account.client];
    return { partner, field: 'validateTotp', query: VALIDATE_TOTP, variables: { input } };
  }

  protected answerOf(_: TotpOperation, data: NonNullable<GraphqlBody['data']>): TotpAnswer {
    return data.code === undefined ? { transactionalHash: data.transactionalHash } : { code: data.code };
  }

  protected stateOf() {
    return [];
  }

  protected callsThatCount() {
    return this.calls;
  }
}

/** The state is the list of used challenges. */
const EACH_ONCE: Model<readonly string[], TotpOperation, TotpAnswer> = {
  after(used, { operation: { hash }, answer }: Call<TotpOperation, TotpAnswer>) {
    const isUsed = used.includes(hash);
    if (answer !== undefined && 'code' in answer)
      return isUsed && answer.code === 'INVALID_TOTP_CODE' ? used : undefined;
    if (isUsed) return answer === undefined ? used : undefined;
    return [...used, hash].toSorted();
  },
  keyOf: (used) => used.join(),
  impossible(calls) {
    const hash = repeated(
      calls.flatMap(({ operation, answer }) => (answer && 'transactionalHash' in answer ? operation.hash : [])),
    );
    return hash && `The challenge ${hash} was passed more than once.`;
  },
  namesOf: ({ operation: { hash } }) => [hash],
};
