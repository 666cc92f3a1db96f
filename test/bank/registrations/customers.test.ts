// How a person becomes a customer, on one gateway whose analyses conclude immediately.
import './register-customer.suite.ts';
import '../identity-pictures/submit-document.suite.ts';
import '../../playground/sandbox-world/sandbox-customers.suite.ts';
