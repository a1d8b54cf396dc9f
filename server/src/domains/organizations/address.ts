import type { TenantTx } from '#platform/db.ts'
import { requireOrganization } from './queries.ts'

export interface Addresses {
  /** `PUBLIC_BASE_URL`: the address of this server. */
  readonly publicBaseUrl: string
  readonly mainDomain: string
  /** The label of the organization at the public address, if that is not under the main domain. */
  readonly installationLabel?: string | undefined
}

/**
 * The address of the product for an organization, without a slash at the end: the start of links in mails. A server that is
 * reached under a name outside the main domain serves its first organization at that address.
 */
export function organizationAddress(addresses: Addresses, label: string): string {
  const { publicBaseUrl, mainDomain, installationLabel = label } = addresses
  const url = new URL(publicBaseUrl)
  if (label === installationLabel && !url.hostname.endsWith(`.${mainDomain}`)) return url.origin
  url.hostname = `${label}.${mainDomain}`
  return url.origin
}

/** Whom mails are from. */
interface Sender {
  /** Its name. */
  readonly organization: string
  /** The address of the product for it. */
  readonly address: string
  readonly timeZone: string
}

export async function findSender(tx: TenantTx, addresses: Addresses): Promise<Sender> {
  const { name: organization, hostLabel, timeZone } = await requireOrganization(tx)
  return { organization, address: organizationAddress(addresses, hostLabel), timeZone }
}
