import { boundTokens } from './extensions/bound-tokens/bound-tokens.extension.ts';
import { checkpoints } from './extensions/checkpoints/checkpoints.extension.ts';
import { consumers } from './extensions/consumers/consumers.extension.ts';
import { ledger } from './extensions/ledger/ledger.extension.ts';
import { rest } from './extensions/rest/rest.extension.ts';
import { provider } from './extensions/provider/provider.extension.ts';
import { streams } from './extensions/streams/streams.extension.ts';
import { signatureCheck } from './extensions/signature-check/signature-check.extension.ts';

/**
 * All extensions; no other file names them. The schema shows their members in this order. Without any of them the rest
 * compiles and serves: `npm run check:core` replaces this list by an empty one.
 */
export const extensions = [
  signatureCheck,
  checkpoints,
  ledger,
  rest,
  consumers,
  provider,
  boundTokens,
  streams,
] as const;
