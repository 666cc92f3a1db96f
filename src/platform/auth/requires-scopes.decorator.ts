import { Authorized, Directive } from 'type-graphql';
import { alternativesOf, type Scope } from './scope.ts';

/**
 * Declares the scopes that a field requires, all of them; without any, it requires a valid token. One decorator for the
 * check, for `@requiresScopes` in the schema and, derived from that directive, for the field's description.
 */
export function RequiresScopes(...scopes: Scope[]): MethodDecorator & PropertyDecorator {
  const [scope, ...more] = scopes;
  const lists = scope === undefined || more.length > 0 ? [scopes] : alternativesOf(scope).map((one) => [one]);
  const directive = Directive(`@requiresScopes(scopes: ${JSON.stringify(lists)})`);
  const authorized = Authorized(scopes);
  return (target: object, key: string | symbol) => {
    directive(target, key);
    authorized(target, key);
  };
}
