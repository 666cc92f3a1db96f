import * as v from 'valibot';
import type { ToldSubject } from '../../provider/events/event-subject.port.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { compiled, nullableText, parameter, text, timestamptz, uuid } from '../../platform/statements/compiled.ts';
import { fetchedAs, knowAccount } from '../accounts/provider-account.ts';
import { FIND_PAYMENT_ACCOUNT_BY_NUMBER } from '../accounts/payment-account.rows.ts';
import { CashIn } from './cash-in.entity.ts';
import { CashInRail } from './cash-in.enum.ts';
import { PIX_CASH_IN_WAS_CLEARED, PIX_CASH_IN_WAS_RECEIVED, TED_CASH_IN_WAS_CLEARED } from './cash-in.events.ts';
import { FIND_CASH_INS } from './cash-in.rows.ts';

const TOLD = v.object({
  amount: v.pipe(
    v.union([v.string(), v.number()]),
    v.transform(String),
    v.regex(/^(?!0+(?:\.0+)?$)\d{1,14}(?:\.\d{1,2})?$/),
  ),
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  endToEndId: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^E[A-Za-z0-9]{31}$/))), null),
  account: v.object({ number: v.pipe(v.string(), v.regex(/^\d{1,20}$/)) }),
});

/** Nothing where another partner has it, or the payment came in as another. */
const STORE_TOLD_CASH_IN = compiled(
  'store_told_cash_in',
  {
    entities: [CashIn],
    parameters: {
      ...{
        id: uuid,
        partnerId: text,
        accountId: uuid,
        rail: parameter<CashInRail>('cash_in_rail'),
        amount: parameter<string>('numeric'),
      },
      ...{ currency: text, endToEndId: nullableText, createdAt: timestamptz },
    },
  },
  (tables, values) =>
    tables
      .insertInto('CashIn')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
);

/** A cash-in is stored by the first event that tells of it. */
export const cashInTold: ToldSubject = {
  names: [PIX_CASH_IN_WAS_RECEIVED.name, PIX_CASH_IN_WAS_CLEARED.name, TED_CASH_IN_WAS_CLEARED.name],
  async settle(sql, { partnerId, entityId, name, data, occurredAt }) {
    const told = v.safeParse(TOLD, data);
    if (!told.success || !isUuid(entityId)) return 'UNREADABLE';
    const [known] = await sql.run(FIND_CASH_INS, { partnerId, ids: [entityId] });
    if (known !== undefined) return { subjectId: known.id, round: '' };
    const { amount, currency, endToEndId, account } = told.output;
    const rail = name === TED_CASH_IN_WAS_CLEARED.name ? CashInRail.TED : CashInRail.PIX;
    if ((rail === CashInRail.PIX) !== (endToEndId !== null)) return 'UNREADABLE';
    const [into] = await sql.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, { partnerId, number: account.number });
    if (into === undefined) return 'UNKNOWN';
    const cashIn = { id: entityId, partnerId, accountId: into.id, rail, amount, currency, endToEndId };
    const [stored] = await sql.run(STORE_TOLD_CASH_IN, { ...cashIn, createdAt: occurredAt.toISOString() });
    return stored === undefined ? 'UNREADABLE' : { subjectId: stored.id, round: '' };
  },
  // All but its account is in the event.
  async fetch({ event: { partnerId, data }, ...fetching }) {
    const told = v.safeParse(TOLD, data);
    if (!told.success) return 'MISSING';
    return fetchedAs(await knowAccount(fetching, { ...fetching, partnerId, number: told.output.account.number }));
  },
};
