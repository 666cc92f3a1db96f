import * as v from 'valibot';
import type { Sql } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { compiled, nullableText, parameter, text, timestamptz, uuid } from '../../../platform/statements/compiled.ts';
import {
  optional,
  providerAmount,
  providerCurrency,
  providerDocument,
  providerEnum,
  providerInstant,
  providerText,
  readAs,
} from '../intents/provider-values.ts';
import { statement } from '../../../platform/statements/statement.ts';
import { AccountType } from '../../../bank/accounts/account.enum.ts';
import { AddressingKeyType } from '../../../bank/addressing-keys/addressing-key.enum.ts';
import { CashIn } from '../../../bank/cash-ins/cash-in.entity.ts';
import { CashInRail } from '../../../bank/cash-ins/cash-in.enum.ts';
import { sealedParties, type CashInParties } from '../../../bank/cash-ins/cash-in-parties.ts';
import { AMOUNT_CENTS_MIN } from '../../../bank/cash-ins/new-cash-in.value.ts';
import { HolderType } from '../../../bank/customers/holder.enum.ts';

const ACCOUNT_NUMBER = v.pipe(providerText, v.regex(/^\d{1,20}$/));

/** A cash-in as this gateway shows it. */
const STANDARD = v.object({
  id: optional(v.string()),
  amount: providerAmount(AMOUNT_CENTS_MIN),
  currency: providerCurrency,
  endToEndId: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^E[A-Za-z0-9]{31}$/))), null),
  account: v.object({ number: ACCOUNT_NUMBER, branch: optional(providerText) }),
  createdAt: optional(providerInstant),
});

const NO_ACCOUNT = { branch: null, number: null, type: null, bank: null };

/** Who pays or receives, as far as it is shown. */
const PARTY = v.object({
  document: optional(providerDocument),
  type: optional(providerEnum(HolderType)),
  name: optional(v.string()),
  account: optional(
    v.object({
      branch: optional(providerText),
      number: optional(providerText),
      type: optional(providerEnum(AccountType)),
      bank: optional(
        v.pipe(
          v.object({ ispb: providerText, code: optional(providerText), name: optional(v.string()) }),
          v.transform((bank) => ({ ...bank, name: bank.name ?? '' })),
        ),
      ),
    }),
  ),
});
const NOBODY = v.parse(PARTY, {});

const partyOf = (party: v.InferOutput<typeof PARTY>) => ({ ...party, account: party.account ?? NO_ACCOUNT });

/** The same as the partner API shows it. */
const SHOWN = v.pipe(
  v.object({
    authenticationCode: optional(v.string()),
    amount: v.object({ value: providerAmount(AMOUNT_CENTS_MIN), currency: providerCurrency }),
    addressingKey: optional(v.object({ type: providerEnum(AddressingKeyType), value: v.string() })),
    recipient: v.object({ ...PARTY.entries, account: v.looseObject({ number: ACCOUNT_NUMBER }) }),
    channel: v.object({ end2EndId: optional(v.pipe(v.string(), v.regex(/^\w{1,64}$/))), sender: optional(PARTY) }),
    createdAt: optional(providerInstant),
  }),
  v.transform(({ authenticationCode, amount, addressingKey: key, recipient, channel, createdAt }) => {
    const payee = partyOf(readAs(PARTY, recipient) ?? NOBODY);
    const { number } = recipient.account;
    return {
      id: authenticationCode,
      amount: amount.value,
      currency: amount.currency,
      endToEndId: channel.end2EndId,
      account: { number, branch: payee.account.branch },
      createdAt,
      parties: { payer: channel.sender && partyOf(channel.sender), payee, key } satisfies CashInParties,
    };
  }),
);

/** A cash-in as a provider and its events show it, in one of the two ways; ours has no parties. */
export const PROVIDER_CASH_IN = v.union([
  v.pipe(
    STANDARD,
    v.transform((cashIn) => ({ ...cashIn, parties: null })),
  ),
  SHOWN,
]);
export type ProviderCashIn = v.InferOutput<typeof PROVIDER_CASH_IN>;

/** What a cash-in shows of its account: the holder is who was paid. */
export function accountShownBy({ account, parties }: ProviderCashIn): object {
  const { document = null, name = null, type = null, account: paid } = parties?.payee ?? {};
  return { ...paid, ...account, holder: { document, name, type } };
}

/** Does nothing if another partner has this id, or the payment is stored under another. */
const STORE_PROVIDER_CASH_IN = compiled(
  'store_provider_cash_in',
  {
    entities: [CashIn],
    parameters: {
      id: uuid,
      partnerId: text,
      accountId: uuid,
      rail: parameter<CashInRail>('cash_in_rail'),
      amount: parameter<string>('numeric'),
      currency: text,
      endToEndId: nullableText,
      createdAt: timestamptz,
      parties: nullableText,
    },
    writes: 'lock',
  },
  (tables, values) =>
    tables
      .insertInto('CashIn')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
);

const ADD_PARTIES = statement(
  'add_parties_of_provider_cash_in',
  'update cash_in set parties = $2 where id = $1 and parties is null',
  { writes: 'lock' },
);

/** Finds a cash-in by what the payment has at every bank. */
export const FIND_BY_END_TO_END_ID = statement(
  'find_provider_cash_in_by_end_to_end_id',
  'select id, account_id as "accountId", parties from cash_in where partner_id = $1 and end_to_end_id = $2',
);

interface OfCashIn {
  readonly id: string;
  readonly partnerId: string;
  readonly accountId: string;
  readonly rail: CashInRail;
  readonly createdAt: Date;
}

/** False if another partner has this id, the payment is stored under another, or the rail does not fit it. */
export async function storeProviderCashIn(
  sql: Sql,
  secrets: SecretBox,
  { amount, currency, endToEndId, parties }: ProviderCashIn,
  { createdAt, ...of }: OfCashIn,
): Promise<boolean> {
  if ((of.rail === CashInRail.PIX) !== (endToEndId !== null)) return false;
  const sealed = parties && sealedParties(secrets, of.id, parties);
  const cashIn = { ...of, amount, currency, endToEndId, createdAt: createdAt.toISOString(), parties: sealed };
  return (await sql.run(STORE_PROVIDER_CASH_IN, cashIn)).length > 0;
}

/** Stores who paid and who received, once that is known; after an erasure it stays erased. */
export async function addParties(
  sql: Sql,
  secrets: SecretBox,
  stored: { readonly id: string; readonly parties: string | null },
  parties: CashInParties | null,
): Promise<void> {
  if (stored.parties === null && parties !== null)
    await sql.run(ADD_PARTIES, [stored.id, sealedParties(secrets, stored.id, parties)]);
}
