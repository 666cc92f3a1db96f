import { TableMigration } from './table-migration.ts';

const FUNCTIONS = ['refuse_unbalanced_ledger', 'refuse_changed_ledger'];

/** The books: balances, entries, transactions of pockets, and cash-ins that are held. */
export class Migration20261130000500_ledger extends TableMigration {
  override up(): void {
    this.balances();
    this.entries();
    this.addSql(`create table cash_in_clearing (
      cash_in_id uuid primary key constraint cash_in_clearing_cash_in_id_foreign references cash_in,
      partner_id text not null,
      correlation_id uuid not null,
      due_at timestamptz(3),
      cleared_at timestamptz(3)
    )`);
    this.addSql('create index cash_in_clearing_partner_id_due_at_index on cash_in_clearing (partner_id, due_at)');
    this.ofPartners('cash_in_clearing', 'select, insert, update');
    this.transactions();
    for (const name of ['SAVING', 'REDEEM'])
      this.addSql(`alter type event_name add value if not exists 'POCKET_ACCOUNT_${name}_WAS_COMPLETED'`);
    this.bookCashIns();
  }

  /** PostgreSQL cannot remove the values of the enum. */
  override down(): void {
    this.addSql('drop table pocket_transaction, cash_in_clearing, ledger_entry, ledger_balance');
    for (const name of FUNCTIONS) this.addSql(`drop function ${name}`);
  }

  private balances(): void {
    // Updated by each movement: room on the page keeps its indexes as they are.
    this.addSql(`create table ledger_balance (
      owner_id uuid primary key,
      partner_id text not null,
      available numeric(24,2) not null,
      hold numeric(24,2) not null,
      entries bigint not null,
      last_entry_at timestamptz(3),
      constraint ledger_balance_is_not_negative check (available >= 0 and hold >= 0)
    ) with (fillfactor = 50)`);
    this.ofPartners('ledger_balance', 'select, insert, update');
  }

  private entries(): void {
    this.addSql(`create table ledger_entry (
      id uuid primary key,
      partner_id text not null,
      subject_id uuid not null,
      kind text not null constraint ledger_entry_kind_check
        check (kind in ('CASH_IN_HOLD', 'CASH_IN', 'SAVING', 'REDEEM')),
      nth smallint not null,
      owner_id uuid,
      bucket text not null constraint ledger_entry_bucket_check check (bucket in ('AVAILABLE', 'HOLD', 'SETTLEMENT')),
      amount numeric(24,2) not null,
      sequence bigint,
      balance_after numeric(24,2),
      occurred_at timestamptz(3) not null,
      constraint ledger_entry_is_booked_once unique (subject_id, kind, nth),
      constraint ledger_entry_has_its_place unique (owner_id, occurred_at, sequence),
      constraint ledger_entry_moves_money check (amount <> 0),
      constraint ledger_entry_has_an_owner check ((owner_id is null) = (bucket = 'SETTLEMENT')),
      constraint ledger_entry_has_a_balance
        check ((bucket = 'AVAILABLE') = (sequence is not null and balance_after is not null))
    )`);
    this.addSql('create index ledger_entry_kind_index on ledger_entry (owner_id, kind, occurred_at, sequence)');
    this.addSql('create index ledger_entry_occurred_at_index on ledger_entry (occurred_at)');
    this.ofPartners('ledger_entry', 'select, insert');
    // All entries of a transaction are numbered from 1, in one insert: none can be added to it later.
    this.addSql(`create function refuse_unbalanced_ledger() returns trigger language plpgsql as $$
      begin
        if exists (
          select from added group by subject_id, kind
          having sum(amount) <> 0 or count(*) < 2 or min(nth) <> 1 or max(nth) <> count(*)
        ) then
          raise exception 'The entries of a ledger transaction do not sum to zero in one insert.'
            using errcode = 'check_violation', constraint = 'ledger_entry_sums_to_zero';
        end if;
        return null;
      end $$`);
    this.addSql(`create trigger ledger_entry_sums_to_zero after insert on ledger_entry
      referencing new table as added for each statement execute function refuse_unbalanced_ledger()`);
    this.addSql(`create function refuse_changed_ledger() returns trigger language plpgsql as $$
      begin
        raise exception 'Entries of the ledger are never changed or deleted.'
          using errcode = 'check_violation', constraint = 'ledger_entry_is_final';
      end $$`);
    this.addSql(`create trigger ledger_entry_is_final before update or delete or truncate on ledger_entry
      for each statement execute function refuse_changed_ledger()`);
  }

  private transactions(): void {
    this.addSql(`create table pocket_transaction (
      id uuid primary key,
      partner_id text not null,
      pocket_id uuid not null constraint pocket_transaction_pocket_id_foreign references pocket,
      type text not null constraint pocket_transaction_type_check check (type in ('SAVING', 'REDEEM')),
      status text not null constraint pocket_transaction_status_check check (status in ('CREATED', 'DONE', 'ERROR')),
      amount numeric(16,2) not null,
      currency text not null,
      description text,
      created_at timestamptz(3) not null,
      constraint pocket_transaction_moves_money check (amount > 0)
    )`);
    this.addSql('create index pocket_transaction_index on pocket_transaction (pocket_id, created_at, id)');
    this.addSql('create index pocket_transaction_type_index on pocket_transaction (pocket_id, type, created_at, id)');
    this.addSql(
      'create index pocket_transaction_status_index on pocket_transaction (pocket_id, status, created_at, id)',
    );
    this.ofPartners('pocket_transaction', 'select, insert');
  }

  /** Books the cash-ins that there are, which were all cleared at once: the oldest of an account first. */
  private bookCashIns(): void {
    this.addSql(`insert into ledger_entry
      (id, partner_id, subject_id, kind, nth, owner_id, bucket, amount, sequence, balance_after, occurred_at)
      select gen_random_uuid(), partner_id, id, 'CASH_IN', nth, case nth when 1 then account_id end,
        case nth when 1 then 'AVAILABLE' else 'SETTLEMENT' end, case nth when 1 then amount else -amount end,
        case nth when 1 then row_number() over of_account end, case nth when 1 then sum(amount) over of_account end,
        created_at
      from cash_in, generate_series(1, 2) as side (nth)
      window of_account as (partition by account_id, nth order by created_at, id rows unbounded preceding)`);
    this.addSql(`insert into ledger_balance (owner_id, partner_id, available, hold, entries, last_entry_at)
      select owner_id, min(partner_id), sum(amount), 0, count(*), max(occurred_at)
      from ledger_entry where owner_id is not null group by owner_id`);
  }
}
