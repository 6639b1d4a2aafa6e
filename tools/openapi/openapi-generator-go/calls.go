// Calls through a client that openapi-generator generates, held against go vet.
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"

	"openapi/api"
)

// expect returns the answer of a call that has to succeed.
func expect[T any](answer T, _ *http.Response, err error) T {
	if err != nil {
		panic(err)
	}
	return answer
}

// done takes the result of a call that answers nothing.
func done(_ *http.Response, err error) {
	if err != nil {
		panic(err)
	}
}

func same[T comparable](found, wanted T) {
	if found != wanted {
		panic(fmt.Sprintf("%v in place of %v", found, wanted))
	}
}

func main() {
	settings := api.NewConfiguration()
	settings.Servers = api.ServerConfigurations{{URL: os.Getenv("HOSTING_BASE_URL")}}
	settings.AddDefaultHeader("Cache-Control", "no-cache")
	client := api.NewAPIClient(settings)
	login := api.NewAuthenticationRequest(os.Getenv("HOSTING_USERNAME"), os.Getenv("HOSTING_PASSWORD"))
	entry := expect(client.AuthenticationAPI.Authenticate(context.Background()).AuthenticationRequest(*login).Execute())
	ctx := context.WithValue(context.Background(), api.ContextAccessToken, entry.GetToken())
	const customer, account = int64(100001), "p100001"

	customers := client.CustomersAPI
	same(expect(customers.GetCustomer(ctx, customer).Execute()).CustomerNumber, customer)
	partner := expect(customers.GetContractPartner(ctx, customer).Execute())
	change := api.UpdateContact{Street: &partner.Address.Street, Vat: api.PtrString("DE1")}
	expect(customers.UpdateContractPartner(ctx, customer).UpdateContact(change).Execute())
	number := expect(customers.ListInvoices(ctx, customer).Execute())[0].InvoiceNumber
	same(expect(customers.GetInvoice(ctx, strconv.FormatInt(number, 10)).Execute()).InvoiceNumber, number)

	domains := client.DomainsAPI
	registration := *api.NewDomainRegistration("generated-client", "de")
	domain := expect(domains.RegisterDomain(ctx, account).DomainRegistration(registration).Execute())[0].Fullname
	same(domain, "generated-client.de")
	expect(domains.ListDomains(ctx, account).Limit(50).Execute())
	blog := []api.SubdomainCreationBody{{Name: "blog", Target: api.PtrString("/blog")}}
	expect(domains.CreateSubdomains(ctx, account, domain).SubdomainCreationBody(blog).Execute())
	// Without a body, this client sends `null`, which is none.
	done(domains.DeleteDomain(ctx, account, domain).DomainDeletionRequest(api.DomainDeletionRequest{}).Execute())

	webhooks := client.WebhooksAPI
	hook := *api.NewWebhookInput("DOMAIN_REGISTRATION_STATUS", "POST", "https://agency.example/hook")
	uid := expect(webhooks.CreateWebhook(ctx).WebhookInput(hook).Execute()).GetUid()
	hook.Url = "https://agency.example/changed"
	same(expect(webhooks.UpdateWebhook(ctx, uid).WebhookInput(hook).Execute()).Url, hook.Url)
	done(webhooks.DeleteWebhook(ctx, uid).Execute())

	carts := client.CartsAPI
	cart := expect(carts.CreateCart(ctx).CreateCartRequest(api.CreateCartRequest{}).Execute()).GetId()
	expect(carts.AddCartItem(ctx, cart).CartItemAddition(*api.NewCartItemAddition("1101")).Execute())
	done(carts.DeleteCart(ctx, cart).Execute())

	gdpr := client.GdprAPI
	measures := api.GdprTomInput{Content: api.PtrString("locks")}
	tom := expect(gdpr.CreateGdprTom(ctx).GdprTomInput(measures).Execute()).GetId()
	found := expect(gdpr.GetGdprTom(ctx, tom).Execute())
	same(found.GetContent(), "locks")
	upload := *api.NewUploadGdprPdfRequest("contract.pdf", "JVBERi0xLjQKJSVFT0YK")
	pdf := expect(gdpr.UploadGdprPdf(ctx).UploadGdprPdfRequest(upload).Execute()).GetId()
	file := expect(gdpr.DownloadGdprPdf(ctx, pdf).Execute())
	defer os.Remove(file.Name())
	text, err := io.ReadAll(file)
	if err != nil {
		panic(err)
	}
	same(string(text), "%PDF-1.4\n%%EOF\n")
}
