import type { BusinessHours } from '@verbatim/contract/business-hours.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

interface NewOrganization {
  readonly id: TenantId
  /** The first label of its address. */
  readonly label: string
  readonly name: string
  /** The domains whose mail belongs to the organization. */
  readonly mailDomains?: readonly string[]
  /** The country for reading national phone numbers; ISO 3166-1. */
  readonly country?: string
  readonly timeZone?: string
  readonly businessHours?: BusinessHours
  /** From which day on accounts are compared with the lists of their providers; by default that of the founding. */
  readonly initialHistoryDate?: string
}

/** Creates an organization without any content. */
export async function createOrganization(tx: TenantTx, organization: NewOrganization): Promise<void> {
  const {
    id,
    label,
    name,
    mailDomains = [],
    country,
    timeZone,
    businessHours,
    initialHistoryDate,
  } = organization
  await tx
    .insertInto('organization')
    .values({
      tenant_id: id,
      host_label: label,
      name,
      mail_domains: [...mailDomains],
      ...(country && { country }),
      ...(businessHours && { business_hours: businessHours }),
      ...(initialHistoryDate && { initial_history_date: initialHistoryDate }),
      ...(timeZone && {
        time_zone: timeZone,
        rollup_zone: sql<string>`counted_zone(${timeZone})`,
      }),
    })
    .execute()
}
