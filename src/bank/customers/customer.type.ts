import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import { TaxpayerIdObjectType } from '../../platform/graphql/vocabulary/taxpayer-id.type.ts';
import { MoneyType } from '../../platform/graphql/vocabulary/money.type.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DateScalar, DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { PepLevel } from './customer-record.enum.ts';
import { CustomerStatus } from './customer-status.enum.ts';
import { ReprovalReason } from './reproval-reason.enum.ts';
import type { CustomerRow } from './customer.rows.ts';

registerEnumType(PepLevel, {
  name: 'PepLevel',
  description: 'Political exposure of a person.',
  valuesConfig: {
    NONE: { description: 'Neither politically exposed nor linked to an exposed person.' },
    SELF: { description: 'Politically exposed.' },
    RELATED: { description: 'Linked to a politically exposed person by family, partnership or close collaboration.' },
  },
});

registerEnumType(ReprovalReason, {
  name: 'ReprovalReason',
  description: 'Why a person is rejected.',
  valuesConfig: {
    DOCUMENT_UNREADABLE: { description: 'A picture of the documentation cannot be read.' },
    FACE_MISMATCH: { description: 'The selfie does not show the person of the identity document.' },
    DOCUMENT_MISMATCH: { description: 'The identity document is not valid, or that of somebody else.' },
    DATA_MISMATCH: { description: 'What was stated differs from public records.' },
    RESTRICTION: { description: 'The person may not have an account.' },
    OTHER: { description: 'Another reason, or one that the provider words in its own way.' },
  },
});

@ObjectType('Phone', { description: 'A mobile phone.', simpleResolvers: true })
export class PhoneType {
  @Field(() => String, { description: 'Dialling code of the country, digits only, such as `55`.' })
  readonly countryCode: string;

  @Field(() => String, { description: 'Number with area code, digits only, such as `61990200169`.' })
  readonly number: string;

  constructor(row: CustomerRow) {
    this.countryCode = row.phoneCountryCode;
    this.number = row.phoneNumber;
  }
}

@ObjectType('Address', { description: 'Where a person lives.', simpleResolvers: true })
export class AddressType {
  @Field(() => String, { description: 'Postal code, eight digits without a hyphen, such as `70040010`.' })
  readonly zipCode: string;

  @Field(() => String, { description: 'Street, such as `Avenida Paulista`.' })
  readonly addressLine: string;

  @Field(() => String, { description: 'Number of the building; `S/N` if there is none.' })
  readonly buildingNumber: string;

  @Field(() => String, { nullable: true, description: 'Complement, such as a flat.' })
  readonly complement: string | null;

  @Field(() => String, { description: 'Neighborhood or district.' })
  readonly neighborhood: string;

  @Field(() => String, { description: 'City.' })
  readonly city: string;

  @Field(() => String, { description: 'Two-letter code of the state, such as `SP`.' })
  readonly state: string;

  @Field(() => String, { description: 'Country: `BR`.' })
  readonly country: string;

  constructor(row: CustomerRow) {
    this.zipCode = row.zipCode;
    this.addressLine = row.addressLine;
    this.buildingNumber = row.buildingNumber;
    this.complement = row.complement;
    this.neighborhood = row.neighborhood;
    this.city = row.city;
    this.state = row.state;
    this.country = row.country;
  }
}

@ObjectType('Pep', { description: 'Political exposure of a person.', simpleResolvers: true })
export class PepType {
  @Field(() => PepLevel, { description: 'Level of political exposure.' })
  readonly level: PepLevel;

  constructor(level: PepLevel) {
    this.level = level;
  }
}

@ObjectType('Customer', {
  description:
    'A person that the partner registered. Shows the data of the last approved registration, or of the last registration if none was approved.',
  implements: NodeType,
  simpleResolvers: true,
})
export class CustomerType extends NodeType {
  @RequiresScopes(Scope.CUSTOMER_READ)
  @Field(() => TaxpayerIdObjectType, { description: 'CPF of the person.' })
  readonly document: TaxpayerIdObjectType;

  @RequiresScopes(Scope.CUSTOMER_READ)
  @Field(() => String, { description: 'Full name, as on the identity document.' })
  readonly registerName: string;

  @RequiresScopes(Scope.CUSTOMER_READ)
  @Field(() => String, { nullable: true, description: 'Name by which the person wants to be called.' })
  readonly socialName: string | null;

  @RequiresScopes(Scope.CUSTOMER_READ)
  @Field(() => DateScalar, { description: 'Birth date, such as `1990-01-31`.' })
  readonly birthDate: string;

  @Field(() => CustomerStatus, { description: 'Status of the registration.' })
  readonly status: CustomerStatus;

  @Field(() => [ReprovalReason], { description: 'Reasons for the rejection; empty unless REPROVED.' })
  readonly reasons: readonly ReprovalReason[];

  @RequiresScopes(Scope.CUSTOMER_READ)
  @Field(() => PhoneType, { description: 'Mobile phone.' })
  readonly phone: PhoneType;

  @RequiresScopes(Scope.CUSTOMER_READ)
  @Field(() => String, { description: 'E-mail address, in lower case.' })
  readonly email: string;

  @RequiresScopes(Scope.CUSTOMER_READ)
  @Field(() => AddressType, { description: 'Where the person lives.' })
  readonly address: AddressType;

  @RequiresScopes(Scope.CUSTOMER_READ)
  @Field(() => MoneyType, { description: 'Asserted income.' })
  readonly assertedIncome: MoneyType;

  @RequiresScopes(Scope.CUSTOMER_READ)
  @Field(() => String, { description: 'Code of the occupation, `OCP0001` to `OCP0105`.' })
  readonly occupation: string;

  @RequiresScopes(Scope.CUSTOMER_READ)
  @Field(() => PepType, { description: 'Political exposure.' })
  readonly pep: PepType;

  @RequiresScopes(Scope.CUSTOMER_READ)
  @Field(() => String, { description: 'Full name of the mother as on the identity document.' })
  readonly motherName: string;

  @Field(() => DateTimeScalar, { description: 'When the first registration was received, in UTC.' })
  readonly createdAt: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the status or the data last changed, in UTC; null if never.',
  })
  readonly updatedAt: string | null;

  constructor(row: CustomerRow) {
    super(row.id);
    this.document = new TaxpayerIdObjectType(row.documentNumber, 'CPF');
    this.registerName = row.registerName;
    this.socialName = row.socialName;
    this.birthDate = row.birthDate;
    this.status = row.status;
    this.reasons = row.reasons;
    this.phone = new PhoneType(row);
    this.email = row.email;
    this.address = new AddressType(row);
    this.assertedIncome = new MoneyType(row.incomeValue, row.incomeCurrency);
    this.occupation = row.occupation;
    this.pep = new PepType(row.pepLevel);
    this.motherName = row.motherName;
    this.createdAt = row.createdAt;
    this.updatedAt = row.updatedAt;
  }
}

export const CustomerConnectionType = connectionOf('Customer', () => CustomerType, 'customers');
