// Pages in a browser: one Chromium for all of them, and one gateway for all suites in sandbox mode.
import './events-page.suite.ts';
import './explorer-page.suite.ts';
import './own-token.suite.ts';
import '../../clients/example-forms.suite.ts';
