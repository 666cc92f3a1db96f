// Tokens of an outside issuer, on one gateway that trusts it.
import './scopes.suite.ts';
import './token-claims.suite.ts';
