import { judgedByProvider, submitDocumentToProvider } from './submit-document.provider.ts';
import { UnmappedRefusalErrorType } from '../intents/unmapped-refusal.result.ts';
import type { Side } from '../side.ts';
import { pollPictures } from './poll-pictures.ts';

/** Pictures that the provider analyses. */
export const picturesAtProvider: Side = {
  folder: 'extensions/provider/identity-pictures',
  neighbours: ['bank/identity-pictures', 'extensions/provider/calls', 'extensions/provider/intents'],
  members: { SubmitDocumentResult: [UnmappedRefusalErrorType] },
  elsewhere: (provider, needs) => ({
    submitDocument: (caller, wanted) =>
      submitDocumentToProvider(provider, { ...needs, database: caller.database }, { caller, wanted }),
    analysePictures: (name, loop) =>
      pollPictures(name, loop, { ...needs, judgePicture: judgedByProvider(provider.client, needs.random) }),
  }),
};
