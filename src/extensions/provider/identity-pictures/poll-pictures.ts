import {
  analyses,
  claimingPictures,
  concludePictures,
  type PictureJudge,
} from '../../../bank/identity-pictures/analyse-pictures.ts';
import type { MakeLoop, Worker } from '../../../platform/loops/loops.ts';
import { statement } from '../../../platform/statements/statement.ts';
import { pollAgainAt, pollDecisions, type PollNeeds } from '../calls/poll-decisions.ts';

const CLAIM_POLLED_PICTURES = statement(
  'claim_polled_document_analyses',
  claimingPictures(analyses.dueInShares, pollAgainAt('analysis.submitted_at')),
  { writes: 'lock' },
);

/** Polls the provider for its decisions: each analysis is a call of its own, so that none waits for another. */
export function pollPictures(
  name: string,
  makeLoop: MakeLoop,
  needs: PollNeeds & { readonly judgePicture: PictureJudge },
): Worker {
  return pollDecisions(makeLoop, needs, {
    name,
    claim: CLAIM_POLLED_PICTURES,
    async perform(picture) {
      const status = await needs.judgePicture(picture);
      if (status !== undefined) await concludePictures(needs, [{ token: picture.token, status }]);
    },
  });
}
