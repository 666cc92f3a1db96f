import * as v from 'valibot';
import type { Sql } from '../../../platform/database/database.ts';
import { compiled, nullableText, parameter, text, timestamptz, uuid } from '../../../platform/statements/compiled.ts';
import { providerAmount, providerCurrency } from '../intents/provider-values.ts';
import { CashIn } from '../../../bank/cash-ins/cash-in.entity.ts';
import { CashInRail } from '../../../bank/cash-ins/cash-in.enum.ts';
import { AMOUNT_CENTS_MIN } from '../../../bank/cash-ins/new-cash-in.value.ts';

/** A cash-in as the provider and its events show it. */
export const PROVIDER_CASH_IN = v.object({
  amount: providerAmount(AMOUNT_CENTS_MIN),
  currency: providerCurrency,
  endToEndId: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^E[A-Za-z0-9]{31}$/))), null),
  account: v.object({ number: v.pipe(v.string(), v.regex(/^\d{1,20}$/)) }),
});

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
  { amount, currency, endToEndId }: v.InferOutput<typeof PROVIDER_CASH_IN>,
  { createdAt, ...of }: OfCashIn,
): Promise<boolean> {
  if ((of.rail === CashInRail.PIX) !== (endToEndId !== null)) return false;
  const cashIn = { ...of, amount, currency, endToEndId, createdAt: createdAt.toISOString(), parties: null };
  return (await sql.run(STORE_PROVIDER_CASH_IN, cashIn)).length > 0;
}
