import type { GraphQLInputType } from 'graphql';

/** What built-in scalars require, as GraphQL's own messages use the names of its types. */
const WANTED: Readonly<Record<string, string>> = {
  String: 'a text',
  ID: 'a text',
  Int: 'a whole number',
  Float: 'a number',
  Boolean: 'true or false',
};

/** Returns what is wrong with a value, in the terms of the request. */
export function faultSentence(fault: string, type: GraphQLInputType, name: string): string {
  const wanted = WANTED[String(type)];
  if (wanted !== undefined) return `${name} must be ${wanted}.`;
  return `${fault.replace(/\.$/, '')}.`.replace(`${String(type)} must`, `${name} must`);
}
