import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/statements/compiled.ts';
import { RowSet } from '../../platform/statements/row-set.ts';
import { statement } from '../../platform/statements/statement.ts';
import { dueInTurn } from '../../platform/database/waiting-partners.ts';
import type { DocumentAnalysisStatus } from './document-analysis.enum.ts';

/** Maximum number of analyses that one run requests. */
const BATCH_SIZE = 50;
/** Delay before an analysis that is undecided, or whose worker was killed, is retried, in seconds. */
const ASK_AGAIN_SECONDS = 15;

/** Pictures that await a decision. */
export const analyses = dueInTurn('document_analysis', 'token');

/**
 * Claims pictures that are due. They are due again later, in case this worker is killed. Partners take turns: the
 * oldest of each, then the second of each. No two workers claim the same one, and only the first decision counts.
 */
export const claimingPictures = (due: string, dueAgainAt: string) =>
  `with recursive ${due}
   update document_analysis as analysis set due_at = ${dueAgainAt}
   from (
     select token from document_analysis where token in (select token from due) for update skip locked
   ) as claimed
   where analysis.token = claimed.token
   returning analysis.token, analysis.partner_id as "partnerId", analysis.document_number as "documentNumber",
     analysis.document_type as "documentType", analysis.document_side as "documentSide",
     analysis.picture_is_readable as "pictureIsReadable"`;

/** Leases due pictures to this worker; rows that another one has locked are skipped. */
const CLAIM_PICTURES = statement('claim_document_analyses', claimingPictures(analyses.due, '$2'), { writes: 'lock' });

/** When the next picture is due, for a query over all work that is due. */
export const EARLIEST_PICTURE = analyses.earliest;

const DECISIONS = new RowSet([
  ['token', 'text'],
  ['status', 'document_analysis_status'],
]);

/** Only pictures that are still under analysis: of several workers only one finds each so. */
const CONCLUDE_PICTURES = statement(
  'conclude_document_analyses',
  `update document_analysis as analysis set status = decision.status, decided_at = $3, due_at = null
   from ${DECISIONS.as('decision')}
   where analysis.token = decision.token and analysis.status = 'ANALYZING'`,
  { writes: 'lock' },
);

/** A picture to decide on, as far as it is stored. */
export type SubmittedPicture = RowOf<typeof CLAIM_PICTURES>;

type Verdict = Exclude<DocumentAnalysisStatus, 'ANALYZING'>;

/** Decides on a picture; undefined if it is undecided, and is retried. */
export type PictureJudge = (picture: SubmittedPicture) => Promise<Verdict | undefined>;

export interface AnalysePicturesDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly judgePicture: PictureJudge;
}

/**
 * Requests the analyses that are due, and stores the decisions.
 * @returns whether the batch was full, so that there may be more
 */
export async function analysePictures(dependencies: AnalysePicturesDependencies): Promise<boolean> {
  const { database, clock, judgePicture } = dependencies;
  const now = clock.now();
  const askAgainAt = new Date(now.getTime() + ASK_AGAIN_SECONDS * 1_000);
  const pictures = await database.run(CLAIM_PICTURES, [now, askAgainAt, BATCH_SIZE]);
  // A failure does not hold up the others.
  const verdicts = await Promise.allSettled(pictures.map(judgePicture));
  const decided = pictures.flatMap(({ token }, index) => {
    const verdict = verdicts[index];
    return verdict?.status === 'fulfilled' && verdict.value !== undefined ? [{ token, status: verdict.value }] : [];
  });
  await concludePictures(dependencies, decided);
  for (const verdict of verdicts) if (verdict.status === 'rejected') throw verdict.reason;
  return pictures.length === BATCH_SIZE;
}

interface Decided {
  readonly token: string;
  readonly status: Verdict;
}

/** Stores decisions; only the first one on a picture counts. */
export async function concludePictures(
  { database, clock }: Pick<AnalysePicturesDependencies, 'database' | 'clock'>,
  decided: readonly Decided[],
): Promise<void> {
  if (decided.length === 0) return;
  await database.run(CONCLUDE_PICTURES, [...DECISIONS.valuesOf(decided), clock.now().toISOString()]);
}
