import type { ArchivingChange } from '@verbatim/contract/archiving.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { changedFields, recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { isSamePlace } from '#kernel/same-place.ts'
import { requireVersion } from '#kernel/version.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { wake } from '#platform/work/wake.ts'
import { endBackFill } from './back-fill.ts'
import { planSummary } from './day-summary.ts'
import { unarchivedMails } from './attempts.ts'
import { type ArchivingRow, findArchiving } from './find.ts'
import { healthy, reviseOutage } from './outages.ts'

const placeIn = (column: 'password_sealed' | 'refresh_sealed' | 'access_sealed') => (tenantId: TenantId) => ({
  tenantId,
  table: `archiving.${column}`,
  id: tenantId,
})
export const passwordPlace = placeIn('password_sealed')
export const refreshPlace = placeIn('refresh_sealed')
export const accessPlace = placeIn('access_sealed')

type Keeping = Pick<
  ArchivingChange,
  'host' | 'port' | 'security' | 'user' | 'signIn' | 'tokenUrl' | 'clientId' | 'scope'
>

/** Stored secrets are only for the receiver, the user and the token endpoint that they were entered for. */
export function keptSecrets(before: ArchivingRow | undefined, entered: Keeping): ArchivingRow | undefined {
  const { host, port, security, user, signIn, tokenUrl, clientId, scope } = entered
  if (!before || signIn === 'none') return undefined
  const stored = {
    host: before.host,
    port: before.port,
    security: before.security,
    user: before.user_name,
    isByToken: before.sign_in === 'xoauth2',
    tokenUrl: before.token_url,
    clientId: before.client_id,
    scope: before.scope,
  }
  const isByToken = signIn === 'xoauth2'
  return isSamePlace(stored, { host, port, security, user, isByToken, tokenUrl, clientId, scope })
    ? before
    : undefined
}

/**
 * Stores how an organization archives by mail. Whatever stopped the receiver is forgotten, so that it is tried at once.
 * @throws Failure `archiving.changed` @throws Failure `archiving.no-password`
 */
export async function changeArchiving(
  tx: TenantTx,
  actor: Actor,
  change: ArchivingChange,
  { secrets, now }: { readonly secrets: Secrets; readonly now: Date },
): Promise<void> {
  const { tenantId } = actor
  await sql`select pg_advisory_xact_lock(hashtextextended(${`archiving ${tenantId}`}, 0))`.execute(tx)
  const before = await findArchiving(tx)
  requireVersion('archiving.changed', before?.version ?? 0, change.expectedVersion)
  const { sealed, entered } = secretsOf(before, change, { secrets, tenantId })
  if (change.signIn !== 'none' && !sealed.password_sealed) throw new Failure('archiving.no-password')
  const row = {
    ...rowFrom(change),
    ...timesOf(before, change, now),
    ...sealed,
    ...healthy,
    taken_at: null,
    version: (before?.version ?? 0) + 1,
  }
  if (before) {
    await tx.updateTable('archiving').set(row).execute()
    if (await reviseOutage(tx, change.mode, now)) await tryAtOnce(tx, now)
    // What ended connections to one receiver may be fine for another.
    await sql`update archive_mail set cuts = 0, cut_at = null where cuts > 0 and state in ('queued', 'deferred')`.execute(
      tx,
    )
    if (isForOthers(before, change)) await beginMailsAgain(tx, now)
  } else await tx.insertInto('archiving').values(row).execute()
  await planSummary(tx, change, now)
  if (change.mode === 'off') await endBackFill(tx, now)
  const changes = changedFields(before ? factsOf(before) : {}, {
    ...factsOf(row),
    ...entered,
  })
  const target = { kind: 'organization', id: tenantId, name: 'Archiving by email' }
  if (changes.length > 0) await recordAudit(tx, actor, { type: 'archiving_updated', target, changes }, now)
  await wake(tx, unarchivedMails)
}

/** Mails that the receiver did not take, and those behind them: what stopped it may be over. */
async function tryAtOnce(tx: TenantTx, now: Date): Promise<void> {
  await sql`update archive_mail set due_at = ${now} where state in ('queued', 'deferred') and due_at > ${now}
    and lease_until is null and takes > 0 and problem is distinct from 'returned'`.execute(tx)
}

/** What other recipients or another receiver have of a mail is not known, and other sizes and forms make other parts. */
const isForOthers = (before: ArchivingRow, change: ArchivingChange) =>
  before.host !== change.host ||
  before.port !== change.port ||
  before.max_mail_mb !== change.maxMailMb ||
  before.oversize !== change.oversize ||
  before.format !== change.format ||
  before.journal_recipients.join() !== change.journalRecipients.join()

/** Mails that were taken in part, or not for all recipients, are sent whole and to all, with the ids that they had. */
async function beginMailsAgain(tx: TenantTx, now: Date): Promise<void> {
  await sql`update archive_mail set recipients = null, refused = '{}', parts = null, parts_accepted = 0,
      due_at = case when state = 'deferred' then least(due_at, ${now}) else due_at end
    where state in ('queued', 'deferred', 'failed') and (recipients is not null or parts_accepted > 0 or refused <> '{}')`.execute(
    tx,
  )
}

type Sealed = Pick<ArchivingRow, 'password_sealed' | 'refresh_sealed' | 'access_sealed' | 'access_until'>

/**
 * The secrets to store, and which were entered. Without a new one, all are kept; with one, the others that were not entered
 * are gone, but for the secret of the client.
 */
function secretsOf(
  before: ArchivingRow | undefined,
  change: ArchivingChange,
  { secrets, tenantId }: { readonly secrets: Secrets; readonly tenantId: TenantId },
): { readonly sealed: Sealed; readonly entered: Readonly<Record<string, 'changed'>> } {
  const none = { password_sealed: null, refresh_sealed: null, access_sealed: null, access_until: null }
  const { password_sealed, refresh_sealed, access_sealed, access_until } = keptSecrets(before, change) ?? none
  const password = change.signIn === 'none' ? undefined : change.password
  const refreshToken = change.signIn === 'xoauth2' ? change.refreshToken : undefined
  if (password === undefined && refreshToken === undefined)
    return { sealed: { password_sealed, refresh_sealed, access_sealed, access_until }, entered: {} }
  const seal = (text: string, place: typeof passwordPlace) => secrets.seal(Buffer.from(text), place(tenantId))
  return {
    sealed: {
      ...none,
      password_sealed: password === undefined ? password_sealed : seal(password, passwordPlace),
      refresh_sealed: refreshToken === undefined ? null : seal(refreshToken, refreshPlace),
    },
    entered: {
      ...(password !== undefined && { password: 'changed' }),
      ...(refreshToken !== undefined && { refreshToken: 'changed' }),
    },
  }
}

function timesOf(
  before: ArchivingRow | undefined,
  { mode, channels, groupIds, alsoEvents }: ArchivingChange,
  now: Date,
) {
  const isSame =
    before?.started_at &&
    before.channels.join() === channels.join() &&
    before.group_ids.join() === groupIds.join()
  const extraFrom = (extra: (typeof alsoEvents)[number]) => {
    if (!alsoEvents.includes(extra)) return null
    return before?.also_events.includes(extra) ? before[`${extra}_from`] : now
  }
  return {
    started_at: mode === 'off' ? null : (before?.started_at ?? now),
    counted_from: isSame ? before.counted_from : now,
    membership_from: extraFrom('membership'),
    receipt_from: extraFrom('receipt'),
  }
}

const rowFrom = (change: ArchivingChange) => ({
  mode: change.mode,
  host: change.host,
  port: change.port,
  security: change.security,
  sign_in: change.signIn,
  user_name: change.user,
  token_url: change.tokenUrl,
  client_id: change.clientId,
  scope: change.scope,
  from_address: change.fromAddress,
  journal_recipients: change.journalRecipients,
  summary_recipients: change.summaryRecipients,
  delivery_mode: change.delivery,
  also_events: change.alsoEvents,
  format: change.format,
  participant_address: change.participantAddress,
  max_mail_mb: change.maxMailMb,
  oversize: change.oversize,
  channels: change.channels,
  group_ids: change.groupIds,
})

/** The fields for the audit trail: never the password. */
function factsOf(row: Omit<ArchivingRow, 'tenant_id' | 'version'>) {
  return {
    mode: row.mode,
    host: row.host,
    port: row.port,
    security: row.security,
    signIn: row.sign_in,
    user: row.user_name,
    password: row.password_sealed ? 'set' : '',
    tokenUrl: row.token_url,
    clientId: row.client_id,
    scope: row.scope,
    refreshToken: row.refresh_sealed ? 'set' : '',
    fromAddress: row.from_address,
    journalRecipients: row.journal_recipients.join(', '),
    summaryRecipients: row.summary_recipients.join(', '),
    delivery: row.delivery_mode,
    alsoEvents: row.also_events.join(', '),
    format: row.format,
    participantAddress: row.participant_address,
    maxMailMb: row.max_mail_mb,
    oversize: row.oversize,
    channels: row.channels.join(', '),
    groups: row.group_ids.join(', '),
  }
}
