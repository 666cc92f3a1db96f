import { Field, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { AddressingKeyObjectType } from '../addressing-keys/addressing-key.type.ts';
import type { PixEntryRow } from './pix-entry.rows.ts';

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

  /** Not shown; used to load the account. */
  readonly accountId: string;

  constructor(row: PixEntryRow) {
    super(row.id);
    this.addressingKey = new AddressingKeyObjectType(row.keyType, row.keyValue);
    this.createdAt = row.createdAt;
    this.accountId = row.accountId;
  }
}

export const PixEntryConnectionType = connectionOf('PixEntry', () => PixEntryType, 'addressing keys');
