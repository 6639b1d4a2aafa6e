import java.nio.file.Files;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** Calls through a client that openapi-generator generates, held against all warnings of javac. */
final class Calls {
  private static void same(Object found, Object wanted) {
    if (!wanted.equals(found)) throw new AssertionError(found + " in place of " + wanted);
  }

  public static void main(String[] args) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("HOSTING_BASE_URL"));
    var login = new AuthenticationRequest().username(System.getenv("HOSTING_USERNAME")).password(System.getenv("HOSTING_PASSWORD"));
    var token = new AuthenticationApi(client).authenticate(login).getToken();
    client.setRequestInterceptor(
        request -> request.setHeader("Authorization", "Bearer " + token).setHeader("Cache-Control", "no-cache"));
    var customer = 100001L;
    var account = "p100001";

    var customers = new CustomersApi(client);
    same(customers.getCustomer(customer).getCustomerNumber(), customer);
    var street = customers.getContractPartner(customer).getAddress().getStreet();
    customers.updateContractPartner(customer, new UpdateContact().street(street).vat("DE1"));
    long number = customers.listInvoices(customer).get(0).getInvoiceNumber();
    same(customers.getInvoice(Long.toString(number)).getInvoiceNumber(), number);

    var domains = new DomainsApi(client);
    var domain = domains.registerDomain(account, new DomainRegistration().sld("generated-client").tld("de")).get(0).getFullname();
    same(domains.listDomains(account, 50L, null).stream().filter(each -> domain.equals(each.getFullname())).count(), 1L);
    domains.createSubdomains(account, domain, List.of(new SubdomainCreationBody().name("blog").target("/blog")));
    // Without a body, this client sends `null`, which is none.
    domains.deleteDomain(account, domain, new DomainDeletionRequest());

    var webhooks = new WebhooksApi(client);
    var hook = new WebhookInput()
        .eventType(WebhookInput.EventTypeEnum.DOMAIN_REGISTRATION_STATUS)
        .method(WebhookInput.MethodEnum.POST)
        .url(java.net.URI.create("https://agency.example/hook"));
    var uid = webhooks.createWebhook(hook).getUid();
    hook.url(java.net.URI.create("https://agency.example/changed"));
    same(webhooks.updateWebhook(uid, hook).getUrl().toString(), hook.getUrl().toString());
    webhooks.deleteWebhook(uid);

    var carts = new CartsApi(client);
    var cart = carts.createCart(new CreateCartRequest()).getId();
    carts.addCartItem(cart, new CartItemAddition().identifier("1101"));
    carts.deleteCart(cart);

    var gdpr = new GdprApi(client);
    var tom = gdpr.createGdprTom(new GdprTomInput().content("locks")).getId();
    same(gdpr.getGdprTom(tom).getContent(), "locks");
    var upload = new UploadGdprPdfRequest().name("contract.pdf").pdf("JVBERi0xLjQKJSVFT0YK");
    var file = gdpr.downloadGdprPdf(gdpr.uploadGdprPdf(upload).getId()).toPath();
    same(Files.readString(file), "%PDF-1.4\n%%EOF\n");
    Files.delete(file);
  }
}
