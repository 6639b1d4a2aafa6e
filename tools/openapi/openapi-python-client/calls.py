"""Realistic calls through a client that openapi-python-client generates, held against mypy --strict."""

import base64
import os
from typing import TypeVar

from generated import AuthenticatedClient, Client
from generated.api.accounts import create_virtual_account, delete_virtual_account, get_account, list_customer_accounts
from generated.api.authentication import authenticate, create_application_token, delete_application_token
from generated.api.carts import add_cart_item, create_cart, delete_cart, delete_cart_item
from generated.api.catalogue import search_articles
from generated.api.contracts import list_contracts
from generated.api.customers import (
    get_billing_settings,
    get_contract_partner,
    get_current_customer,
    get_customer,
    get_invoice,
    list_invoices,
    list_payment_receipts,
    update_contract_partner,
)
from generated.api.domains import create_subdomains, delete_domain, list_domains, list_subdomains, register_domain
from generated.api.gdpr import create_gdpr_tom, download_gdpr_pdf, get_gdpr_tom, upload_gdpr_pdf
from generated.api.mail import list_mail_addresses
from generated.api.mailing import list_mail_templates
from generated.api.webhooks import create_webhook, delete_webhook, get_webhook, update_webhook
from generated.models import (
    ApplicationTokenInput,
    ArticleReference,
    AuthenticationRequest,
    CartItemAddition,
    DomainRegistration,
    ErrorBody,
    FailureMessage,
    GdprTomInput,
    SubdomainCreationBody,
    UpdateContact,
    UploadGdprPdfRequest,
    VirtualAccountInput,
    WebhookInput,
    WebhookInputEventType,
    WebhookInputMethod,
)
from generated.types import Response, Unset

T = TypeVar("T")


def expect(answer: Response[T], status: int) -> T:
    """What a call answered, which has to have this status and a body."""
    done(answer, status)
    if answer.parsed is None:
        raise AssertionError("no body")
    return answer.parsed


def done(answer: Response[T], status: int) -> None:
    if answer.status_code != status:
        raise AssertionError(f"{answer.status_code} {answer.content!r}")


def good(value: T | ErrorBody | FailureMessage | str | Unset | None) -> T:
    """What is neither a failure nor left out."""
    if value is None or isinstance(value, (ErrorBody, FailureMessage, str, Unset)):
        raise AssertionError(f"{value!r}")
    return value


def text(value: str | Unset | None) -> str:
    """A text that is not left out."""
    if isinstance(value, str):
        return value
    raise AssertionError(f"{value!r}")


def same(found: object, wanted: object) -> None:
    if found != wanted:
        raise AssertionError(f"{found!r} in place of {wanted!r}")


address = os.environ["HOSTING_BASE_URL"]
login = AuthenticationRequest(username=os.environ["HOSTING_USERNAME"], password=os.environ["HOSTING_PASSWORD"])
entry = expect(authenticate.sync_detailed(client=Client(base_url=address), body=login), 200)
client = AuthenticatedClient(base_url=address, token=text(good(entry).token), headers={"Cache-Control": "no-cache"})

customer = 100001
account = "p100001"

same(good(expect(get_current_customer.sync_detailed(client=client), 200)).customer_number, 100000)
same(good(expect(get_customer.sync_detailed(customer, client=client), 200)).customer_number, customer)
partner = good(expect(get_contract_partner.sync_detailed(customer, client=client), 200))
street: str = partner.address.street
done(update_contract_partner.sync_detailed(customer, client=client, body=UpdateContact(street=street, vat="DE1")), 200)
good(expect(get_billing_settings.sync_detailed(customer, client=client), 200))
good(expect(list_contracts.sync_detailed(customer, client=client), 200))

invoices = good(expect(list_invoices.sync_detailed(customer, client=client), 200))
number: int = invoices[0].invoice_number
invoice = good(expect(get_invoice.sync_detailed(str(number), client=client), 200))
same(invoice.invoice_number, number)
good(expect(list_payment_receipts.sync_detailed(str(number), client=client), 200))

good(expect(list_customer_accounts.sync_detailed(customer, client=client, owned=True), 200))
good(expect(get_account.sync_detailed(account, client=client), 200))
order = VirtualAccountInput(
    virtual_name="shop-web", description="Shop", article=ArticleReference(article_number=1201), password="a-password"
)
virtual = good(expect(create_virtual_account.sync_detailed(customer, client=client, body=order), 201))
done(delete_virtual_account.sync_detailed(customer, text(virtual.name), client=client), 204)

registration = DomainRegistration(sld="generated-client", tld="de")
domain = good(expect(register_domain.sync_detailed(account, client=client, body=registration), 201))[0]
same(domain.fullname, "generated-client.de")
listed = good(expect(list_domains.sync_detailed(account, client=client, limit=50), 200))
same([each.fullname for each in listed if each.name == "generated-client"], [domain.fullname])
blog = [SubdomainCreationBody(name="blog", target="/blog")]
done(create_subdomains.sync_detailed(account, domain.fullname, client=client, body=blog), 201)
good(expect(list_subdomains.sync_detailed(account, domain.fullname, client=client), 200))
done(delete_domain.sync_detailed(account, domain.fullname, client=client), 204)
good(expect(list_mail_addresses.sync_detailed(account, client=client), 200))

hook = WebhookInput(
    event_type=WebhookInputEventType.DOMAIN_REGISTRATION_STATUS,
    method=WebhookInputMethod.POST,
    url="https://agency.example/hook",
)
uid = text(good(expect(create_webhook.sync_detailed(client=client, body=hook), 200)).uid)
hook.url = "https://agency.example/changed"
done(update_webhook.sync_detailed(uid, client=client, body=hook), 200)
same(good(expect(get_webhook.sync_detailed(uid, client=client), 200)).url, hook.url)
done(delete_webhook.sync_detailed(uid, client=client), 204)
refused = expect(get_webhook.sync_detailed(uid, client=client), 403)
if not isinstance(refused, FailureMessage):
    raise AssertionError("a webhook that was deleted")

cart = text(good(expect(create_cart.sync_detailed(client=client), 201)).field_id)
addition = CartItemAddition(identifier="1101")
filled = good(expect(add_cart_item.sync_detailed(cart, client=client, body=addition), 200))
items = good(filled.items)
done(delete_cart_item.sync_detailed(cart, text(items[0].field_id), client=client), 200)
done(delete_cart.sync_detailed(cart, client=client), 204)

same(len(good(expect(search_articles.sync_detailed(client=client, limit=5), 200))), 5)
good(expect(list_mail_templates.sync_detailed(client=client), 200))
token = good(
    expect(create_application_token.sync_detailed(client=client, body=ApplicationTokenInput(description="generated")), 201)
)
done(delete_application_token.sync_detailed(token.uuid, client=client), 200)

tom = good(expect(create_gdpr_tom.sync_detailed(client=client, body=GdprTomInput(content="locks")), 201))
same(good(expect(get_gdpr_tom.sync_detailed(text(tom.field_id), client=client), 200)).content, "locks")
content = b"%PDF-1.4\n%%EOF\n"
upload = UploadGdprPdfRequest(name="contract.pdf", pdf=base64.b64encode(content).decode())
pdf = good(expect(upload_gdpr_pdf.sync_detailed(client=client, body=upload), 201))
same(good(expect(download_gdpr_pdf.sync_detailed(text(pdf.field_id), client=client), 200)).payload.read(), content)
