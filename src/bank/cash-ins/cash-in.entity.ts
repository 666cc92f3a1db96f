import { defineEntity } from '@mikro-orm/core';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { CashInRail } from './cash-in.enum.ts';

const CashInSchema = defineEntity({
  name: 'CashIn',
  properties: (p) => ({
    id: p.uuid().primary(),
    /** No foreign key: each insert would lock the partner's row, which all its writers share. */
    partnerId: p.text(),
    accountId: () => p.manyToOne(PaymentAccount).mapToPk().fieldName('account_id'),
    rail: p.enum(() => CashInRail).nativeEnumName('cash_in_rail'),
    amount: p.decimal('string').precision(16).scale(2),
    currency: p.text(),
    endToEndId: p.text().nullable().unique(),
    createdAt: p.datetime(3),
    /** Payer, payee and the key that was paid to, sealed (`cash-in-parties.ts`); null if they are not known. */
    parties: p.text().nullable(),
  }),
  indexes: [
    { properties: ['accountId', 'createdAt', 'id'] },
    { properties: ['partnerId', 'createdAt', 'id'] },
    { properties: ['partnerId', 'rail', 'createdAt', 'id'] },
  ],
  checks: [
    { name: 'cash_in_amount_is_positive', expression: 'amount > 0' },
    { name: 'cash_in_pix_has_end_to_end_id', expression: "(rail = 'PIX') = (end_to_end_id is not null)" },
  ],
});

/** Money that a payment account received. */
export class CashIn extends CashInSchema.class {}
CashInSchema.setClass(CashIn);
