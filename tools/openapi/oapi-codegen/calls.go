// Realistic calls through a client that oapi-codegen generates, held against go vet.
package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"strconv"

	"openapi/api"
)

// answered is what every generated answer is.
type answered interface {
	comparable
	StatusCode() int
	GetBody() []byte
}

// expect returns an answer that has to have the given status.
func expect[T answered](status int) func(answer T, err error) T {
	return func(answer T, err error) T {
		if err != nil {
			panic(err)
		}
		if answer.StatusCode() != status {
			panic(fmt.Sprintf("%d in place of %d: %s", answer.StatusCode(), status, answer.GetBody()))
		}
		return answer
	}
}

func same[T comparable](found, wanted T) {
	if found != wanted {
		panic(fmt.Sprintf("%v in place of %v", found, wanted))
	}
}

func main() {
	address := os.Getenv("HOSTING_BASE_URL")
	ctx := context.Background()
	anonymous, err := api.NewClientWithResponses(address)
	if err != nil {
		panic(err)
	}
	login := api.AuthenticationRequest{Username: os.Getenv("HOSTING_USERNAME"), Password: pointer(os.Getenv("HOSTING_PASSWORD"))}
	token := expect[*api.AuthenticateResponse](200)(anonymous.AuthenticateWithResponse(ctx, login)).JSON200.Token
	client, err := api.NewClientWithResponses(address, api.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+*token)
			request.Header.Set("Cache-Control", "no-cache")
			return nil
		},
	))
	if err != nil {
		panic(err)
	}
	const customer, account = 100001, "p100001"

	same(expect[*api.GetCurrentCustomerResponse](200)(client.GetCurrentCustomerWithResponse(ctx)).JSON200.CustomerNumber, 100000)
	same(expect[*api.GetCustomerResponse](200)(client.GetCustomerWithResponse(ctx, customer)).JSON200.CustomerNumber, customer)
	partner := expect[*api.GetContractPartnerResponse](200)(client.GetContractPartnerWithResponse(ctx, customer)).JSON200
	vat := "DE1"
	change := api.UpdateContact{Street: &partner.Address.Street, Vat: &vat}
	expect[*api.UpdateContractPartnerResponse](200)(client.UpdateContractPartnerWithResponse(ctx, customer, change))
	expect[*api.GetBillingSettingsResponse](200)(client.GetBillingSettingsWithResponse(ctx, customer))
	expect[*api.ListContractsResponse](200)(client.ListContractsWithResponse(ctx, customer))
	invoices := *expect[*api.ListInvoicesResponse](200)(client.ListInvoicesWithResponse(ctx, customer)).JSON200
	number := strconv.FormatInt(invoices[0].InvoiceNumber, 10)
	invoice := expect[*api.GetInvoiceResponse](200)(client.GetInvoiceWithResponse(ctx, number)).JSON200
	same(invoice.InvoiceNumber, invoices[0].InvoiceNumber)
	expect[*api.ListPaymentReceiptsResponse](200)(client.ListPaymentReceiptsWithResponse(ctx, number))

	owned := api.ListCustomerAccountsParams{Owned: pointer(true)}
	expect[*api.ListCustomerAccountsResponse](200)(client.ListCustomerAccountsWithResponse(ctx, customer, &owned))
	expect[*api.GetAccountResponse](200)(client.GetAccountWithResponse(ctx, account))
	order := api.VirtualAccountInput{
		VirtualName: "shop-web", Description: "Shop", Article: api.ArticleReference{ArticleNumber: 1201}, Password: "a-password",
	}
	virtual := expect[*api.CreateVirtualAccountResponse](201)(client.CreateVirtualAccountWithResponse(ctx, customer, order)).JSON201
	expect[*api.DeleteVirtualAccountResponse](204)(client.DeleteVirtualAccountWithResponse(ctx, customer, *virtual.Name))

	registration := api.DomainRegistration{Sld: "generated-client", Tld: "de"}
	domains := *expect[*api.RegisterDomainResponse](201)(client.RegisterDomainWithResponse(ctx, account, registration)).JSON201
	domain := domains[0].Fullname
	same(domain, "generated-client.de")
	page := api.ListDomainsParams{Limit: pointer(int64(50))}
	expect[*api.ListDomainsResponse](200)(client.ListDomainsWithResponse(ctx, account, &page))
	blog := []api.SubdomainCreationBody{{Name: "blog", Target: pointer("/blog")}}
	expect[*api.CreateSubdomainsResponse](201)(client.CreateSubdomainsWithResponse(ctx, account, domain, blog))
	expect[*api.ListSubdomainsResponse](200)(client.ListSubdomainsWithResponse(ctx, account, domain))
	release := api.DomainDeletionRequest{}
	expect[*api.DeleteDomainResponse](204)(client.DeleteDomainWithResponse(ctx, account, domain, release))
	expect[*api.ListMailAddressesResponse](200)(client.ListMailAddressesWithResponse(ctx, account, &api.ListMailAddressesParams{}))

	hook := api.WebhookInput{EventType: api.DOMAINREGISTRATIONSTATUS, Method: api.POST, Url: "https://agency.example/hook"}
	uid := *expect[*api.CreateWebhookResponse](200)(client.CreateWebhookWithResponse(ctx, hook)).JSON200.Uid
	hook.Url = "https://agency.example/changed"
	expect[*api.UpdateWebhookResponse](200)(client.UpdateWebhookWithResponse(ctx, uid, hook))
	same(expect[*api.GetWebhookResponse](200)(client.GetWebhookWithResponse(ctx, uid)).JSON200.Url, hook.Url)
	expect[*api.DeleteWebhookResponse](204)(client.DeleteWebhookWithResponse(ctx, uid))
	gone := expect[*api.GetWebhookResponse](403)(client.GetWebhookWithResponse(ctx, uid))
	same(gone.JSON403 != nil, true)

	cart := *expect[*api.CreateCartResponse](201)(client.CreateCartWithResponse(ctx, api.CreateCartRequest{})).JSON201.UnderscoreId
	addition := api.CartItemAddition{Identifier: "1101"}
	items := *expect[*api.AddCartItemResponse](200)(client.AddCartItemWithResponse(ctx, cart, addition)).JSON200.Items
	expect[*api.DeleteCartItemResponse](200)(client.DeleteCartItemWithResponse(ctx, cart, *items[0].UnderscoreId))
	expect[*api.DeleteCartResponse](204)(client.DeleteCartWithResponse(ctx, cart))

	search := api.SearchArticlesParams{Limit: pointer(int64(5))}
	same(len(*expect[*api.SearchArticlesResponse](200)(client.SearchArticlesWithResponse(ctx, &search)).JSON200), 5)
	use := api.ApplicationTokenInput{Description: "generated client"}
	application := expect[*api.CreateApplicationTokenResponse](201)(client.CreateApplicationTokenWithResponse(ctx, use)).JSON201
	expect[*api.DeleteApplicationTokenResponse](200)(client.DeleteApplicationTokenWithResponse(ctx, application.Uuid))

	locks := api.GdprTomInput{Content: pointer("locks")}
	tom := expect[*api.CreateGdprTomResponse](201)(client.CreateGdprTomWithResponse(ctx, locks)).JSON201
	same(*expect[*api.GetGdprTomResponse](200)(client.GetGdprTomWithResponse(ctx, *tom.UnderscoreId)).JSON200.Content, "locks")
	content := []byte("%PDF-1.4\n%%EOF\n")
	upload := api.UploadGdprPdfRequest{Name: "contract.pdf", Pdf: content}
	pdf := expect[*api.UploadGdprPdfResponse](201)(client.UploadGdprPdfWithResponse(ctx, upload)).JSON201
	file := expect[*api.DownloadGdprPdfResponse](200)(client.DownloadGdprPdfWithResponse(ctx, *pdf.UnderscoreId))
	same(bytes.Equal(file.Body, content), true)
}

func pointer[T any](value T) *T { return &value }
