import { Field, ObjectType } from 'type-graphql';
import type { Principal } from '../../platform/auth/principal.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';

@ObjectType('Viewer', { description: 'The caller, as identified by the token.', simpleResolvers: true })
export class ViewerType {
  @Field(() => String, { description: 'Id of the partner, such as `ACME_PAY`: the tenant claim of the token.' })
  readonly partner: string;

  @Field(() => String, { description: 'Company key of the partner, as events carry it.' })
  readonly companyKey: string;

  @Field(() => [String], { description: 'Scopes of the token, sorted, such as `["pocket.create", "pocket.read"]`.' })
  readonly scopes: readonly string[];

  @Field(() => DateTimeScalar, {
    description: 'When the token expires, in UTC; its sockets are then closed with 4403.',
  })
  readonly tokenExpiresAt: Date;

  @Field(() => Boolean, { description: 'Whether the gateway runs in sandbox mode.' })
  readonly sandbox: boolean;

  constructor(principal: Principal, sandbox: boolean) {
    this.partner = principal.partnerId;
    this.companyKey = principal.companyKey;
    this.scopes = [...principal.scopes].sort();
    this.tokenExpiresAt = principal.tokenExpiresAt;
    this.sandbox = sandbox;
  }
}
