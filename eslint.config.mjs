import js from '@eslint/js';
import graphql from '@graphql-eslint/eslint-plugin';
import jest from 'eslint-plugin-jest';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { readFileSync } from 'node:fs';

const EXAMPLES = ['src/playground/examples/documents/**/*.graphql', 'src/extensions/*/examples/**/*.graphql'];
const GRAPHQL = { schema: 'schema.graphql', documents: EXAMPLES };

/**
 * Words that a newcomer would have to learn, as patterns, and the field's word for each: those of the whole project, and
 * those of what is shipped, whose texts are read by partners and operators. A test looks for all of them in docs.
 */
const PLAIN_WORDS = JSON.parse(readFileSync('scripts/plain-words.json', 'utf8'));

/** Comments and texts use the field's own words; a text is what has a space, so not a name or an enum value. */
const plainWords = {
  meta: { schema: [{ type: 'object' }] },
  create: ({ options: [words], report, sourceCode }) => {
    const patterns = Object.entries(words).map(([pattern, plain]) => [new RegExp(pattern, 'i'), plain]);
    const check = (text, loc) => {
      for (const [word, plain] of patterns)
        if (word.test(text)) report({ loc, message: `Instead of "${word.exec(text)?.[0]}" say "${plain}".` });
    };
    return {
      Program() {
        for (const { value, loc } of sourceCode.getAllComments()) check(value, loc);
      },
      Literal({ value, loc }) {
        if (typeof value === 'string' && value.includes(' ')) check(value, loc);
      },
      TemplateElement({ value, loc }) {
        if (value.raw.includes(' ')) check(value.raw, loc);
      },
      JSXText({ value, loc }) {
        check(value, loc);
      },
    };
  },
};

/**
 * No regular expression looks for repeated characters at the end of a text, such as /0+$/: it tries each run of them from
 * each of its characters, so that a long run followed by anything else takes the square of its length.
 */
const noRunsAtEnd = {
  meta: { schema: [] },
  create: ({ report }) => ({
    'Literal[regex]'({ regex, loc }) {
      const atoms = regex.pattern.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
      let plain = atoms.replaceAll(/\(\?<[=!][^()]*\)/g, '^');
      for (let last = ''; last !== plain; plain = plain.replaceAll(/\([^()]*\)/g, 'x')) last = plain;
      const ends = regex.flags.includes('s') ? /[^.][+*]\$$/ : /[+*]\$$/;
      if (plain.split('|').some((way) => !way.startsWith('^') && ends.test(way)))
        report({ loc, message: 'This takes the square of the length of a run: count from the end, or begin with ^.' });
    },
  }),
};

export default defineConfig(
  globalIgnores(['dist/', 'packages/*/dist/', 'coverage/', '.data/', '**/generated/']),
  { files: ['**/*.{js,mjs,ts,tsx}'], extends: [js.configs.recommended] },
  {
    files: ['**/*.{js,mjs,ts,tsx}'],
    plugins: { own: { rules: { 'plain-words': plainWords, 'no-runs-at-end': noRunsAtEnd } } },
    rules: {
      'own/plain-words': ['error', { ...PLAIN_WORDS.everywhere, ...PLAIN_WORDS.product }],
    },
  },
  {
    // Settings are short, and those of the operator.
    files: ['{src,packages}/**/*.{js,mjs,ts,tsx}'],
    ignores: ['src/config/**'],
    rules: { 'own/no-runs-at-end': 'error' },
  },
  {
    files: ['{test,bench,packages/*/test}/**/*.{js,mjs,ts,tsx}'],
    rules: { 'own/plain-words': ['error', PLAIN_WORDS.everywhere] },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: [
          './tsconfig.json',
          './packages/client/tsconfig.json',
          './src/playground/pages/tsconfig.json',
          './examples/react/tsconfig.json',
          './test/clients/traced-page/tsconfig.json',
        ],
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 5],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      // A refusal and a GraphQL type are declared by classes that have nothing but decorators.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowStaticOnly: true }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/main.ts', 'src/app.ts', 'src/platform/system.ts', 'src/playground/pages/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: ':function AssignmentExpression[left.type="MemberExpression"][right.type=/Function/]',
          message:
            'V8 keeps such a function, and all that it reaches, until the whole heap is collected: give it a name first.',
        },
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Time comes in as a Clock.' },
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: 'Time comes in as a Clock.',
        },
        {
          selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
          message: 'Randomness comes in as Random.',
        },
      ],
    },
  },
  {
    // What comes over the wire is as the schema says; a page has the clock of its browser.
    files: [
      'src/playground/pages/**/*.{ts,tsx}',
      'examples/react/**/*.{ts,tsx}',
      'test/clients/traced-page/*.{ts,tsx}',
    ],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  { files: ['**/*.generated.ts'], rules: { 'max-lines': 'off' } },
  {
    // Tables are long, and never edited once they are released.
    files: ['migrations/**/*.ts'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off', 'own/plain-words': 'off' },
  },
  {
    files: ['**/*.graphql'],
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: GRAPHQL } },
    plugins: { graphql },
  },
  {
    // Names, descriptions, connections. What members of a union have in common is a test: test/playground/explorer/examples.product.ts.
    files: ['schema.graphql'],
    rules: {
      'graphql/naming-convention': [
        'error',
        {
          types: 'PascalCase',
          FieldDefinition: 'camelCase',
          InputValueDefinition: 'camelCase',
          Argument: 'camelCase',
          DirectiveDefinition: 'camelCase',
          EnumValueDefinition: 'UPPER_CASE',
        },
      ],
      'graphql/require-description': [
        'error',
        {
          types: true,
          FieldDefinition: true,
          InputValueDefinition: true,
          EnumValueDefinition: true,
          DirectiveDefinition: true,
        },
      ],
      'graphql/description-style': 'error',
      'graphql/no-hashtag-description': 'error',
      'graphql/no-unreachable-types': 'error',
      'graphql/relay-arguments': ['error', { includeBoth: false }],
      'graphql/relay-connection-types': 'error',
      'graphql/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false }],
      'graphql/relay-page-info': 'error',
      'graphql/require-deprecation-reason': 'error',
      'graphql/unique-enum-value-names': 'error',
    },
  },
  {
    files: EXAMPLES,
    rules: {
      'graphql/executable-definitions': 'error',
      'graphql/fields-on-correct-type': 'error',
      'graphql/known-argument-names': 'error',
      'graphql/known-type-names': 'error',
      'graphql/lone-executable-definition': 'error',
      'graphql/naming-convention': ['error', { OperationDefinition: 'PascalCase', VariableDefinition: 'camelCase' }],
      'graphql/no-anonymous-operations': 'error',
      'graphql/no-deprecated': 'error',
      'graphql/no-duplicate-fields': 'error',
      'graphql/no-undefined-variables': 'error',
      'graphql/no-unused-variables': 'error',
      'graphql/overlapping-fields-can-be-merged': 'error',
      'graphql/possible-fragment-spread': 'error',
      'graphql/provided-required-arguments': 'error',
      'graphql/scalar-leafs': 'error',
      'graphql/variables-in-allowed-position': 'error',
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: { process: 'readonly', fetch: 'readonly', URL: 'readonly', URLSearchParams: 'readonly' },
    },
  },
  {
    files: ['test/**/*.ts'],
    extends: [jest.configs['flat/recommended']],
    rules: {
      'max-lines-per-function': 'off',
      'max-params': 'off',
      // Answers are JSON; what is in them is what the tests are about.
      '@typescript-eslint/consistent-type-assertions': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      'jest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
      'jest/no-standalone-expect': ['error', { additionalTestBlockFunctions: ['browserTest', 'browserTest.each'] }],
      'jest/no-conditional-expect': 'error',
    },
  },
);
