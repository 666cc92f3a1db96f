import * as v from 'valibot';
import type { ProviderSubject } from '../events/event-subject.port.ts';
import { isUuid } from '../../../kernel/uuid.ts';
import { fetchedAs, knowAccount } from '../accounts/provider-account.ts';
import { FIND_PAYMENT_ACCOUNT_BY_NUMBER } from '../../../bank/accounts/payment-account.rows.ts';
import { CashInRail } from '../../../bank/cash-ins/cash-in.enum.ts';
import { EVENTS_OF } from '../../../bank/cash-ins/cash-in.events.ts';
import { FIND_CASH_INS } from '../../../bank/cash-ins/cash-in.rows.ts';
import { storeProviderCashIn, PROVIDER_CASH_IN } from './provider-cash-in.ts';
import { SIMULATE_CASH_IN } from '../../../bank/cash-ins/receive-cash-in.ts';

/** A cash-in is stored by its first event. */
export const cashInSubject: ProviderSubject = {
  names: Object.values(EVENTS_OF).flatMap((events) => events.map((event) => event.name)),
  async settle(sql, { partnerId, entityId, name, data, occurredAt }) {
    const reported = v.safeParse(PROVIDER_CASH_IN, data);
    if (!reported.success || !isUuid(entityId)) return 'UNREADABLE';
    const [known] = await sql.run(FIND_CASH_INS, { partnerId, ids: [entityId] });
    if (known !== undefined) return { subjectId: known.id, accountId: known.accountId, round: '' };
    const { account } = reported.output;
    const rail = EVENTS_OF.TED.some((event) => event.name === name) ? CashInRail.TED : CashInRail.PIX;
    const [into] = await sql.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, { partnerId, number: account.number });
    if (into === undefined) return 'UNKNOWN';
    const of = { id: entityId, partnerId, accountId: into.id, rail, createdAt: occurredAt };
    const isStored = await storeProviderCashIn(sql, reported.output, of);
    return isStored ? { subjectId: entityId, accountId: into.id, round: '' } : 'UNREADABLE';
  },
  // The event has the data that the mutation returns.
  mutation: { name: SIMULATE_CASH_IN, found: ({ data }) => Promise.resolve({ body: data }) },
  // The event contains everything but the account.
  async fetch({ event: { partnerId, data }, ...fetching }) {
    const reported = v.safeParse(PROVIDER_CASH_IN, data);
    if (!reported.success) return 'MISSING';
    return fetchedAs(await knowAccount(fetching, { ...fetching, partnerId, number: reported.output.account.number }));
  },
};
