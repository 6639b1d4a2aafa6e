//! Calls through a client that openapi-generator generates, held against all warnings of rustc.
#![deny(warnings)]

use api::apis::{
    authentication_api::authenticate, carts_api::*, configuration::Configuration, customers_api::*, domains_api::*, gdpr_api::*,
    webhooks_api::*,
};
use api::models::*;
use std::error::Error;

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

/// A member that the document lets an answer leave out.
fn known<T>(value: Option<T>) -> Result<T, Box<dyn Error>> {
    value.ok_or_else(|| "a member is missing".into())
}

fn main() -> Result<(), Box<dyn Error>> {
    let headers = [("cache-control".parse()?, "no-cache".parse()?)].into_iter().collect();
    let mut client = Configuration {
        base_path: variable("HOSTING_BASE_URL"),
        client: reqwest::blocking::Client::builder().default_headers(headers).build()?,
        ..Configuration::default()
    };
    let login = AuthenticationRequest::new(variable("HOSTING_USERNAME"), variable("HOSTING_PASSWORD"));
    client.bearer_access_token = Some(known(authenticate(&client, login)?.token)?);
    let client = &client;
    let (customer, account) = (100001, "p100001");

    assert_eq!(get_customer(client, customer)?.customer_number, customer);
    let street = get_contract_partner(client, customer)?.address.street;
    let change = UpdateContact { street: Some(street), vat: Some("DE1".into()), ..UpdateContact::default() };
    update_contract_partner(client, customer, change)?;
    let number: i64 = list_invoices(client, customer)?[0].invoice_number;
    assert_eq!(get_invoice(client, &number.to_string())?.invoice_number, number);

    let registration = DomainRegistration::new("generated-client".into(), "de".into());
    let domain = &register_domain(client, account, registration)?[0].fullname;
    let listed = list_domains(client, account, Some(50), None)?;
    assert_eq!(listed.iter().filter(|each| each.fullname == *domain).count(), 1);
    let blog = SubdomainCreationBody { target: Some("/blog".into()), ..SubdomainCreationBody::new("blog".into()) };
    create_subdomains(client, account, domain, vec![blog])?;
    // Without a body, this client sends `null`, which is none.
    delete_domain(client, account, domain, Some(DomainDeletionRequest::new()))?;

    let mut hook = WebhookInput::new(
        webhook_input::EventType::DomainRegistrationStatus,
        webhook_input::Method::Post,
        "https://agency.example/hook".into(),
    );
    let uid = known(create_webhook(client, hook.clone())?.uid)?;
    hook.url = "https://agency.example/changed".into();
    assert_eq!(update_webhook(client, &uid, hook.clone())?.url, hook.url);
    delete_webhook(client, &uid)?;

    let cart = known(create_cart(client, Some(CreateCartRequest::new()))?._id)?;
    add_cart_item(client, &cart, CartItemAddition::new("1101".into()))?;
    delete_cart(client, &cart)?;

    let tom = known(create_gdpr_tom(client, GdprTomInput { content: Some("locks".into()) })?._id)?;
    assert_eq!(known(get_gdpr_tom(client, &tom)?.content)?.as_deref(), Some("locks"));
    let upload = UploadGdprPdfRequest::new("contract.pdf".into(), "JVBERi0xLjQKJSVFT0YK".into());
    let pdf = known(upload_gdpr_pdf(client, upload)?._id)?;
    assert_eq!(download_gdpr_pdf(client, &pdf)?.bytes()?.as_ref(), b"%PDF-1.4\n%%EOF\n");
    Ok(())
}
