import * as pulumi from "@pulumi/pulumi";
import { customersVariable, readCustomers } from "./customers.js";
import { declare } from "./declare.js";

/** The program of every stack: it declares what the customer with that name has. */

const customer = readCustomers(process.env[customersVariable] ?? "customers.json").find(({ name }) => name === pulumi.getStack());
if (customer === undefined) throw new Error(`There is no customer with the stack's name, ${pulumi.getStack()}.`);

declare(customer, process.env["FLEET_WEBHOOK_SECRET"]);
