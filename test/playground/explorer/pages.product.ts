// Pages in a browser: one Chromium for all of them, and one gateway wherever sandbox mode is on.
import './events-page.suite.ts';
import './explorer-page.suite.ts';
import './own-token.suite.ts';
import '../../clients/pocket-form.suite.ts';
