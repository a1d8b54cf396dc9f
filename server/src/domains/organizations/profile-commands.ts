import { businessHoursText } from '@verbatim/contract/business-hours.ts'
import { channelNames } from '@verbatim/contract/channels.ts'
import { createHash } from 'node:crypto'
import type { OrganizationChange, OrganizationSecret } from '@verbatim/contract/organizations.ts'
import {
  formatPeriod,
  parsePeriod,
  retentionContextNames,
  type RetentionRule,
} from '@verbatim/contract/retention.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { changedFields, type FieldChange, recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { requireVersion } from '#kernel/version.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import type { DrawnLogo } from '#platform/pictures/logo.ts'
import { keepPseudonymKey } from './pseudonym-key.ts'
import {
  findRetention,
  type OrganizationRow,
  secretColumns,
  type Settings,
  settingsOf,
} from './profile-queries.ts'
import { isProtected, requireRight } from './protection.ts'

export interface Changing {
  readonly secrets: Secrets
  readonly now: Date
  /** A user pool keeps the sign-ins, and its own setting requires a second step. */
  readonly isSecondStepKeptElsewhere?: boolean | undefined
  /** A second person approves the change, if the organization requires it. */
  readonly isApproved?: boolean
}

/**
 * Changes the given fields, and audits each changed field; for a secret, only that it changed. A field
 * with its current value changes nothing.
 * @throws Failure `organization.changed`, `organization.future-history`, `organization.second-step-kept-elsewhere`,
 * `approval.required`, `access.denied`
 */
export async function updateProfile(
  tx: TenantTx,
  actor: Actor,
  change: OrganizationChange,
  { secrets, now, isSecondStepKeptElsewhere, isApproved }: Changing,
): Promise<void> {
  const row = await takeOrganization(tx, change.expectedVersion)
  const { expectedVersion: _, secrets: givenSecrets = {}, dataRetention, ...given } = change
  const before = settingsOf(row)
  const after = { ...before, ...defined(given) }
  checkSettings(before, after, { now, isSecondStepKeptElsewhere })
  if (after.timeZone !== before.timeZone) await requireKnownZone(tx, after.timeZone)
  const changes = [
    ...changedFields(audited(before), audited(after)),
    ...(await changeSecrets(tx, { actor, given: givenSecrets, secrets, now })),
  ]
  const ofRetention = dataRetention ? await changeRetention(tx, dataRetention) : []
  if (changes.length === 0 && ofRetention.length === 0) return
  requireRight(actor, before, after)
  if (!isApproved && isProtected(before, after, ofRetention)) throw new Failure('approval.required')
  if (after.readsUnderPseudonyms && !before.readsUnderPseudonyms) await keepPseudonymKey(tx, secrets)
  await tx
    .updateTable('organization')
    .set({
      ...columnsOf(after),
      version: sql`version + 1`,
      changed_at: now,
      changed_by: actor.name,
    })
    .execute()
  const target = { kind: 'organization', id: actor.tenantId, name: after.name }
  if (changes.length > 0) await recordAudit(tx, actor, { type: 'organization_updated', target, changes }, now)
  if (ofRetention.length > 0)
    await recordAudit(tx, actor, { type: 'retention_updated', target, changes: ofRetention }, now)
}

function checkSettings(
  before: Settings,
  after: Settings,
  { now, isSecondStepKeptElsewhere }: Pick<Changing, 'now' | 'isSecondStepKeptElsewhere'>,
): void {
  if (
    after.initialHistoryDate !== before.initialHistoryDate &&
    after.initialHistoryDate !== null &&
    after.initialHistoryDate > now.toISOString().slice(0, 10)
  )
    throw new Failure('organization.future-history')
  if (isSecondStepKeptElsewhere && after.requiresSecondStep && !before.requiresSecondStep)
    throw new Failure('organization.second-step-kept-elsewhere')
}

/** The program and the database know the zones of the releases that they came with. */
async function requireKnownZone(tx: TenantTx, timeZone: string): Promise<void> {
  const { rows } = await sql<{ zone: string }>`select counted_zone(${timeZone}) as zone`.execute(tx)
  if (rows[0]?.zone !== timeZone) throw new Failure('organization.unknown-zone')
}

const columnsOf = (settings: Settings) => ({
  name: settings.name,
  language: settings.language,
  time_zone: settings.timeZone,
  country: settings.country,
  mail_domains: settings.mailDomains,
  provider_account_sid: settings.messagingProviderAccountSid || null,
  conversation_service_sid: settings.conversationServiceSid || null,
  integration_frequency_minutes: settings.integrationFrequency,
  initial_history_date: settings.initialHistoryDate,
  idle_lock_minutes: settings.idleLockMinutes,
  business_hours: settings.businessHours,
  waiting_hours: settings.waitingHours,
  requires_second_step: settings.requiresSecondStep,
  requires_policy_approval: settings.requiresPolicyApproval,
  requires_retention_approval: settings.requiresRetentionApproval,
  requires_purpose: settings.requiresPurpose,
  reads_under_pseudonyms: settings.readsUnderPseudonyms,
})

/** As the audit trail says it: every day of the holidays, not their number. */
const audited = ({ businessHours, ...settings }: Settings) => ({
  ...settings,
  businessHours: businessHoursText({ ...businessHours, holidays: [] }),
  holidays: businessHours.holidays.join(', '),
})

/** The organization's row, locked until the transaction ends. */
async function takeOrganization(tx: TenantTx, expectedVersion: number | undefined): Promise<OrganizationRow> {
  const row = await tx.selectFrom('organization').selectAll().forNoKeyUpdate().executeTakeFirstOrThrow()
  requireVersion('organization.changed', row.version, expectedVersion)
  return row
}

const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

interface GivenSecrets {
  readonly actor: Actor
  readonly given: Partial<Record<OrganizationSecret, string | null | undefined>>
  readonly secrets: Secrets
  readonly now: Date
}

async function changeSecrets(
  tx: TenantTx,
  { actor, given, secrets, now }: GivenSecrets,
): Promise<FieldChange[]> {
  const changes: FieldChange[] = []
  for (const [secret, name] of Object.entries(secretColumns) as [
    OrganizationSecret,
    (typeof secretColumns)[OrganizationSecret],
  ][]) {
    const value = given[secret]
    if (value === undefined) continue
    if (value === null) {
      const { numDeletedRows } = await tx
        .deleteFrom('organization_secret')
        .where('name', '=', name)
        .executeTakeFirst()
      if (numDeletedRows > 0n) changes.push({ field: secret, old: 'set', new: 'removed' })
      continue
    }
    const place = organizationSecretPlace(actor.tenantId, name)
    const set = { sealed: secrets.seal(Buffer.from(value), place), set_at: now, set_by_name: actor.name }
    await tx
      .insertInto('organization_secret')
      .values({ name, ...set })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doUpdateSet(set))
      .execute()
    changes.push({ field: secret, old: null, new: 'changed' })
  }
  return changes
}

async function changeRetention(tx: TenantTx, wanted: readonly RetentionRule[]): Promise<FieldChange[]> {
  const before = periodsOf(await findRetention(tx))
  const after = periodsOf(wanted)
  const changes = changedFields(before, after)
  if (changes.length === 0) return []
  await tx.deleteFrom('retention_rule').execute()
  if (wanted.length > 0)
    await tx
      .insertInto('retention_rule')
      .values(
        wanted.map(({ channel, retentionContext: context, retentionPeriod }) => {
          const period = parsePeriod(retentionPeriod)
          if (!period) throw new Error('A period that was not parsed')
          return { channel, context, ...period }
        }),
      )
      .execute()
  return changes
}

/** For the audit trail: "SMS/MMS, messages without an event" → `P7Y`. */
function periodsOf(rules: readonly RetentionRule[]): Record<string, string> {
  return Object.fromEntries(
    rules.map(({ channel, retentionContext, retentionPeriod }) => {
      const period = parsePeriod(retentionPeriod)
      const words = retentionContextNames[retentionContext].toLowerCase()
      return [`${channelNames[channel]}, ${words}`, period ? formatPeriod(period) : retentionPeriod]
    }),
  )
}

/** Sets or removes the logo. */
export async function setLogo(
  tx: TenantTx,
  actor: Actor,
  drawn: DrawnLogo | undefined,
  now: Date,
): Promise<void> {
  const before = await tx
    .selectFrom('organization_logo')
    .select(['width', 'height', 'digest'])
    .executeTakeFirst()
  if (drawn) {
    const { picture, width, height } = drawn
    const digest = createHash('sha256').update(picture).digest('hex').slice(0, 32)
    const values = { picture, width, height, digest }
    if (digest === before?.digest) return
    await tx
      .insertInto('organization_logo')
      .values(values)
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
      .execute()
  } else if (before) await tx.deleteFrom('organization_logo').execute()
  else return
  const sizeOf = (logo: { width: number; height: number } | undefined) =>
    logo ? `${logo.width} × ${logo.height}` : null
  const changes = [{ field: 'logo', old: sizeOf(before), new: sizeOf(drawn) }]
  const target = { kind: 'organization', id: actor.tenantId }
  await recordAudit(tx, actor, { type: 'organization_logo_updated', target, changes }, now)
}

/** The place that an organization's secret is sealed for. */
export function organizationSecretPlace(tenantId: TenantId, name: string) {
  return { tenantId, table: 'organization_secret', id: name }
}
