// How somebody becomes a customer, on one gateway whose analyses are concluded at once.
import './register-customer.suite.ts';
import '../identity-pictures/submit-document.suite.ts';
import '../../playground/sandbox-world/sandbox-customers.suite.ts';
