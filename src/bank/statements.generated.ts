// Written by `npm run generate`: what PostgreSQL says of each statement of this folder.
export {};
type Instant = string | Date;
type Large = number | string;
type List = readonly (string | number | null)[];
type AddressingKeyType = 'CPF' | 'CNPJ' | 'EVP' | 'PHONE' | 'EMAIL';
type ContactKind = 'EMAIL' | 'PHONE';
type CustomerStatus = 'PENDING_APPROVAL' | 'APPROVED' | 'REPROVED' | 'BLOCKED' | 'CANCELED';
type DocumentAnalysisStatus = 'ANALYZING' | 'APPROVED' | 'REJECTED';
type DocumentSide = 'FRONT' | 'BACK';
type IdentityDocumentType = 'RG' | 'CNH' | 'RNE' | 'CRNM' | 'DNI' | 'SELFIE';
declare module '../platform/statements/statement.ts' {
  interface StatementTypes {
    claim_contacts: {
      readonly row: { readonly kind: ContactKind };
      readonly given: readonly [string | null, string | null, string | null, string | null];
    };
    claim_document_analyses: {
      readonly row: {
        readonly token: string;
        readonly partnerId: string;
        readonly documentNumber: string;
        readonly documentType: IdentityDocumentType;
        readonly documentSide: DocumentSide | null;
        readonly pictureIsReadable: boolean;
      };
      readonly given: readonly [Instant | null, Instant | null, Large | null];
    };
    claim_registrations: {
      readonly row: {
        readonly id: string;
        readonly documentNumber: string;
        readonly correlationId: string;
        readonly partnerId: string;
        readonly receivedAt: string;
        readonly companyKey: string;
      };
      readonly given: readonly [Instant | null, Instant | null, Large | null];
    };
    conclude_document_analyses: {
      readonly row: never;
      readonly given: readonly [List | null, List | null, Instant | null];
    };
    count_late_registrations: {
      readonly row: { readonly state: 'late'; readonly value: number };
      readonly given: readonly [Instant | null];
    };
    decide_customer: {
      readonly row: {
        readonly selfie: DocumentAnalysisStatus | null;
        readonly idCardFront: DocumentAnalysisStatus | null;
        readonly idCardBack: DocumentAnalysisStatus | null;
        readonly brokenRule: number | null;
        readonly isHeld: boolean;
        readonly isMade: boolean;
      };
    };
    decide_keyed_customer: {
      readonly row: {
        readonly selfie: DocumentAnalysisStatus | null;
        readonly idCardFront: DocumentAnalysisStatus | null;
        readonly idCardBack: DocumentAnalysisStatus | null;
        readonly brokenRule: number | null;
        readonly isHeld: boolean;
        readonly isMade: boolean;
      };
    };
    decide_keyed_pix_entry: {
      readonly row: {
        readonly entries: number | null;
        readonly lastEvpAt: string | null;
        readonly ownerIspb: string | null;
        readonly ownerDocument: string | null;
        readonly ownerAccountId: string | null;
        readonly hashFault: 'EXPIRED' | 'USED' | 'OTHER_KEY' | 'OTHER_HOLDER' | 'UNKNOWN' | null;
        readonly brokenRule: number | null;
        readonly isHeld: boolean;
        readonly isMade: boolean;
      };
    };
    decide_pix_entry: {
      readonly row: {
        readonly entries: number | null;
        readonly lastEvpAt: string | null;
        readonly ownerIspb: string | null;
        readonly ownerDocument: string | null;
        readonly ownerAccountId: string | null;
        readonly hashFault: 'EXPIRED' | 'USED' | 'OTHER_KEY' | 'OTHER_HOLDER' | 'UNKNOWN' | null;
        readonly brokenRule: number | null;
        readonly isHeld: boolean;
        readonly isMade: boolean;
      };
    };
    decide_pocket: {
      readonly row: {
        readonly used: number | null;
        readonly brokenRule: number | null;
        readonly isHeld: boolean;
        readonly isMade: boolean;
      };
    };
    decide_registration: {
      readonly row: never;
      readonly given: readonly [string | null, CustomerStatus, Instant | null, List];
    };
    end_registration_round: {
      readonly row: { readonly id: string };
      readonly given: readonly [string | null, CustomerStatus | null, Instant | null, Instant | null];
    };
    end_replaced_analyses: { readonly row: never; readonly given: readonly [string | null, string | null] };
    find_cash_ins: { readonly row: { readonly amount: string } };
    find_customer: { readonly row: { readonly incomeValue: string } };
    find_customers: { readonly row: { readonly incomeValue: string } };
    find_customers_by_document: { readonly row: { readonly incomeValue: string } };
    find_parties_of_cash_ins: {
      readonly row: { readonly id: string; readonly parties: string | null };
      readonly given: readonly [List | null, List | null];
    };
    find_registered_pix_entries: {
      readonly row: {
        readonly id: string;
        readonly keyType: AddressingKeyType;
        readonly keyValue: string;
        readonly accountId: string | null;
        readonly createdAt: string;
      };
    };
    forget_excluded_pix_entries: {
      readonly row: { readonly '?column?': number };
      readonly given: readonly [Instant | null, Large | null];
    };
    forget_expired_totp_challenges: {
      readonly row: { readonly '?column?': number };
      readonly given: readonly [Instant | null, Large | null];
    };
    forget_expired_transactional_hashes: {
      readonly row: { readonly '?column?': number };
      readonly given: readonly [Instant | null, Large | null];
    };
    lock_totp_challenges: {
      readonly row: { readonly pg_advisory_xact_lock: string | null };
      readonly given: readonly [string | null, string | null, string | null, string | null];
    };
    release_changed_contacts: { readonly row: never; readonly given: readonly [string | null] };
    release_contacts: { readonly row: never; readonly given: readonly [string | null] };
    update_holder_of_customer: { readonly row: never; readonly given: readonly [string | null] };
  }
}
