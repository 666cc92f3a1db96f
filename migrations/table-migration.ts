import { Migration } from '@mikro-orm/migrations';

/** The role of requests. */
const TENANT = 'gateway_tenant';

/**
 * The partner of the session. Null while no partner is set: after it was set in a session, it reads as an empty text.
 * If a statement itself names its partner, the planner compares the two once and does not check each row.
 */
export const PARTNER = `nullif(current_setting('gateway.partner', true), '')`;

/**
 * Policies compare partners with a subquery. A connection plans a statement once, for all partners, and the planner
 * estimates a mere function by its value at that moment: if a partner with a few rows was the first, it expected a few
 * rows of any, and read all messages of a large partner to find one. It assumes the average for a subquery, which it
 * also reads once per statement rather than per row.
 */
export const OWN_ROWS = `partner_id = (select ${PARTNER})`;

interface Policy {
  /** Condition on rows that are read, changed or deleted; `OWN_ROWS` if absent. */
  readonly using?: string;
  /** Condition on rows that are written. */
  readonly check?: string;
}

/** A migration that creates tables of partners. */
export abstract class TableMigration extends Migration {
  /**
   * Lets requests, which run as `gateway_tenant`, see and write only rows of their partner, and grants them rights on
   * the table.
   */
  protected ofPartners(
    table: string,
    rights = '',
    { using = OWN_ROWS, check = `partner_id = ${PARTNER}` }: Policy = {},
  ): void {
    this.addSql(`alter table ${table} enable row level security`);
    this.addSql(`create policy ${table}_of_partner on ${table} to ${TENANT} using (${using}) with check (${check})`);
    if (rights !== '') this.grant(rights, table);
  }

  /** Grants requests rights on a table, a sequence or a function. */
  protected grant(rights: string, object: string): void {
    this.addSql(`grant ${rights} on ${object} to ${TENANT}`);
  }

  /** Creates a function with the rights of the tables' owner, which only the role of requests may call. */
  protected ownersFunction(signature: string, returning: string, body: string): void {
    this.addSql(`create function ${signature} returns ${returning} security definer
      begin atomic
        ${body}
      end`);
    const name = signature.slice(0, signature.indexOf('('));
    this.addSql(`revoke execute on function ${name} from public`);
    this.grant('execute', `function ${name}`);
  }
}
