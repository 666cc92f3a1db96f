import type { CodegenConfig } from '@graphql-codegen/cli';

/** Types for the operations of this client, made from the schema: `npm run codegen`. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['examples/react/forms/*'],
  generates: {
    'examples/react/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        // A switch over a union can only be exhaustive if each member has `__typename`.
        nonOptionalTypename: true,
        enumsAsTypes: true,
        useTypeImports: true,
        emitLegacyCommonJSImports: false,
        importExtension: '.ts',
        avoidOptionals: { field: true },
        scalars: {
          UUID: 'string',
          DateTime: 'string',
          Date: 'string',
          SearchDate: 'string',
          Duration: 'string',
          Decimal: 'string',
          JSONObject: 'Record<string, unknown>',
        },
      },
    },
    // Without it Apollo Client does not know which types a fragment on DomainError matches, and drops their fields.
    'examples/react/generated/possible-types.ts': {
      plugins: ['fragment-matcher'],
      config: { useExplicitTyping: true },
    },
  },
};

export default config;
