// Bound tokens of an outside issuer, on one gateway that trusts it.
import './dpop.suite.ts';
import './dpop-claims.suite.ts';
import './dpop-socket.suite.ts';
