import { defineEntity } from '@mikro-orm/core';

const BankSchema = defineEntity({
  name: 'Bank',
  properties: (p) => ({
    ispb: p.text().primary(),
    code: p.text().nullable(),
    name: p.text(),
  }),
});

/** An institution of the Brazilian payment system, identified by its ISPB of eight digits. */
export class Bank extends BankSchema.class {}
BankSchema.setClass(Bank);
