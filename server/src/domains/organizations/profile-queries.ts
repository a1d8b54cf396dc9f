import type { BusinessHours } from '@verbatim/contract/business-hours.ts'
import { type Channel, channels } from '@verbatim/contract/channels.ts'
import type { Organization, OrganizationSecret } from '@verbatim/contract/organizations.ts'
import { formatPeriod, retentionContexts, type RetentionRule } from '@verbatim/contract/retention.ts'
import { type Selectable, sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import type { OrganizationSecretTable, OrganizationTable } from '#schema/organizations.ts'

export type OrganizationRow = Selectable<OrganizationTable>

/** The name of a secret in the table. */
export const secretColumns: Record<OrganizationSecret, OrganizationSecretTable['name']> = {
  apiKey: 'api_key',
  apiSecret: 'api_secret',
  authToken: 'auth_token',
  authTokenSecondary: 'auth_token_secondary',
}

/** The organization with its settings; for secrets, only when and by whom they were set. */
export async function requireProfile(tx: TenantTx): Promise<Organization> {
  const row = await tx.selectFrom('organization').selectAll().executeTakeFirstOrThrow()
  const logo = await findLogoFacts(tx)
  return {
    tenantId: row.tenant_id,
    ...settingsOf(row),
    initialHistoryDate: row.initial_history_date ?? row.created_at.toISOString().slice(0, 10),
    hasInitialHistoryDate: row.initial_history_date !== null,
    ...(logo && { logo }),
    secrets: await findSecretFacts(tx),
    dataRetention: await findRetention(tx),
    version: row.version,
    ...(row.changed_at &&
      row.changed_by !== null && {
        changed: { at: row.changed_at.toISOString(), by: row.changed_by },
      }),
  }
}

/** Whether it has a service of Conversations at its messaging provider. */
export async function hasConversationService(tx: TenantTx): Promise<boolean> {
  const { conversation_service_sid: sid } = await tx
    .selectFrom('organization')
    .select('conversation_service_sid')
    .executeTakeFirstOrThrow()
  return sid !== null
}

export type Settings = ReturnType<typeof settingsOf>

/** The columns of the organization's own row. */
export function settingsOf(row: OrganizationRow) {
  return {
    name: row.name,
    language: row.language,
    timeZone: row.time_zone,
    country: row.country,
    mailDomains: row.mail_domains,
    messagingProviderAccountSid: row.provider_account_sid ?? '',
    conversationServiceSid: row.conversation_service_sid ?? '',
    integrationFrequency: row.integration_frequency_minutes,
    initialHistoryDate: row.initial_history_date,
    idleLockMinutes: row.idle_lock_minutes,
    businessHours: inFieldOrder(row.business_hours),
    waitingHours: row.waiting_hours,
    requiresSecondStep: row.requires_second_step,
    requiresPolicyApproval: row.requires_policy_approval,
    requiresRetentionApproval: row.requires_retention_approval,
    requiresPurpose: row.requires_purpose,
    readsUnderPseudonyms: row.reads_under_pseudonyms,
  }
}

/** The database orders the fields of an object in its own way; settings are compared as text. */
const inFieldOrder = ({ days, from, to, holidays }: BusinessHours): BusinessHours => ({
  days,
  from,
  to,
  holidays,
})

async function findSecretFacts(tx: TenantTx): Promise<Organization['secrets']> {
  const rows = await tx.selectFrom('organization_secret').select(['name', 'set_at', 'set_by_name']).execute()
  const facts: Organization['secrets'] = {}
  for (const [secret, name] of Object.entries(secretColumns) as [OrganizationSecret, string][]) {
    const row = rows.find((one) => one.name === name)
    if (row) facts[secret] = { setAt: row.set_at.toISOString(), setBy: row.set_by_name }
  }
  return facts
}

/**
 * Until when something of a channel from a time is kept at most, if it is not known what it says; undefined if that has no end. A rule for
 * messages with certain events may not apply to it, so only one for all messages ends it; where several may apply, the longest does.
 */
export async function findLongestRetention(
  tx: TenantTx,
  channel: Channel,
  from: Date,
): Promise<Date | undefined> {
  const longest = await sql<{ until: Date | null }>`
    select case when bool_or(context = ${'all' satisfies RetentionRule['retentionContext']})
      then max(${from}::timestamptz + (count || ' ' || unit)::interval) end as until
    from retention_rule where channel = ${channel}`.execute(tx)
  return onlyRow(longest).until ?? undefined
}

/** The rules, in the fixed order of channels and contexts. */
export async function findRetention(tx: TenantTx): Promise<RetentionRule[]> {
  const rows = await tx.selectFrom('retention_rule').selectAll().execute()
  return rows
    .map(({ channel, context, count, unit }) => ({
      channel,
      retentionPeriod: formatPeriod({ count, unit }),
      retentionContext: context,
    }))
    .toSorted(
      (a, b) =>
        channels.indexOf(a.channel) - channels.indexOf(b.channel) ||
        retentionContexts.indexOf(a.retentionContext) - retentionContexts.indexOf(b.retentionContext),
    )
}

/** The URL and size of the logo; undefined if there is none. */
export async function findLogoFacts(tx: TenantTx): Promise<Organization['logo']> {
  const row = await tx
    .selectFrom('organization_logo')
    .select(['digest', 'width', 'height'])
    .executeTakeFirst()
  return row && { url: `/bff/organizations/logo?v=${row.digest}`, width: row.width, height: row.height }
}

/** @throws Failure `organization.no-logo` */
export async function requireLogo(tx: TenantTx): Promise<Buffer> {
  const row = await tx
    .selectFrom('organization_logo')
    .select('picture')
    .executeTakeFirstOrThrow(() => new Failure('organization.no-logo'))
  return row.picture
}
