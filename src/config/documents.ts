import { Introspection } from '../platform/graphql/documents/introspection.ts';
import { choice, flag, seconds, text } from '../platform/settings/kinds.ts';
import { optional, setting, settingGroup } from '../platform/settings/setting.ts';

const settings = {
  file: optional(
    'PERSISTED_DOCUMENTS',
    text,
    'the examples in sandbox mode, otherwise none',
    'file of persisted documents, which clients send by id',
  ),
  only: setting('PERSISTED_DOCUMENTS_ONLY', flag, 'false', 'refuses all documents that are not persisted'),
  introspection: setting(
    'INTROSPECTION',
    choice(Object.values(Introspection)),
    Introspection.ON,
    'who may introspect the schema, and get `/schema.graphql`: all callers (`on`), callers with a token (`authenticated`), or none (`off`)',
  ),
  alphanumericCnpj: setting(
    'ALPHANUMERIC_CNPJ',
    flag,
    'false',
    'accepts CNPJs with letters as addressing keys; as documents they are always accepted',
  ),
  occupationsFile: optional(
    'OCCUPATIONS_FILE',
    text,
    'labels that say that they are samples',
    'file of labels of occupations: a JSON object of code and label, in UTF-8',
  ),
  analysisSeconds: setting(
    'ANALYSIS_SECONDS',
    seconds({ min: 0, max: 3_600 }),
    { sandbox: '2', elsewhere: '0' },
    'duration of an analysis in the sandbox; otherwise the delay before a decision is first requested',
  ),
};

/** What can be asked of the schema, and how it answers. */
export const documents = settingGroup('Schema and documents', settings, ({ file, only, ...others }) => ({
  ...others,
  persistedDocuments: { file, only },
}));
