import { getNullableType, isNonNullType, type GraphQLInputObjectType, type GraphQLInputType } from 'graphql';
import type { RestRow } from './rest-row.ts';

/** A member of an input, as a request contains it. */
export interface InputMember {
  readonly field: string;
  /** Its path in the variables, and its name in the request. */
  readonly at: string;
  readonly name: string;
  /** Its other name in the partner API. */
  readonly alias: string | undefined;
  readonly isDecimal: boolean;
  /** Its type; a member with a default can be omitted. */
  readonly type: GraphQLInputType;
}

/** The idempotency key of an input. */
export const KEY = 'input.idempotencyKey';

/** The members of a row's inputs, found once. */
export class InputMembers {
  private readonly row: RestRow;
  private readonly elsewhere: ReadonlySet<string>;
  private readonly known = new Map<string, readonly InputMember[]>();

  constructor(row: RestRow) {
    this.row = row;
    // A key counts in its header, and only where there is one.
    this.elsewhere = new Set([...row.places.map(({ at }) => at), KEY]);
  }

  /** Returns the members of the input at a path, without those that are elsewhere in the request. */
  of(type: GraphQLInputObjectType, { name, at }: Pick<InputMember, 'name' | 'at'>): readonly InputMember[] {
    const members = this.known.get(at) ?? this.membersOf(type, name, at);
    this.known.set(at, members);
    return members;
  }

  private membersOf(type: GraphQLInputObjectType, name: string, at: string): readonly InputMember[] {
    const fields = Object.values(type.getFields()).filter((field) => !this.elsewhere.has(`${at}.${field.name}`));
    return fields.map((field) => {
      const way = `${at}.${field.name}`;
      const [alias] = Object.entries(this.row.aliases ?? {}).find(([, wanted]) => wanted === way) ?? [];
      return {
        field: field.name,
        at: way,
        name: name === '' ? field.name : `${name}.${field.name}`,
        alias: alias?.slice(alias.lastIndexOf('.') + 1),
        isDecimal: getNullableType(field.type).toString() === 'Decimal',
        type: isNonNullType(field.type) && field.defaultValue !== undefined ? field.type.ofType : field.type,
      };
    });
  }
}
