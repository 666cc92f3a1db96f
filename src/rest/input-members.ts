import { getNullableType, isNonNullType, type GraphQLInputObjectType, type GraphQLInputType } from 'graphql';
import type { RestRow } from './rest-row.ts';

/** A member of an input, as a request has it. */
export interface InputMember {
  readonly field: string;
  /** Its way in the variables, and its name in the request. */
  readonly at: string;
  readonly name: string;
  /** The other name that the partner API has for it. */
  readonly alias: string | undefined;
  readonly isDecimal: boolean;
  /** Its type; one with a default may be left out. */
  readonly type: GraphQLInputType;
}

/** What the members of a row's inputs are, found once. */
export class InputMembers {
  private readonly row: RestRow;
  private readonly elsewhere: ReadonlySet<string>;
  private readonly known = new Map<string, readonly InputMember[]>();

  constructor(row: RestRow) {
    this.row = row;
    this.elsewhere = new Set(row.places.map(({ at }) => at));
  }

  /** Those of the input at a way, without what stands elsewhere in the request. */
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
        ...{ field: field.name, at: way, name: name === '' ? field.name : `${name}.${field.name}` },
        alias: alias?.slice(alias.lastIndexOf('.') + 1),
        isDecimal: getNullableType(field.type).toString() === 'Decimal',
        type: isNonNullType(field.type) && field.defaultValue !== undefined ? field.type.ofType : field.type,
      };
    });
  }
}
