<?php

// Calls through a client that openapi-generator generates, where every warning is a failure.
declare(strict_types=1);

namespace Generated;

use Generated\Api\{AuthenticationApi, CartsApi, CustomersApi, DomainsApi, GdprApi, WebhooksApi};
use Generated\Model\{AuthenticationRequest, CartItemAddition, DomainRegistration, GdprTomInput, SubdomainCreationBody};
use Generated\Model\{UpdateContact, UploadGdprPdfRequest, WebhookInput};

set_error_handler(static fn (int $level, string $message, string $file, int $line) => throw new \ErrorException($message, 0, $level, $file, $line));
require 'GuzzleHttp/autoload.php';
$library = __DIR__ . '/generated/lib';
spl_autoload_register(static function (string $class) use ($library): void {
    if (str_starts_with($class, 'Generated\\')) require_once $library . strtr(substr($class, strlen('Generated')), '\\', '/') . '.php';
});
foreach (new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($library, \FilesystemIterator::SKIP_DOTS)) as $file) {
    require_once $file->getPathname();
}

function same(mixed $found, mixed $wanted): void
{
    if ($found !== $wanted) throw new \Exception(var_export($found, true) . ' in place of ' . var_export($wanted, true));
}

$settings = (new Configuration())->setHost(getenv('HOSTING_BASE_URL'));
$client = new \GuzzleHttp\Client(['headers' => ['Cache-Control' => 'no-cache']]);
$login = new AuthenticationRequest(['username' => getenv('HOSTING_USERNAME'), 'password' => getenv('HOSTING_PASSWORD')]);
$settings->setAccessToken((new AuthenticationApi($client, $settings))->authenticate($login)->getToken());
$customer = 100001;
$account = 'p100001';

$customers = new CustomersApi($client, $settings);
same($customers->getCustomer($customer)->getCustomerNumber(), $customer);
$street = $customers->getContractPartner($customer)->getAddress()->getStreet();
$customers->updateContractPartner($customer, new UpdateContact(['street' => $street, 'vat' => 'DE1']));
$number = $customers->listInvoices($customer)[0]->getInvoiceNumber();
same($customers->getInvoice((string) $number)->getInvoiceNumber(), $number);

$domains = new DomainsApi($client, $settings);
$domain = $domains->registerDomain($account, new DomainRegistration(['sld' => 'generated-client', 'tld' => 'de']))[0]->getFullname();
same(count(array_filter($domains->listDomains($account, 50), static fn ($each) => $each->getFullname() === $domain)), 1);
$domains->createSubdomains($account, $domain, [new SubdomainCreationBody(['name' => 'blog', 'target' => '/blog'])]);
$domains->deleteDomain($account, $domain);

$webhooks = new WebhooksApi($client, $settings);
$hook = new WebhookInput(['event_type' => 'DOMAIN_REGISTRATION_STATUS', 'method' => 'POST', 'url' => 'https://agency.example/hook']);
$uid = $webhooks->createWebhook($hook)->getUid();
$hook->setUrl('https://agency.example/changed');
same($webhooks->updateWebhook($uid, $hook)->getUrl(), $hook->getUrl());
$webhooks->deleteWebhook($uid);

$carts = new CartsApi($client, $settings);
$cart = $carts->createCart()->getId();
$carts->addCartItem($cart, new CartItemAddition(['identifier' => '1101']));
$carts->deleteCart($cart);

$gdpr = new GdprApi($client, $settings);
$tom = $gdpr->createGdprTom(new GdprTomInput(['content' => 'locks']))->getId();
same($gdpr->getGdprTom($tom)->getContent(), 'locks');
$pdf = $gdpr->uploadGdprPdf(new UploadGdprPdfRequest(['name' => 'contract.pdf', 'pdf' => 'JVBERi0xLjQKJSVFT0YK']))->getId();
same($gdpr->downloadGdprPdf($pdf)->fread(100), "%PDF-1.4\n%%EOF\n");
