"""Calls through a client that openapi-generator generates, held against mypy --strict."""

import os

import generated as api


def known(value: str | None) -> str:
    """A member that the document lets an answer leave out."""
    if value is None:
        raise AssertionError("a member is missing")
    return value


def same(found: object, wanted: object) -> None:
    if found != wanted:
        raise AssertionError(f"{found!r} in place of {wanted!r}")


settings = api.Configuration(host=os.environ["HOSTING_BASE_URL"])
login = api.AuthenticationRequest(username=os.environ["HOSTING_USERNAME"], password=os.environ["HOSTING_PASSWORD"])
settings.access_token = known(api.AuthenticationApi(api.ApiClient(settings)).authenticate(login).token)
client = api.ApiClient(settings, header_name="Cache-Control", header_value="no-cache")

customer = 100001
account = "p100001"

customers = api.CustomersApi(client)
same(customers.get_customer(customer).customer_number, customer)
street: str = customers.get_contract_partner(customer).address.street
customers.update_contract_partner(customer, api.UpdateContact(street=street, vat="DE1"))
number: int = customers.list_invoices(customer)[0].invoice_number
same(customers.get_invoice(str(number)).invoice_number, number)

domains = api.DomainsApi(client)
domain = domains.register_domain(account, api.DomainRegistration(sld="generated-client", tld="de"))[0].fullname
same([each.fullname for each in domains.list_domains(account, limit=50) if each.fullname == domain], [domain])
domains.create_subdomains(account, domain, [api.SubdomainCreationBody(name="blog", target="/blog")])
domains.delete_domain(account, domain)

webhooks = api.WebhooksApi(client)
hook = api.WebhookInput(eventType="DOMAIN_REGISTRATION_STATUS", method="POST", url="https://agency.example/hook")
uid = known(webhooks.create_webhook(hook).uid)
hook.url = "https://agency.example/changed"
same(webhooks.update_webhook(uid, hook).url, hook.url)
webhooks.delete_webhook(uid)

carts = api.CartsApi(client)
cart = known(carts.create_cart().id)
carts.add_cart_item(cart, api.CartItemAddition(identifier="1101"))
carts.delete_cart(cart)

gdpr = api.GdprApi(client)
tom = known(gdpr.create_gdpr_tom(api.GdprTomInput(content="locks")).id)
same(gdpr.get_gdpr_tom(tom).content, "locks")
pdf = known(gdpr.upload_gdpr_pdf(api.UploadGdprPdfRequest(name="contract.pdf", pdf="JVBERi0xLjQKJSVFT0YK")).id)
same(bytes(gdpr.download_gdpr_pdf(pdf)), b"%PDF-1.4\n%%EOF\n")
