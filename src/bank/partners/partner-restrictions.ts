import type { Restrictions } from '../../platform/auth/principal.ts';
import type { Sql } from '../../platform/database/database.ts';
import { compiled } from '../../platform/statements/compiled.ts';
import { statement } from '../../platform/statements/statement.ts';
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

interface ChangedPartner {
  readonly id: string;
}

/** As text: the time is that of the database, and an existing one is kept. */
const SUSPEND_PARTNER = statement<ChangedPartner>(
  'suspend_partner',
  `update partner set suspended_at = case when $2::boolean then coalesce(suspended_at, now()) end
   where id = $1 returning id`,
);

/** As text, for the same reason. */
const REQUIRE_BINDING = statement<ChangedPartner>(
  'require_binding_of_partner',
  `update partner set binding_required_at = case when $2::boolean then coalesce(binding_required_at, now()) end
   where id = $1 returning id`,
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

/** Suspends a partner, or ends its suspension; false if the partner does not exist. */
export async function setSuspended(sql: Sql, partnerId: string, isSuspended: boolean): Promise<boolean> {
  return (await sql.run(SUSPEND_PARTNER, [partnerId, isSuspended])).length > 0;
}

/** Requires bound tokens of a partner, or accepts others again; false if the partner does not exist. */
export async function setBindingRequired(sql: Sql, partnerId: string, isRequired: boolean): Promise<boolean> {
  return (await sql.run(REQUIRE_BINDING, [partnerId, isRequired])).length > 0;
}
