// Calls through a client that openapi-generator generates.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Generated.Api;
using Generated.Client;
using Generated.Model;

/// <summary>The gateway names the character set `utf8`, and .NET only knows `utf-8`.</summary>
public sealed class KnownCharacterSet : DelegatingHandler
{
    public KnownCharacterSet() : base(new HttpClientHandler()) { }

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken token)
    {
        var answer = await base.SendAsync(request, token);
        var type = answer.Content.Headers.ContentType;
        if (type != null && type.CharSet == "utf8") type.CharSet = "utf-8";
        return answer;
    }
}

public static class Calls
{
    private static void Same<T>(T found, T wanted)
    {
        if (!EqualityComparer<T>.Default.Equals(found, wanted)) throw new Exception($"{found} in place of {wanted}");
    }

    private static string Variable(string name) => Environment.GetEnvironmentVariable(name);

    public static void Main()
    {
        var http = new HttpClient(new KnownCharacterSet());
        var settings = new Configuration { BasePath = Variable("HOSTING_BASE_URL") };
        settings.DefaultHeaders["Cache-Control"] = "no-cache";
        var login = new AuthenticationRequest(username: Variable("HOSTING_USERNAME"), password: Variable("HOSTING_PASSWORD"));
        settings.AccessToken = new AuthenticationApi(http, settings).Authenticate(login).Token;
        const long customer = 100001;
        const string account = "p100001";

        var customers = new CustomersApi(http, settings);
        Same(customers.GetCustomer(customer).CustomerNumber, customer);
        var street = customers.GetContractPartner(customer).Address.Street;
        customers.UpdateContractPartner(customer, new UpdateContact(street: street, vat: "DE1"));
        var number = customers.ListInvoices(customer)[0].InvoiceNumber;
        Same(customers.GetInvoice(number.ToString()).InvoiceNumber, number);

        var domains = new DomainsApi(http, settings);
        var domain = domains.RegisterDomain(account, new DomainRegistration(sld: "generated-client", tld: "de"))[0].Fullname;
        Same(domains.ListDomains(account, 50).Count(each => each.Fullname == domain), 1);
        domains.CreateSubdomains(account, domain, new List<SubdomainCreationBody> { new SubdomainCreationBody("blog", "/blog") });
        domains.DeleteDomain(account, domain);

        var webhooks = new WebhooksApi(http, settings);
        var hook = new WebhookInput(
            WebhookInput.EventTypeEnum.DOMAINREGISTRATIONSTATUS, WebhookInput.MethodEnum.POST, "https://agency.example/hook");
        var uid = webhooks.CreateWebhook(hook).Uid;
        hook.Url = "https://agency.example/changed";
        Same(webhooks.UpdateWebhook(uid, hook).Url, hook.Url);
        webhooks.DeleteWebhook(uid);

        var carts = new CartsApi(http, settings);
        var cart = carts.CreateCart().Id;
        carts.AddCartItem(cart, new CartItemAddition(identifier: "1101"));
        carts.DeleteCart(cart);

        var gdpr = new GdprApi(http, settings);
        var tom = gdpr.CreateGdprTom(new GdprTomInput("locks")).Id;
        Same(gdpr.GetGdprTom(tom).Content, "locks");
        var pdf = gdpr.UploadGdprPdf(new UploadGdprPdfRequest("contract.pdf", "JVBERi0xLjQKJSVFT0YK")).Id;
        Same(new StreamReader(gdpr.DownloadGdprPdf(pdf).Content).ReadToEnd(), "%PDF-1.4\n%%EOF\n");
    }
}
