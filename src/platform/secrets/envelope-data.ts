import type { SecretBox } from './secret-box.ts';
import type { Sql } from '../database/database.ts';

/** What the subject of an event is found by. */
export interface SubjectOf {
  readonly partnerId: string;
  readonly subjectId: string;
}

/** Where subjects are read, and what opens their secrets. */
export interface SubjectSources {
  readonly database: Sql;
  readonly secrets: SecretBox;
}

/** Returns `data` of an envelope, from the id of the subject and `data` of the standard body. */
export type WriteEnvelopeData = (subjectId: string, data: unknown) => unknown;

/** Reads the subjects of a batch of events, in one statement. */
export type ReadEnvelopeData = (sources: SubjectSources, subjects: readonly SubjectOf[]) => Promise<WriteEnvelopeData>;
