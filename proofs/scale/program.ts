import { customersVariable, readCustomers } from "../../examples/fleet/customers.js";
import { declare } from "../../examples/fleet/declare.js";

/** The program of a stack that several customers share: it declares what all customers of the file have. */

for (const customer of readCustomers(process.env[customersVariable]!)) declare(customer, undefined);
