export interface Addresses {
  /** `PUBLIC_BASE_URL`: where this server is reached. */
  readonly publicBaseUrl: string
  readonly mainDomain: string
}

/**
 * Where the people of an organization open the product, without a slash at the end: what a link in a mail begins with.
 * A server that is reached by another name than the main domain's has one organization, at that address.
 */
export function organizationAddress({ publicBaseUrl, mainDomain }: Addresses, label: string): string {
  const url = new URL(publicBaseUrl)
  if (!url.hostname.endsWith(`.${mainDomain}`)) return url.origin
  url.hostname = `${label}.${mainDomain}`
  return url.origin
}
