// Pix entries, on one gateway: each suite starts without any.
import './register-pix-entry.suite.ts';
import './refused-registrations.suite.ts';
import './transactional-hash.suite.ts';
