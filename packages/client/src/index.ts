export { checkCheckpoints } from './checkpoints.ts';
export type { ChainedEvent, CheckedCheckpoint, Checkpoint, CheckOptions, CheckpointVerdict } from './checkpoints.ts';
export { keysOf, publishedKeys, type PublicKeys } from './public-keys.ts';
export { rangesOf, SEND_AGAIN } from './ranges.ts';
export { receive, type AnswerStatus, type ReceiverOptions } from './receive.ts';
export { compareSequences } from './sequence.ts';
export { MessageTracker, type Gap, type TrackerOptions, type TrackerState, type Verdict } from './tracker.ts';
export { WebhookVerifier, type VerifierOptions } from './verify.ts';
export { WebhookRefused, type Refusal, type WebhookHeaders, type WebhookMessage } from './webhook-message.ts';
