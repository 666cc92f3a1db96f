import { Migration } from '@mikro-orm/migrations';

/** Reasons are of a closed set: what was stated in other words is OTHER, and the sandbox's own reason FACE_MISMATCH. */
export class Migration20261129130100_reasons_of_reprovals extends Migration {
  override up(): void {
    this.addSql(`update customer_registration set reasons = array(
      select distinct case
        when reason in ('DOCUMENT_UNREADABLE', 'FACE_MISMATCH', 'DOCUMENT_MISMATCH', 'DATA_MISMATCH', 'RESTRICTION')
          then reason
        when reason = 'IDENTITY_NOT_CONFIRMED' then 'FACE_MISMATCH'
        else 'OTHER'
      end
      from unnest(reasons) as stated (reason)
    ) where reasons <> '{}'`);
  }

  override down(): void {
    // The reasons are texts for an older release.
  }
}
