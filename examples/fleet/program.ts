import * as pulumi from "@pulumi/pulumi";
import { customersVariable, readCustomers } from "./customers.js";
import { declare } from "./declare.js";

/** The program of every stack: it declares what the stack's customers have. */

const customers = readCustomers(process.env[customersVariable] ?? "customers.json").filter(
  ({ stack }) => stack === pulumi.getStack(),
);
if (customers.length === 0) throw new Error(`There is no customer whose stack is ${pulumi.getStack()}.`);

for (const customer of customers) declare(customer, process.env["FLEET_WEBHOOK_SECRET"]);
