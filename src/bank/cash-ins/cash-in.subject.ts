import * as v from 'valibot';
import type { ToldSubject } from '../../provider/events/event-subject.port.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { fetchedAs, knowAccount } from '../accounts/provider-account.ts';
import { FIND_PAYMENT_ACCOUNT_BY_NUMBER } from '../accounts/payment-account.rows.ts';
import { CashInRail } from './cash-in.enum.ts';
import { PIX_CASH_IN_WAS_CLEARED, PIX_CASH_IN_WAS_RECEIVED, TED_CASH_IN_WAS_CLEARED } from './cash-in.events.ts';
import { FIND_CASH_INS } from './cash-in.rows.ts';
import { storeToldCashIn, TOLD_CASH_IN } from './provider-cash-in.ts';

/** A cash-in is stored by its first event. */
export const cashInTold: ToldSubject = {
  names: [PIX_CASH_IN_WAS_RECEIVED.name, PIX_CASH_IN_WAS_CLEARED.name, TED_CASH_IN_WAS_CLEARED.name],
  async settle(sql, { partnerId, entityId, name, data, occurredAt }) {
    const told = v.safeParse(TOLD_CASH_IN, data);
    if (!told.success || !isUuid(entityId)) return 'UNREADABLE';
    const [known] = await sql.run(FIND_CASH_INS, { partnerId, ids: [entityId] });
    if (known !== undefined) return { subjectId: known.id, accountId: known.accountId, round: '' };
    const { account } = told.output;
    const rail = name === TED_CASH_IN_WAS_CLEARED.name ? CashInRail.TED : CashInRail.PIX;
    const [into] = await sql.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, { partnerId, number: account.number });
    if (into === undefined) return 'UNKNOWN';
    const of = { id: entityId, partnerId, accountId: into.id, rail, createdAt: occurredAt };
    const isStored = await storeToldCashIn(sql, told.output, of);
    return isStored ? { subjectId: entityId, accountId: into.id, round: '' } : 'UNREADABLE';
  },
  // It says what the mutation is answered with.
  mutation: { name: 'simulateCashIn', found: ({ data }) => Promise.resolve({ body: data }) },
  // All but its account is in the event.
  async fetch({ event: { partnerId, data }, ...fetching }) {
    const told = v.safeParse(TOLD_CASH_IN, data);
    if (!told.success) return 'MISSING';
    return fetchedAs(await knowAccount(fetching, { ...fetching, partnerId, number: told.output.account.number }));
  },
};
