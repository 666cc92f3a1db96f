import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { AddressingKeyObjectType } from '../addressing-keys/addressing-key.type.ts';
import { PixEntryStatus } from './pix-entry-status.enum.ts';
import type { PixEntryRow } from './pix-entry.rows.ts';

registerEnumType(PixEntryStatus, {
  name: 'PixEntryStatus',
  description: 'Status of an addressing key.',
  valuesConfig: { OWNED: { description: 'It belongs to the holder of its account.' } },
});

@ObjectType('PixEntry', {
  description: 'An addressing key registered for an account of the partner.',
  implements: NodeType,
  simpleResolvers: true,
})
export class PixEntryType extends NodeType {
  @Field(() => AddressingKeyObjectType, { description: 'The key.' })
  readonly addressingKey: AddressingKeyObjectType;

  @Field(() => DateTimeScalar, { description: 'When the key was registered, in UTC.' })
  readonly createdAt: string;

  @Field(() => PixEntryStatus, { description: 'Status of the key.' })
  readonly status: PixEntryStatus;

  @Field(() => DateTimeScalar, { description: 'Since when the holder has owned the key, in UTC.' })
  readonly ownedAt: string;

  /** Not shown; used to load the account. */
  readonly accountId: string;

  constructor(row: PixEntryRow) {
    super(row.id);
    this.addressingKey = new AddressingKeyObjectType(row.keyType, row.keyValue);
    this.createdAt = row.createdAt;
    this.status = PixEntryStatus.OWNED;
    this.ownedAt = row.createdAt;
    this.accountId = row.accountId;
  }
}

export const PixEntryConnectionType = connectionOf('PixEntry', () => PixEntryType, 'addressing keys');
