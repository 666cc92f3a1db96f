import { randomUUID } from 'node:crypto';
import type { GraphqlBody } from '../../support/gateway.ts';
import { CREATE_TOTP, VALIDATE_TOTP } from '../../support/pix.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { HistoryAccount } from './accounts.ts';
import { repeated, type Call, type Model } from './find-order.ts';
import { History } from './history.ts';
import { read, type Request, type Site } from './site.ts';

/** The right code of a challenge. */
interface TotpAsked {
  readonly hash: string;
  readonly code: string;
}

type TotpAnswer = { readonly transactionalHash: string } | { readonly code: string };

const CHALLENGES = 8;

/** Codes of one holder, each of which proves something once. */
export class TotpHistory extends History<readonly string[], TotpAsked, TotpAnswer> {
  protected readonly looks = [];
  protected readonly everything: TotpAsked[] = [];
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

  protected draw(random: SeededRandom): TotpAsked {
    const [asked] = random.shuffled(this.everything);
    if (asked === undefined) throw new Error('There are no challenges.');
    return asked;
  }

  protected requestOf(input: TotpAsked): Request {
    const partner = this.site.partners[this.account.client];
    return { partner, field: 'validateTotp', query: VALIDATE_TOTP, variables: { input } };
  }

  protected answerOf(_: TotpAsked, data: NonNullable<GraphqlBody['data']>): TotpAnswer {
    return data.code === undefined ? { transactionalHash: data.transactionalHash } : { code: data.code };
  }

  protected stateOf() {
    return [];
  }

  protected callsThatCount() {
    return this.calls;
  }
}

/** The state are challenges that have been used. */
const EACH_ONCE: Model<readonly string[], TotpAsked, TotpAnswer> = {
  after(used, { asked: { hash }, answer }: Call<TotpAsked, TotpAnswer>) {
    const isUsed = used.includes(hash);
    if (answer !== undefined && 'code' in answer)
      return isUsed && answer.code === 'INVALID_TOTP_CODE' ? used : undefined;
    if (isUsed) return answer === undefined ? used : undefined;
    return [...used, hash].toSorted();
  },
  keyOf: (used) => used.join(),
  impossible(calls) {
    const hash = repeated(
      calls.flatMap(({ asked, answer }) => (answer && 'transactionalHash' in answer ? asked.hash : [])),
    );
    return hash && `The challenge ${hash} was passed more than once.`;
  },
  namesOf: ({ asked: { hash } }) => [hash],
};
