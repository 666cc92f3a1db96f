import type { Restrictions } from '../../platform/auth/principal.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import { compiled } from '../../platform/statements/compiled.ts';
import { Partner } from './partner.entity.ts';

/** Returns a few rows of a small table: every process polls it each second. */
const LIST_RESTRICTED_PARTNERS = compiled(
  'list_restricted_partners',
  { entities: [Partner], parameters: {} },
  (tables) =>
    tables
      .selectFrom('Partner as partner')
      .select([
        'partner.id as id',
        'partner.suspendedAt as suspendedAt',
        'partner.bindingRequiredAt as bindingRequiredAt',
      ])
      .where((partner) =>
        partner.or([
          partner('partner.suspendedAt', 'is not', null),
          partner('partner.bindingRequiredAt', 'is not', null),
        ]),
      ),
);

/** The restrictions of a partner. */
interface Standing {
  readonly suspendedAt: unknown;
  readonly bindingRequiredAt: unknown;
}

const NONE: Restrictions = { isSuspended: false, isBindingRequired: false };

export function restrictionsOf({ suspendedAt, bindingRequiredAt }: Standing): Restrictions {
  return { isSuspended: suspendedAt !== null, isBindingRequired: bindingRequiredAt !== null };
}

/** Partners whose tokens are restricted, as of the last poll: no request queries the database for them. */
export class PartnerRestrictions {
  private restricted: ReadonlyMap<string, Restrictions> = new Map();
  private readonly sql: Sql | undefined;

  /** @param sql undefined for the embedded database, where no other process can restrict a partner */
  constructor(sql: Sql | undefined) {
    this.sql = sql;
  }

  of(partnerId: string): Restrictions {
    return this.restricted.get(partnerId) ?? NONE;
  }

  async look(): Promise<void> {
    if (this.sql === undefined) return;
    const rows = await this.sql.run(LIST_RESTRICTED_PARTNERS, {});
    this.restricted = new Map(rows.map((row) => [row.id, restrictionsOf(row)]));
  }
}

/** Suspends a partner from an instant on, unless it is suspended already; null: ends it. False: there is no such partner. */
export function setSuspended(database: Database, partnerId: string, since: Date | null): Promise<boolean> {
  return changePartner(database, partnerId, (partner) => {
    partner.suspendedAt = since && (partner.suspendedAt ?? since);
  });
}

/** Requires bound tokens of a partner from an instant on; null: accepts others again. False: there is no such partner. */
export function setBindingRequired(database: Database, partnerId: string, since: Date | null): Promise<boolean> {
  return changePartner(database, partnerId, (partner) => {
    partner.bindingRequiredAt = since && (partner.bindingRequiredAt ?? since);
  });
}

function changePartner(database: Database, partnerId: string, change: (partner: Partner) => void): Promise<boolean> {
  return database.transaction(async ({ entities }) => {
    const partner = await entities.findOne(Partner, partnerId);
    if (partner !== null) change(partner);
    return partner !== null;
  });
}
