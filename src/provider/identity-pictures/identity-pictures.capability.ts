import { judgedByProvider, submitDocumentToProvider } from '../../bank/identity-pictures/submit-document.provider.ts';
import { UnmappedRefusalErrorType } from '../intents/unmapped-refusal.result.ts';
import type { Side } from '../side.ts';
import { pollPictures } from './poll-pictures.ts';

/** Pictures that the provider analyses. */
export const picturesAtProvider: Side = {
  folder: 'provider/identity-pictures',
  neighbours: ['provider/intents', 'bank/identity-pictures', 'provider/calls'],
  members: { SubmitDocumentResult: [UnmappedRefusalErrorType] },
  elsewhere: (provider, needs) => ({
    submitDocument: (caller, wanted) =>
      submitDocumentToProvider(provider, { ...needs, database: caller.database }, { caller, wanted }),
    analysePictures: (name, loop) =>
      pollPictures(name, loop, { ...needs, judgePicture: judgedByProvider(provider.client, needs.random) }),
  }),
};
