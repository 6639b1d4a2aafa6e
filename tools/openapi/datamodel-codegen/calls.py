"""Realistic calls whose requests and answers are models that datamodel-codegen generates, held against mypy --strict."""

import os
from typing import TypeVar

import generated as m
import httpx
from pydantic import BaseModel, RootModel, TypeAdapter

T = TypeVar("T")
client = httpx.Client(base_url=os.environ["HOSTING_BASE_URL"], headers={"Cache-Control": "no-cache"})


def request(method: str, path: str, body: BaseModel | None = None, wanted: int | None = None) -> httpx.Response:
    """An answer that has to be a success, or to have the status that is wanted."""
    content = None if body is None else body.model_dump(mode="json", by_alias=True, exclude_unset=True)
    answer = client.request(method, path, json=content)
    if answer.status_code != wanted if wanted is not None else not answer.is_success:
        raise AssertionError(f"{method} {path}: {answer.status_code} {answer.text}")
    return answer


def read(kind: type[T], method: str, path: str, body: BaseModel | None = None, wanted: int | None = None) -> T:
    """The answer as a model, which has to take it and to have every member that it requires."""
    return TypeAdapter(kind).validate_json(request(method, path, body, wanted).content)


def same(found: object, wanted: object) -> None:
    if found != wanted:
        raise AssertionError(f"{found!r} in place of {wanted!r}")


login = m.AuthenticationRequest(username=os.environ["HOSTING_USERNAME"], password=os.environ["HOSTING_PASSWORD"])
entry = read(m.AuthenticateAnswer, "POST", "/v1/authenticate", login)
client.headers["Authorization"] = f"Bearer {entry.token}"

customer = "/v1/customers/100001"
account = "/v1/accounts/p100001"

same(read(m.Customer, "GET", "/v1/customer").customerNumber, 100000)
same(read(m.Customer, "GET", customer).customerNumber, 100001)
street: str = read(m.CustomerPartner, "GET", f"{customer}/contractpartner").address.street
read(m.CustomerPartner, "PUT", f"{customer}/contractpartner", m.UpdateContact(street=street, vat="DE1"))
read(m.CustomerBillingSettings, "GET", f"{customer}/billingsettings")
read(list[m.Contract], "GET", f"{customer}/contracts")
number: int = read(list[m.Invoice], "GET", f"{customer}/invoices")[0].invoiceNumber
same(read(m.Invoice, "GET", f"/v1/invoices/{number}").invoiceNumber, number)
read(list[m.Account], "GET", f"{customer}/accounts")
read(m.Account, "GET", account)
read(list[m.MailAddress], "GET", f"{account}/mailaddresses")

registration = m.DomainRegistration(sld="generated-client", tld="de")
domain = read(list[m.Domain], "POST", f"{account}/domains", registration)[0].fullname
same([each.fullname for each in read(list[m.Domain], "GET", f"{account}/domains") if each.fullname == domain], [domain])
blog = RootModel([m.SubdomainCreationBody(name="blog")])
read(list[m.Subdomain], "POST", f"{account}/domains/{domain}/subdomains", blog)
read(list[m.Subdomain], "GET", f"{account}/domains/{domain}/subdomains")
request("DELETE", f"{account}/domains/{domain}")
read(list[m.TopLevelDomain], "GET", "/v1/topleveldomains")

hook = m.WebhookInput.model_validate(
    {"eventType": "DOMAIN_REGISTRATION_STATUS", "method": "POST", "url": "https://agency.example/hook"}
)
uid = read(m.Webhook, "POST", "/v1/webhooks", hook).uid
changed = hook.model_copy(update={"url": "https://agency.example/changed"})
read(m.Webhook, "PUT", f"/v1/webhooks/{uid}", changed)
same(read(m.Webhook, "GET", f"/v1/webhooks/{uid}").url, changed.url)
request("DELETE", f"/v1/webhooks/{uid}")
read(m.FailureMessage, "GET", f"/v1/webhooks/{uid}", wanted=403)

cart = read(m.Cart, "POST", "/v1/carts").field_id
read(m.Cart, "POST", f"/v1/carts/{cart}/items", m.CartItemAddition(identifier="1101"))
request("DELETE", f"/v1/carts/{cart}")
same(len(read(list[m.Article], "GET", "/v1/articles?limit=5")), 5)
read(list[m.Software], "GET", "/v1/software")
token = read(m.ApplicationTokenResponse, "POST", "/v1/authentication/tokens", m.ApplicationTokenInput(description="generated"))
request("DELETE", f"/v1/authentication/tokens/{token.uuid}")

tom = read(m.GdprTom, "POST", "/v1/gdpr/toms", m.GdprTomInput(content="locks"))
identifier = tom.field_id
same(read(m.GdprTom, "GET", f"/v1/gdpr/toms/{identifier}").content, "locks")
pdf = read(m.GdprPdf, "POST", "/v1/gdpr/pdfs", m.UploadGdprPdfRequest(name="contract.pdf", pdf="JVBERi0xLjQKJSVFT0YK"))
same(request("POST", f"/v1/gdpr/pdfs/{pdf.field_id}/actions/download").content, b"%PDF-1.4\n%%EOF\n")
