// What the seed has created, on one gateway: no suite changes it.
import './seed-sandbox.suite.ts';
import './seed-webhooks.suite.ts';
