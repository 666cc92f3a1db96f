import type { Person } from '../../platform/commands/keeps-person.ts';
import type { Database } from '../../platform/database/database.ts';
import { resealPages, type ResealedSecrets } from '../../platform/secrets/resealed-secrets.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { Entities } from '../../platform/statements/entities.ts';
import { hasPerson, partiesOf, sealedParties, withoutPerson, type CashInParties } from './cash-in-parties.ts';
import { CashIn } from './cash-in.entity.ts';

/** Cash-ins per page. */
const PAGE_SIZE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const PAGE = { orderBy: { id: 'asc' }, limit: PAGE_SIZE } as const;

/** A cash-in that a person paid or received, opened. */
interface CashInOfPerson {
  readonly id: string;
  readonly parties: CashInParties;
}

/** Finds the cash-ins that a person paid or received. They are sealed, so each is opened: an operator can wait for that. */
export async function cashInsOfPerson(
  entities: Entities,
  secrets: SecretBox,
  { partnerId, documentNumber }: Person,
): Promise<readonly CashInOfPerson[]> {
  const found: CashInOfPerson[] = [];
  for await (const cashIn of cashInsOf(entities, partnerId)) {
    const parties = partiesOf(secrets, cashIn);
    if (hasPerson(parties, documentNumber)) found.push({ id: cashIn.id, parties });
  }
  return found;
}

/** Erases name, document and key of a person in the cash-ins that were found. */
export async function eraseParty(
  entities: Entities,
  secrets: SecretBox,
  { documentNumber }: Person,
  found: readonly CashInOfPerson[],
): Promise<void> {
  for (const { id, parties } of found) {
    const stored = await entities.findOneOrFail(CashIn, id);
    stored.parties = sealedParties(secrets, id, withoutPerson(parties, documentNumber));
  }
}

/** Reads the cash-ins of a partner that have parties, and keeps none of them in memory. */
async function* cashInsOf(entities: Entities, partnerId: string) {
  for (let after: string | undefined = FIRST_ID; after !== undefined;) {
    const of = { partnerId, id: { $gt: after }, parties: { $ne: null } };
    const found: CashIn[] = await entities.find(CashIn, of, { ...PAGE, disableIdentityMap: true });
    for (const { id, parties = null } of found) yield { id, parties };
    after = found.length < PAGE_SIZE ? undefined : found.at(-1)?.id;
  }
}

/** Reseals the parties of all cash-ins with the first passphrase; a dry run only counts them. */
export function resealParties(database: Database, secrets: SecretBox, isDryRun: boolean): Promise<ResealedSecrets> {
  return resealPages(database, isDryRun, {
    find: (entities, { after, options }) =>
      entities.find(CashIn, { id: { $gt: after }, parties: { $ne: null } }, options),
    reseal(cashIn) {
      const resealed = secrets.reseal(cashIn.parties ?? '', cashIn.id);
      if (resealed !== undefined && !isDryRun) cashIn.parties = resealed;
      return resealed !== undefined;
    },
  });
}
