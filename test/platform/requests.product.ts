// What requests over HTTP have in common, on one gateway.
import './http/api-version.suite.ts';
import './http/correlation-id.suite.ts';
import './http/get-request.suite.ts';
import './http/host-header.suite.ts';
import './http/large-body.suite.ts';
import './http/personal-values.suite.ts';
import './http/request-body.suite.ts';
import './http/coercion-faults.suite.ts';
import './http/request-errors.suite.ts';
import './http/request-target.suite.ts';
import './http/routes.suite.ts';
import './http/unread-body.suite.ts';
import './graphql/documents/document-limits.suite.ts';
import './graphql/documents/odd-documents.suite.ts';
import './auth/missing-token.suite.ts';
