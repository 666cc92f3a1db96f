import type { ReadEnvelopeData } from '../../platform/secrets/envelope-data.ts';
import { statement } from '../../platform/statements/statement.ts';
import { cashInEnvelopeData } from './cash-in-envelope.value.ts';
import { partiesOf, UNKNOWN_PARTIES } from './cash-in-parties.ts';

/** Looks up each by its id, of several partners: with `offset 0` no plan reads all cash-ins instead. */
const FIND_PARTIES = statement(
  'find_parties_of_cash_ins',
  `select found.id, found.parties
   from unnest($1::uuid[], $2::text[]) as wanted (id, partner_id)
   cross join lateral (
     select id, parties from cash_in where cash_in.id = wanted.id and cash_in.partner_id = wanted.partner_id offset 0
   ) as found`,
);

/** Reads the parties of cash-ins. Each is opened when its message is written, so that one that cannot be is alone. */
export const readCashInEnvelopeData: ReadEnvelopeData = async ({ database, secrets }, subjects) => {
  const ids = subjects.map(({ subjectId }) => subjectId);
  const rows = await database.run(FIND_PARTIES, [ids, subjects.map(({ partnerId }) => partnerId)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (subjectId, data) => {
    const row = byId.get(subjectId);
    return cashInEnvelopeData(data, () => (row === undefined ? UNKNOWN_PARTIES : partiesOf(secrets, row)));
  };
};
