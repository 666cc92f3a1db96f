import { defineEntity } from '@mikro-orm/core';
import { DeclaredIncome, PepLevel } from './customer-record.enum.ts';
import { CustomerRegistration } from './customer-registration.entity.ts';

const CustomerRecordSchema = defineEntity({
  name: 'CustomerRecord',
  properties: (p) => ({
    registrationId: () =>
      p
        .manyToOne(CustomerRegistration)
        .mapToPk()
        .fieldName('registration_id')
        .updateRule('no action')
        .deleteRule('no action')
        .primary(),
    partnerId: p.text(),
    registerName: p.text(),
    socialName: p.text().nullable(),
    birthDate: p.date(),
    phoneCountryCode: p.text(),
    phoneNumber: p.text(),
    /** Identifies the phone. */
    phoneE164: p.text().fieldName('phone_e164'),
    email: p.text(),
    zipCode: p.text(),
    addressLine: p.text(),
    buildingNumber: p.text(),
    complement: p.text().nullable(),
    neighborhood: p.text(),
    city: p.text(),
    state: p.text(),
    country: p.text(),
    declaredIncome: p
      .enum(() => DeclaredIncome)
      .nativeEnumName('declared_income')
      .nullable(),
    incomeValue: p.decimal('string').precision(16).scale(2),
    incomeCurrency: p.text(),
    occupation: p.text(),
    pepLevel: p.enum(() => PepLevel).nativeEnumName('pep_level'),
    motherName: p.text(),
    selfieToken: p.text().nullable(),
    idCardFrontToken: p.text().nullable(),
    idCardBackToken: p.text().nullable(),
  }),
  indexes: [{ properties: ['partnerId', 'email'] }, { properties: ['partnerId', 'phoneE164'] }],
  checks: [{ name: 'customer_record_income_is_not_negative', expression: 'income_value >= 0' }],
});

/** What a person stated in a registration, all of it personal data. Erasing the person deletes it. */
export class CustomerRecord extends CustomerRecordSchema.class {}
CustomerRecordSchema.setClass(CustomerRecord);
