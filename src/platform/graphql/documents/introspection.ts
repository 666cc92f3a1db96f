/** Who may introspect the schema with `__schema` and `__type`. */
export const Introspection = { ON: 'on', AUTHENTICATED: 'authenticated', OFF: 'off' } as const;
export type Introspection = (typeof Introspection)[keyof typeof Introspection];
