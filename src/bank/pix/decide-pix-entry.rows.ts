import type { AccountStatus, AccountType } from '../accounts/account.enum.ts';
import type { CustomerStatus } from '../customers/customer-status.enum.ts';
import type { HolderType } from '../customers/holder.enum.ts';
import type { TransactionalHashReason } from '../addressing-keys/transactional-hash.enum.ts';
import { hashConsumption, proofFault } from '../addressing-keys/transactional-hash.ts';
import { auditInsertion } from '../../platform/audit/audited-mutation.ts';
import { claimQueries, unkeyedQueries } from '../../platform/idempotency/once-per-key.ts';
import { composed, type Composition } from '../../platform/statements/composition.ts';
import type { NamedValues, Statement } from '../../platform/statements/statement.ts';
import type { NamedBank } from './new-pix-entry.value.ts';
import { PixEntry } from './pix-entry.entity.ts';
import { PIX_ENTRY_COLUMNS } from './pix-entry.rows.ts';
import { ENTRIES_MAX, ENTRY_RULES, EVP_INTERVAL_SECONDS, type RefusalCondition } from './pix-entry.rules.ts';
import type { GivenEntry } from './register-pix-entry.rows.ts';

/** What a registration is decided on. */
type DecidedOn = GivenEntry & {
  readonly branch: string;
  readonly number: string;
  readonly type: AccountType;
  /** The bank that the request names; empty if it names none. */
  readonly bank: NamedValues;
  readonly userId: string | null;
  readonly isOtherPhone: boolean;
  readonly needsProof: boolean;
  /** The `TokenTrace` of the hash; empty if there is none. */
  readonly hash: NamedValues;
  readonly mayLookUp: boolean;
  /** The claim of the idempotency key; empty without one. */
  readonly key: NamedValues;
  readonly audit: NamedValues;
};

/** The account that is to get a key, and what the rules need to know about both. */
export interface DecidedAccount {
  readonly accountId: string;
  readonly bankIspb: string;
  readonly bankCode: string | null;
  readonly bankName: string;
  readonly holderDocument: string;
  readonly holderType: HolderType;
  readonly holderStatus: CustomerStatus;
  readonly accountStatus: AccountStatus;
  /** Number of its keys. */
  readonly entries: number;
  readonly lastEvpAt: string | null;
  readonly ownerIspb: string | null;
  readonly ownerDocument: string | null;
  readonly ownerAccountId: string | null;
  readonly hashFault: TransactionalHashReason | null;
  /** Index of the rule in ENTRY_RULES that refuses the key. */
  readonly brokenRule: number | null;
}

/** A decision on a key; the account's columns are null if no account of the partner has this branch, number and type. */
export type Decision = (DecidedAccount | { readonly [Column in keyof DecidedAccount]: null }) & {
  /** Whether the idempotency key is in use already. */
  readonly isHeld: boolean;
  /** Whether the key was registered, with its idempotency key and audit entry, and the hash was used. */
  readonly isMade: boolean;
};

/**
 * Decides on a key and registers it, under the locks of account and hash. A separate statement: in the one that locks,
 * it would use the snapshot from before the wait. The idempotency key is claimed only if no rule refuses the key, so that
 * a refusal changes nothing; a concurrent request with the same one is waited for, and an expired one is taken over.
 */
export const DECIDE_KEYED_PIX_ENTRY: Statement<Decision, DecidedOn> = composed(
  'decide_keyed_pix_entry',
  { writes: 'snapshot' },
  (composition) => decidePixEntry(composition, true),
);

/** The same without an idempotency key. */
export const DECIDE_PIX_ENTRY: Statement<Decision, DecidedOn> = composed(
  'decide_pix_entry',
  { writes: 'snapshot' },
  (composition) => decidePixEntry(composition, false),
);

function decidePixEntry(composition: Composition, isKeyed: boolean) {
  const parameter = (name: keyof DecidedOn) => composition.parameter(name);
  const accepted = { from: 'account', where: 'account.broken_rule is null' };
  const [partnerId, keyValue, now] = [parameter('partnerId'), parameter('keyValue'), nowOf(composition)];
  const proof = { partnerId, document: 'holder.document_value', keyType: keyTypeOf(composition), keyValue, now };
  return composition.with(
    {
      // `find_key_owner` is a `security definer` function: the key may be another partner's, whose rows are not visible.
      // A random key is not looked for: if it has an owner, the insert fails, and another is drawn.
      account: {
        materialized: `
      select account.id, bank.ispb, bank.code, bank.name, holder.document_value, holder.type, holder.registration_status,
        account.status, own.entries, greatest(own.last_evp_at, deleted.last_evp_at) as last_evp_at,
        owner.ispb as owner_ispb, owner.document as owner_document, owner.account_id as owner_account_id,
        proof.fault as hash_fault, ${refusingRule(composition)} as broken_rule
      from payment_account as account
      join holder on holder.id = account.holder_id
      join bank on bank.ispb = account.bank_ispb
      cross join lateral (
        select count(*)::integer as entries, max(entry.created_at) filter (where entry.key_type = 'EVP') as last_evp_at
        from pix_entry as entry where entry.account_id = account.id
      ) as own
      cross join lateral (
        select case when ${parameter('needsProof')}::boolean then ${proofFault(composition, proof)} end as fault
      ) as proof
      left join lateral find_key_owner(${parameter('keyType')}, ${parameter('keyValue')}) as owner
        on ${parameter('keyType')} <> 'EVP'
      left join lateral (${lastDeletedEvp(composition)}) as deleted on ${parameter('keyType')} = 'EVP'
      where account.partner_id = ${parameter('partnerId')} and account.branch = ${parameter('branch')}
        and account.number = ${parameter('number')} and account.type = ${parameter('type')}`,
      },
      ...(isKeyed ? claimQueries(composition, accepted) : unkeyedQueries(accepted)),
      used: hashConsumption(composition, now, 'claimed'),
      audited: auditInsertion(composition, 'claimed'),
      created: composition.insertion(PixEntry, {
        columns: PIX_ENTRY_COLUMNS,
        given: { accountId: 'account.id', ispb: 'account.ispb', ownerDocument: 'account.document_value' },
        from: 'from account, claimed',
      }),
    },
    `select account.id as "accountId", account.ispb as "bankIspb", account.code as "bankCode",
      account.name as "bankName", account.document_value as "holderDocument", account.type as "holderType",
      account.registration_status as "holderStatus", account.status as "accountStatus", account.entries,
      account.last_evp_at as "lastEvpAt", account.owner_ispb as "ownerIspb",
      account.owner_document as "ownerDocument", account.owner_account_id as "ownerAccountId",
      account.hash_fault as "hashFault",
      account.broken_rule as "brokenRule", exists (select from held) as "isHeld",
      exists (select from claimed) as "isMade"
    from (select) as decision left join account on true`,
  );
}

/** Deleted random keys count for the interval, too. */
function lastDeletedEvp(composition: Composition): string {
  return `
        select max(entry.created_at) as last_evp_at from pix_entry_excluded as entry
        where entry.account_id = account.id and entry.key_type = 'EVP'
          and entry.created_at > ${nowOf(composition)} - interval '${EVP_INTERVAL_SECONDS} seconds'`;
}

const keyTypeOf = (composition: Composition) => `${composition.parameter('keyType')}::addressing_key_type`;
const nowOf = (composition: Composition) => `${composition.parameter('createdAt')}::timestamptz`;

/** Returns the index of the rule that refuses the key, or null; later conditions are not evaluated. */
function refusingRule(composition: Composition): string {
  const parameter = (name: keyof DecidedOn) => composition.parameter(name);
  const named = (field: keyof NamedBank) => composition.parameter(field, 'bank');
  const [keyType, now] = [keyTypeOf(composition), nowOf(composition)];
  const limits = Object.entries(ENTRIES_MAX).map(([type, limit]) => `when '${type}' then ${limit}`);
  const conditions: Readonly<Record<RefusalCondition, string>> = {
    bankIsOther: `(${named('ispb')}, ${named('code')}, ${named('name')}) is distinct from (bank.ispb, bank.code, bank.name)
      and ${named('ispb')} is not null`,
    userIsNotHolder: `${parameter('userId')} <> holder.document_value`,
    accountIsNotActive: "account.status <> 'ACTIVE'",
    holderIsNotApproved: "holder.registration_status <> 'APPROVED'",
    keyTypeIsOfOtherHolders: `(${keyType}, holder.type) in (('CPF', 'BUSINESS'), ('CNPJ', 'CUSTOMER'))`,
    keyIsOtherDocument: `${keyType} in ('CPF', 'CNPJ') and ${parameter('keyValue')} <> holder.document_value`,
    phoneIsNotMobile: `${parameter('isOtherPhone')}::boolean`,
    keyIsNotProven: 'proof.fault is not null',
    lookupsAreUsedUp: `not ${parameter('mayLookUp')}::boolean`,
    keyIsTaken: 'owner.ispb is not null',
    limitIsReached: `own.entries >= case holder.type ${limits.join(' ')} end`,
    evpIsTooSoon: `${keyType} = 'EVP'
      and abs(extract(epoch from ${now} - greatest(own.last_evp_at, deleted.last_evp_at))) < ${EVP_INTERVAL_SECONDS}`,
  };
  return `case ${ENTRY_RULES.map(({ refusesIf }, nth) => `when ${conditions[refusesIf]} then ${nth}`).join(' ')} end`;
}
