import type { Evidence, TextEvidence } from '@verbatim/contract/evidence.ts'
import { attachmentPartOf, otherTextOf } from '@verbatim/contract/evidence-part.ts'
import type { AttachmentId, EventId, MessageId, RuleId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { findTexts } from '#domains/messages/attachment-text-queries.ts'
import { otherCopies } from '#domains/messages/mirror-queries.ts'
import type { KeptText } from '#domains/messages/reading-commands.ts'
import { attachmentName } from '#domains/messages/rows.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { withinScope } from '#access/scope-sql.ts'
import type { OtherText } from '#kernel/captured-event.ts'
import { excerpt, excerptOf } from './excerpt.ts'

/** An event may have evidence in messages of several groups; only users who may see a message get its text. */
export const isReadable = (scope: AccessScope) => withinScope(scope, 'message')

/** The part of evidence that a reader may see. */
export interface EvidenceReach {
  /** A user who may not open attachments sees that they contain evidence, and where, but not its text. */
  readonly withAttachments: boolean
}

interface EvidenceRow {
  id: Evidence['id']
  message_id: MessageId
  revision: number
  rule_id: RuleId
  rule_name: string
  part: string
  start_at: number
  end_at: number
  body: string | null
  subject: string | null
  other: OtherText | null
  attachment_id: AttachmentId | null
  attachment_name: string | null
  ordinal: number | null
  sha256: string | null
  units: number | null
}

/** The text of a version of a message; one that was never changed has no versions. */
const textAt = (message: string) => sql`coalesce((select body from message_revision version
  where version.tenant_id = evidence.tenant_id and version.message_id = ${sql.ref(`${message}.id`)} and version.revision = evidence.revision),
  ${sql.ref(`${message}.body`)})`

/** The copy that a thread shows of the message of evidence, if it says the same. */
const shownId = sql`coalesce((
  select first.id from message first where first.tenant_id = message.tenant_id and first.id = message.mirror_of
    and first.revision >= evidence.revision and ${textAt('first')} is not distinct from ${textAt('message')}), message.id)`

/** The attachment of a message that contains a part of evidence. */
const partOf = (
  message: RawBuilder<unknown>,
) => sql`attachment.tenant_id = evidence.tenant_id and attachment.message_id = ${message}
  and attachment.ordinal = substring(evidence.part from 'attachment(?:-text)?:(\\d{1,5})$')::smallint`

/** The evidence of an event in the messages that `scope` may see, in the order of the conversation. */
export async function findEvidence(
  tx: TenantTx,
  scope: AccessScope,
  id: EventId,
  { withAttachments }: EvidenceReach,
): Promise<Evidence[]> {
  const { rows } =
    await sql<EvidenceRow>`select evidence.id, ${shownId} as message_id, evidence.revision, evidence.rule_id,
      rule.name as rule_name, evidence.part, evidence.start_at, evidence.end_at, coalesce(kept.body, message.body) as body,
      message.subject, case when evidence.part like 'other-text:%'
        then message.others -> substring(evidence.part from '\\d+$')::int end as other, attachment.id as attachment_id, attachment.name as attachment_name, attachment.ordinal,
      case when evidence.part like 'attachment-text:%' then encode(attachment.sha256, 'hex') end as sha256, read.units
    from evidence
    join policy_rule rule on rule.tenant_id = evidence.tenant_id and rule.policy_id = evidence.policy_id
      and rule.id = evidence.rule_id and rule.from_version <= evidence.policy_version
      and (rule.to_version is null or rule.to_version > evidence.policy_version)
    join message on message.tenant_id = evidence.tenant_id and message.id = evidence.message_id
    left join message_revision kept on kept.tenant_id = evidence.tenant_id and kept.message_id = evidence.message_id
      and kept.revision = evidence.revision
    left join attachment on ${partOf(sql`evidence.message_id`)}
    left join attachment_text read on read.tenant_id = attachment.tenant_id and read.sha256 = attachment.sha256
      and evidence.part like 'attachment-text:%'
    where evidence.event_id = ${id} and ${isReadable(scope)}
    order by message.posted_at, evidence.message_id, attachment.id is not null, evidence.part, evidence.start_at
    limit 1000`.execute(tx)
  const texts = withAttachments ? await textsOf(tx, rows) : new Map<string, KeptText>()
  return rows.map((row) => toEvidence(row, row.sha256 === null ? undefined : texts.get(row.sha256)?.text))
}

/** UTF-16 units of attachments that are read for one event. Further evidence shows its place, and can be opened there. */
const mostUnits = 8_000_000

async function textsOf(
  tx: TenantTx,
  rows: readonly Pick<EvidenceRow, 'sha256' | 'units'>[],
): Promise<ReadonlyMap<string, KeptText>> {
  let left = mostUnits
  const units = new Map(
    rows.flatMap((row) => (row.sha256 && row.units !== null ? [[row.sha256, row.units]] : [])),
  )
  return findTexts(
    tx,
    [...units].flatMap(([sha256, length]) => ((left -= length) >= 0 ? [sha256] : [])),
  )
}

function toEvidence(row: EvidenceRow, attached: string | undefined): Evidence {
  const { start_at: start, end_at: end } = row
  const about = attachmentPartOf(row.part)
  const marks: [number, number][] = [[start, end]]
  const around = attached === undefined ? row.other && excerptOf(row.other, marks) : excerpt(attached, marks)
  const shown = end > start && around
  const [mark] = shown ? shown.marks : []
  return {
    id: row.id,
    messageId: row.message_id,
    revision: row.revision,
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    part: row.part,
    start,
    end,
    text: (attached ?? wordsOf(row)).slice(start, end),
    ...(about &&
      row.attachment_id && {
        attachment: { id: row.attachment_id, name: attachmentName(row.attachment_name, about.ordinal) },
      }),
    ...(shown && mark && { excerpt: { text: shown.preview, start: mark[0], end: mark[1] } }),
  }
}

function wordsOf({ part, body, subject, other, attachment_name }: EvidenceRow): string {
  if (part === 'text') return body ?? ''
  if (part === 'subject') return subject ?? ''
  if (other !== null) return other.text
  return attachmentPartOf(part)?.of === 'name' ? (attachment_name ?? '') : ''
}

/**
 * Where rules matched in the texts of messages, for highlighting: each place once, even if several events name it, and also if it was found
 * in another copy with the same text.
 */
export async function findTextEvidence(
  tx: TenantTx,
  scope: AccessScope,
  messageIds: readonly MessageId[],
  { withAttachments }: EvidenceReach,
): Promise<TextEvidence[]> {
  const { rows } = await sql<{
    message_id: MessageId
    revision: number
    part: string
    attachment_id: AttachmentId | null
    start_at: number
    end_at: number
  }>`select distinct shown.id as message_id, evidence.revision, evidence.part, attachment.id as attachment_id,
      evidence.start_at, evidence.end_at
    from message shown cross join lateral (select shown.id union all select copy.id from ${otherCopies('shown')}) held
    join evidence on evidence.tenant_id = shown.tenant_id and evidence.message_id = held.id
    join message on message.tenant_id = evidence.tenant_id and message.id = evidence.message_id
    left join attachment on evidence.part like 'attachment-text:%' and ${partOf(sql`shown.id`)}
    where shown.id = any(${messageIds}::uuid[])
      and (held.id = shown.id or shown.revision >= evidence.revision and ${textAt('shown')} is not distinct from ${textAt('message')})
      and (evidence.part in ('text', 'subject') or evidence.part like 'other-text:%' ${withAttachments ? sql`or attachment.id is not null` : sql``})
      and evidence.end_at > evidence.start_at and ${isReadable(scope)}
    order by shown.id, evidence.revision, evidence.part, evidence.start_at, evidence.end_at`.execute(tx)
  return rows.map((row) => ({
    messageId: row.message_id,
    revision: row.revision,
    ...placeOf(row.part),
    ...(row.attachment_id && { attachmentId: row.attachment_id }),
    start: row.start_at,
    end: row.end_at,
  }))
}

function placeOf(part: string): Pick<TextEvidence, 'part' | 'other'> {
  if (part === 'text' || part === 'subject') return { part }
  const other = otherTextOf(part)
  return other === undefined ? { part: 'attachment' } : { part: 'other', other }
}
