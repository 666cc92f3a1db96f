import type { ProviderSubject } from '../events/event-subject.port.ts';
import type { ReceivedEvent } from '../events/provider-event.value.ts';
import { uuidOfText } from '../intents/uuid-of-text.ts';
import { readAs } from '../intents/provider-values.ts';
import { isUuid } from '../../../kernel/uuid.ts';
import type { Sql } from '../../../platform/database/database.ts';
import { fetchedAs, knowAccount } from '../accounts/provider-account.ts';
import { FIND_PAYMENT_ACCOUNT_BY_NUMBER } from '../../../bank/accounts/payment-account.rows.ts';
import { CashInRail } from '../../../bank/cash-ins/cash-in.enum.ts';
import { EVENTS_OF } from '../../../bank/cash-ins/cash-in.events.ts';
import { FIND_CASH_INS } from '../../../bank/cash-ins/cash-in.rows.ts';
import {
  accountShownBy,
  addParties,
  FIND_BY_END_TO_END_ID,
  storeProviderCashIn,
  PROVIDER_CASH_IN,
  type ProviderCashIn,
} from './provider-cash-in.ts';
import { SIMULATE_CASH_IN } from '../../../bank/cash-ins/receive-cash-in.ts';

/** A cash-in is stored by its first event. */
export const cashInSubject: ProviderSubject = {
  names: Object.values(EVENTS_OF).flatMap((events) => events.map((event) => event.name)),
  async settle(sql, event, { secrets }) {
    const { partnerId, name, data, occurredAt } = event;
    const reported = readAs(PROVIDER_CASH_IN, data);
    if (reported === undefined) return 'UNREADABLE';
    const known = await findCashIn(sql, event, reported);
    if (known !== undefined) {
      await addParties(sql, secrets, known, reported.parties);
      return { subjectId: known.id, accountId: known.accountId, round: '' };
    }
    const rail = EVENTS_OF.TED.some((one) => one.name === name) ? CashInRail.TED : CashInRail.PIX;
    const [into] = await sql.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, { partnerId, number: reported.account.number });
    if (into === undefined) return 'UNKNOWN';
    const of = { id: idOf(event), partnerId, accountId: into.id, rail, createdAt: occurredAt };
    const isStored = await storeProviderCashIn(sql, secrets, reported, of);
    return isStored ? { subjectId: of.id, accountId: into.id, round: '' } : 'UNREADABLE';
  },
  // The log has no names and documents: they are with the cash-in, where they can be erased.
  loggedBody({ body, data, occurredAt }, id) {
    const reported = readAs(PROVIDER_CASH_IN, data);
    if (!reported?.parties) return body;
    const { amount, currency, endToEndId, account, createdAt } = reported;
    const shown = {
      id,
      amount,
      currency,
      endToEndId,
      account: { branch: account.branch ?? '', number: account.number },
    };
    const envelope: unknown = JSON.parse(body);
    return JSON.stringify({
      ...Object(envelope),
      data: { ...shown, createdAt: createdAt ?? occurredAt.toISOString() },
    });
  },
  // The event has the data that the mutation returns.
  mutation: { name: SIMULATE_CASH_IN, found: ({ data }) => Promise.resolve({ body: data }) },
  // The event contains everything but the account.
  async fetch({ event: { partnerId, data }, ...fetching }) {
    const reported = readAs(PROVIDER_CASH_IN, data);
    if (reported === undefined) return 'MISSING';
    const shown = accountShownBy(reported);
    return fetchedAs(await knowAccount(fetching, { ...fetching, partnerId, number: reported.account.number, shown }));
  },
};

/** The id of the event's entity, or one that is made of it. */
function idOf({ partnerId, entityId }: ReceivedEvent): string {
  return isUuid(entityId) ? entityId.toLowerCase() : uuidOfText(`${partnerId} ${entityId}`);
}

async function findCashIn(sql: Sql, event: ReceivedEvent, { endToEndId }: ProviderCashIn) {
  const { partnerId } = event;
  const [known] = await sql.run(FIND_CASH_INS, { partnerId, ids: [idOf(event)] });
  if (known !== undefined || endToEndId === null) return known;
  return (await sql.run(FIND_BY_END_TO_END_ID, [partnerId, endToEndId]))[0];
}
