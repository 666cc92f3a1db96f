import { Migration } from '@mikro-orm/migrations';

/** Number of live sockets of each partner at each process. */
export class Migration20261121134000_socket_counts extends Migration {
  override up(): void {
    this.addSql(`create table socket_count (
      process_id uuid not null,
      partner_id text not null,
      sockets int not null,
      told_at timestamptz(3) not null,
      primary key (process_id, partner_id)
    )`);
  }

  override down(): void {
    this.addSql(`drop table socket_count`);
  }
}
