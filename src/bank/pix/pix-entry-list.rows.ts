import { ACCOUNTS_NUMBERED } from '../accounts/payment-account.rows.ts';
import { ListFilter, valueIn } from '../../platform/graphql/paging/list-filter.ts';
import { listOf } from '../../platform/statements/compiled.ts';
import { Keyset } from '../../platform/statements/keyset.ts';
import { PixEntry } from './pix-entry.entity.ts';
import { pixEntries, type PixEntryRow } from './pix-entry.rows.ts';

/** What keys are filtered by. */
export const pixEntryFilter = new ListFilter(
  {
    accountNumbers: { column: 'entry.account_id', values: ACCOUNTS_NUMBERED },
    types: valueIn('entry.key_type', 'addressing_key_type'),
    holderDocumentNumbers: valueIn('entry.owner_document'),
  },
  { column: 'entry.created_at', since: 'createdSince', until: 'createdUntil' },
);

/** A key in the list of its partner. */
export interface ListedPixEntry extends PixEntryRow {
  readonly owner: string;
}

/** Pages of the keys of a partner's accounts, newest first. */
export const pixEntriesOfPartner = new Keyset<ListedPixEntry>({
  name: 'pix_entries',
  list: listOf([PixEntry], pixEntries),
  owner: { expression: 'entry.partner_id', type: 'text' },
  key: [
    { expression: 'entry.created_at', output: 'createdAt', type: 'timestamptz' },
    { expression: 'entry.id', output: 'id', type: 'uuid' },
  ],
  descending: true,
  ...pixEntryFilter.options,
  keysIn: 'pix_entry_of_partner as entry',
});
