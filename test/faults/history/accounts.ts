import { cpfOf, isTaxpayerId } from '../../../src/kernel/taxpayer-id.ts';

/** An account that is used only by the histories of one round. */
export interface HistoryAccount {
  /** The sandbox client of its partner. */
  readonly client: 'gama-pay' | 'beta-pay';
  readonly partner: 'GAMA_PAY' | 'BETA_PAY';
  readonly number: string;
  readonly document: string;
  readonly documentType: 'CPF' | 'CNPJ';
  /** Its limit of keys, and the number of EVP keys that it already has, which are days old. */
  readonly keysMax: number;
  readonly keys: number;
  readonly pocketsMax: number;
}

/** Pocket limits of the accounts of each group: a low one is reached before a fault, a high one only after it. */
const POCKETS_MAX = [4, 12];
/** Number of keys that each account can still register. */
const KEYS_LEFT = 3;
const KINDS = [
  { client: 'gama-pay', partner: 'GAMA_PAY', documentType: 'CPF', keysMax: 5 },
  { client: 'beta-pay', partner: 'BETA_PAY', documentType: 'CPF', keysMax: 5 },
  { client: 'beta-pay', partner: 'BETA_PAY', documentType: 'CNPJ', keysMax: 20 },
] as const;

/** Returns the groups of accounts of a round; accounts of a group want the same keys. */
export function accountGroups(round: number): readonly (readonly HistoryAccount[])[] {
  return POCKETS_MAX.map((pocketsMax, group) =>
    KINDS.map((kind, index) => {
      const nth = String(round * 10 + group * KINDS.length + index);
      const document = kind.documentType === 'CPF' ? cpfOf(`7${nth.padStart(8, '0')}`) : cnpjOf(nth);
      return { ...kind, number: `7${nth.padStart(6, '0')}`, document, keys: kind.keysMax - KEYS_LEFT, pocketsMax };
    }),
  );
}

function cnpjOf(nth: string): string {
  const base = `77${nth.padStart(10, '0')}`;
  const candidates = Array.from({ length: 100 }, (_, check) => base + String(check).padStart(2, '0'));
  return candidates.find((candidate) => isTaxpayerId('CNPJ', candidate)) ?? '';
}

/** Returns the statement that opens the accounts of all rounds. EVP keys are as far apart as they must be. */
export function openAccounts(rounds: number): string {
  const accounts = Array.from({ length: rounds }, (_, index) => accountGroups(index + 1)).flat(2);
  return `
    with wanted as (
      select * from jsonb_to_recordset('${JSON.stringify(accounts)}') as wanted (
        partner text, number text, document text, "documentType" document_type, keys int, "pocketsMax" int
      )
    ), holder_of as (
      insert into holder (id, partner_id, document_value, document_type, type, name, status, registration_status, created_at)
      select gen_random_uuid(), partner, document, "documentType",
        (case "documentType" when 'CPF' then 'CUSTOMER' else 'BUSINESS' end)::holder_type, 'Holder', 'ACTIVE', 'APPROVED', now()
      from wanted
      returning id, document_value
    ), account_of as (
      insert into payment_account (id, partner_id, program_id, holder_id, bank_ispb, branch, number, type, status,
        pocket_limit, created_at)
      select gen_random_uuid(), partner, program.id, holder_of.id, '99990001', '0001', number, 'PAYMENT', 'ACTIVE',
        "pocketsMax", now()
      from wanted
      join holder_of on holder_of.document_value = document
      join account_program as program on program.partner_id = partner
      returning id, number
    )
    insert into pix_entry (id, key_type, key_value, ispb, owner_document, partner_id, account_id, created_at)
    select gen_random_uuid(), 'EVP', gen_random_uuid()::text, '99990001', document, partner, account_of.id,
      now() - nth * interval '1 day'
    from wanted join account_of using (number) cross join generate_series(1, keys) as nth`;
}
