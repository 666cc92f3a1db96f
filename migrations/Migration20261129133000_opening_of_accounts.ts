import { Migration } from '@mikro-orm/migrations';

/**
 * An account is opened on the terms of its partner's program: at first those of its newest account, if it has pockets.
 * Numbers are unique at a bank's branch.
 */
export class Migration20261129133000_opening_of_accounts extends Migration {
  override up(): void {
    this.addSql(`alter type event_name add value if not exists 'ACCOUNT_WAS_CREATED'`);
    this.addSql(`alter type event_context add value if not exists 'ACCOUNT'`);
    this.addSql(`alter table account_program
      add column bank_ispb text constraint account_program_bank_ispb_foreign references bank,
      add column branch text,
      add column pocket_limit int,
      add constraint account_program_has_all_terms_or_none check (num_nulls(bank_ispb, branch, pocket_limit) in (0, 3)),
      add constraint account_program_pocket_limit_is_a_count check (pocket_limit >= 0)`);
    this.addSql(`update account_program as program
      set bank_ispb = newest.bank_ispb, branch = newest.branch, pocket_limit = newest.pocket_limit
      from (
        select distinct on (program_id) program_id, bank_ispb, branch, pocket_limit from payment_account
        order by program_id, id desc
      ) as newest
      where newest.program_id = program.id and program.pockets_configured`);
    this.addSql(`do $check$
      declare
        doubles text;
      begin
        select string_agg(format('%s at bank %s, branch %s', number, bank_ispb, branch), '; ') into doubles from (
          select bank_ispb, branch, number from payment_account
          group by bank_ispb, branch, number having count(*) > 1 order by bank_ispb, branch, number limit 20
        ) as several;
        if doubles is not null then
          raise exception 'Several accounts have one number: %. Give each its own, then migrate again.', doubles;
        end if;
      end $check$`);
    this.addSql(`alter table payment_account
      add constraint payment_account_bank_ispb_branch_number_unique unique (bank_ispb, branch, number)`);
  }

  /** PostgreSQL cannot remove the values of the enums. */
  override down(): void {
    this.addSql('alter table payment_account drop constraint payment_account_bank_ispb_branch_number_unique');
    this.addSql('alter table account_program drop column bank_ispb, drop column branch, drop column pocket_limit');
  }
}
