import { Migration } from '@mikro-orm/migrations';

/** Finds the parent of months: a table of the functions' owner, whatever other objects have its name. */
const FIND_PARENT = `select pg_class.oid::regclass into strict parent from pg_class
  where relname = parent_name and relkind = 'p' and pg_has_role(current_user, relowner, 'usage')
    and relnamespace = schema_name::regnamespace`;

/**
 * Months are created and retired with the rights of the tables' owner, by any login that may call these functions: that
 * of a worker owns nothing, and cannot change the schema otherwise. They affect only months, and drop only detached
 * ones.
 */
export class Migration20261125120000_months_of_the_owner extends Migration {
  override up(): void {
    this.make(
      'add_month(parent_name text, month_name text, bound_from text, bound_to text)',
      `execute format('create table %1$I.%2$I (like %3$s including defaults including constraints)',
         schema_name, month_name, parent);
       execute format('alter table %3$s attach partition %1$I.%2$I for values from (%4$L) to (%5$L)',
         schema_name, month_name, parent, bound_from, bound_to);`,
    );
    this.make(
      'detach_month(parent_name text, month_name text)',
      `execute format('alter table %3$s detach partition %1$I.%2$I', schema_name, month_name, parent);
       execute format('alter table %1$I.%2$I rename to %3$I', schema_name, month_name, month_name || '_detached');`,
    );
    this.addSql(`create function drop_month(month_name text) returns void language plpgsql security definer
      set search_path from current as $body$
      declare
        schema_name text := current_schema();
      begin
        if not exists (select from retiring_month where name = month_name and detached_at is not null) then
          raise exception 'The month % is not detached.', month_name;
        end if;
        execute format('drop table %I.%I', schema_name, month_name || '_detached');
      end $body$`);
    this.addSql(`revoke execute on function ${FUNCTIONS} from public`);
  }

  override down(): void {
    this.addSql(`drop function ${FUNCTIONS}`);
  }

  private make(signature: string, work: string): void {
    this.addSql(`create function ${signature} returns void language plpgsql security definer
      set search_path from current as $body$
      declare
        schema_name text := current_schema();
        parent regclass;
      begin
        if month_name !~ ('^' || parent_name || '_\\d{4}_\\d{2}$') then
          raise exception '% is no month of %.', month_name, parent_name;
        end if;
        ${FIND_PARENT};
        ${work}
      end $body$`);
  }
}

const FUNCTIONS = 'add_month(text, text, text, text), detach_month(text, text), drop_month(text)';
