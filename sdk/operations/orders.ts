import { ErrorBody } from "../models/common.js";
import {
  PartnerHostingOrderRequest,
  ShopTestAgencyOrderRequest,
  TestAccountOrderRequest,
  TestAgencyOrderRequest,
} from "../models/orders.js";
import { empty, failure, operation } from "./operation.js";

const accepted = empty("the order is accepted; no operation shows its progress");
const partnerOrderAnswers = {
  202: accepted,
  400: failure("the order is not acceptable", ErrorBody),
  403: failure("access denied", ErrorBody),
  500: failure("any unforeseen error", ErrorBody),
} as const;

/** Orders without a cart: partner programme, test accounts and agency packages. */
export const orders = {
  partnerProgram: operation({
    id: "orderPartnerProgram",
    method: "POST",
    path: "/v1/orders/partnerprogram",
    purpose: "register for the partner programme",
    body: PartnerHostingOrderRequest,
    answers: partnerOrderAnswers,
    repeat: "billable",
    evidence: { status: "documented", body: "documented", answer: "documented" },
  }),
  partnerBox: operation({
    id: "orderPartnerBox",
    method: "POST",
    path: "/v1/orders/partnerbox",
    purpose: "order a partner box",
    body: PartnerHostingOrderRequest,
    answers: partnerOrderAnswers,
    repeat: "billable",
    evidence: { status: "documented", body: "documented", answer: "documented" },
  }),
  testAccount: operation({
    id: "orderTestAccount",
    method: "POST",
    path: "/v1/orders/testaccounts",
    purpose: "order a test account",
    body: TestAccountOrderRequest,
    answers: { 202: accepted },
    repeat: "billable",
    evidence: { status: "unknown", body: "inferred", answer: "unknown" },
  }),
  testAgency: operation({
    id: "orderTestAgency",
    method: "POST",
    path: "/v1/orders/testagencies",
    purpose: "order a test agency package",
    body: TestAgencyOrderRequest,
    answers: { 202: accepted },
    repeat: "billable",
    evidence: { status: "unknown", body: "inferred", answer: "unknown" },
  }),
  shopTestAgency: operation({
    id: "orderShopTestAgency",
    method: "POST",
    path: "/v1/orders/shoptestagencies",
    purpose: "order a shop test agency package",
    body: ShopTestAgencyOrderRequest,
    answers: { 202: accepted },
    repeat: "billable",
    evidence: { status: "unknown", body: "inferred", answer: "unknown" },
  }),
  vipTestAgency: operation({
    id: "orderVipTestAgency",
    method: "POST",
    path: "/v1/orders/viptestagencies",
    purpose: "order a VIP test agency package",
    body: TestAgencyOrderRequest,
    answers: { 202: accepted },
    repeat: "billable",
    evidence: { status: "unknown", body: "inferred", answer: "unknown" },
    notes: ["No source has a body for this order; it is assumed to be the one of a test agency."],
  }),
};
