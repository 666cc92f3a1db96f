// The docs as users read them: the built product, and one Chromium.
import './docs.suite.ts';
import '../../support/shared-pages.ts';
