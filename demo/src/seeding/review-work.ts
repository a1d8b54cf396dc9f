/** Carries out the actions of the organization's reviewers, with the commands of their screens. */
import { dayMs } from '@verbatim/contract/durations.ts'
import type { EventId, FileId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { addCommentFile, comment } from '@verbatim/server/domains/cognitive-events/comment-commands.ts'
import { changeStatus } from '@verbatim/server/domains/cognitive-events/commands.ts'
import { requireEvidenceFile } from '@verbatim/server/domains/cognitive-events/evidence-file.ts'
import { findActor } from '@verbatim/server/domains/permissions/actors.ts'
import { findingKey } from '#organization.ts'
import { planReview, type ReviewedEvent, type ReviewStep } from '#reviews.ts'
import type { Actor } from '@verbatim/server/kernel/actor.ts'
import { inTenant, type TenantTx } from '@verbatim/server/platform/db.ts'
import { writeReviewFile } from './review-files.ts'
import type { Seeding } from './seeding.ts'

/** Events reviewed in one transaction. */
const batchEvents = 40

interface Raised extends ReviewedEvent {
  readonly id: EventId
  readonly isUntouched: boolean
}

/** Reviews the events that the examination raised; events that a user has already changed are skipped. */
export async function seedReviews(seeding: Seeding): Promise<void> {
  const { ctx, demo, tenantId, beganAt, tell } = seeding
  const { raised, actors } = await inTenant(ctx.db, tenantId, async (tx) => ({
    raised: await findRaised(tx, seeding),
    actors: await findActors(tx, seeding),
  }))
  const planned = raised
    .filter(({ isUntouched }) => isUntouched)
    .map((event) => ({ event, steps: planReview(demo.organization.tenant, event, beganAt) }))
    .filter(({ steps }) => steps.length > 0)
  for (let from = 0; from < planned.length; from += batchEvents) {
    const batch = planned.slice(from, from + batchEvents)
    await inTenant(ctx.db, tenantId, async (tx) => {
      for (const { event, steps } of batch) {
        for (const step of steps) {
          const actor = actors.get(step.by)
          if (!actor) throw new Error(`No reviewer ${step.by} exists`)
          await take(tx, seeding, event, { step, actor })
        }
      }
    })
    tell(`${Math.min(from + batchEvents, planned.length)} of ${planned.length} events reviewed`)
  }
}

interface RaisedRow {
  id: EventId
  policy: string
  last_evidence_at: Date
  message_keys: string[]
  said: string
  was_deleted: boolean
  representative: string | null
  touched: boolean
}

/** Every event from the oldest, with a reviewer's finding. */
async function findRaised(tx: TenantTx, { demo }: Seeding): Promise<Raised[]> {
  const { rows } = await sql<RaisedRow>`
    select event.id, standing.name as policy, event.last_evidence_at,
      found.message_keys, found.said, found.was_deleted,
      (select person.first_name from participant
        join tenant_user person on person.tenant_id = participant.tenant_id and person.id = participant.user_id
        where participant.tenant_id = event.tenant_id and participant.conversation_id = event.conversation_id
        order by person.id = account.owner_id desc nulls last, participant.last_at desc limit 1) as representative,
      exists (select from event_history history where history.tenant_id = event.tenant_id
        and history.event_id = event.id and history.actor_id is not null) as touched
    from cognitive_event event
    join policy on policy.tenant_id = event.tenant_id and policy.id = event.policy_id
    join policy_version standing on standing.tenant_id = policy.tenant_id and standing.policy_id = policy.id
      and standing.version = policy.version
    join message first on first.tenant_id = event.tenant_id and first.id = event.message_id
    join channel_account account on account.tenant_id = first.tenant_id and account.id = first.account_id
    cross join lateral (
      select array_agg(message.message_key) as message_keys, string_agg(message.body, ' ') as said,
        bool_or(message.deleted_at is not null) as was_deleted
      from message where message.tenant_id = event.tenant_id and message.id in (
        select message_id from evidence where evidence.tenant_id = event.tenant_id and evidence.event_id = event.id)
    ) found
    order by event.triggered_at, event.id`.execute(tx)
  const counts = new Map<string, number>()
  return rows.map((row) => {
    const policyKey = demo.policies.find(({ name }) => name === row.policy)?.key ?? row.policy
    const ordinal = counts.get(policyKey) ?? 0
    counts.set(policyKey, ordinal + 1)
    const natures = row.message_keys.map((key) => demo.findings.get(findingKey(policyKey, key)))
    return {
      id: row.id,
      policyKey,
      ordinal,
      // Reviewers wait until the incident is complete.
      raisedAt: row.last_evidence_at,
      nature: (['breach', 'minor', 'false'] as const).find((nature) => natures.includes(nature)),
      representative: row.representative ?? 'the representative',
      said: row.said,
      wasDeleted: row.was_deleted,
      isUntouched: !row.touched,
    }
  })
}

type Actors = ReadonlyMap<string, Actor>

async function findActors(tx: TenantTx, { demo, idOf }: Seeding): Promise<Actors> {
  const actors = new Map<string, Actor>()
  for (const { key } of demo.users) {
    const actor = await findActor(tx, idOf<UserId>('user', key))
    if (actor) actors.set(key, actor)
  }
  return actors
}

async function take(
  tx: TenantTx,
  seeding: Seeding,
  event: Raised,
  { step, actor }: { readonly step: ReviewStep; readonly actor: Actor },
): Promise<void> {
  const { at, status, disposition, assignee, comment: words, file } = step
  const said = file ? undefined : words
  if (status) {
    const change = {
      status,
      ...(disposition && { disposition }),
      ...(assignee && { assigneeId: seeding.idOf<UserId>('user', assignee) }),
      ...(said && { comment: said }),
    }
    await changeStatus(tx, actor, { id: event.id, change }, at)
  }
  if (words && (file || !status)) {
    const fileIds = file ? [await addFile(tx, seeding, event, { step, actor })] : []
    // The administrator also gets findings of the last weeks with a file, so that their inbox is not empty.
    const id = seeding.idOf<UserId>('user', 'admin')
    const isNews =
      file !== undefined && actor.userId !== id && at.getTime() > seeding.ctx.now().getTime() - newsMs
    const about = { eventId: event.id, fileIds, ...(isNews && { mentions: [id] }) }
    await comment(
      tx,
      actor,
      { ...about, body: isNews ? `@${administratorName(seeding)} ${words}` : words },
      at,
    )
  }
}

const newsMs = 45 * dayMs

function administratorName({ demo }: Seeding): string {
  const { firstName = '', lastName = '' } = demo.users.find(({ key }) => key === 'admin') ?? {}
  return `${firstName} ${lastName}`
}

async function addFile(
  tx: TenantTx,
  { ctx, tenantId }: Seeding,
  event: Raised,
  { step, actor }: { readonly step: ReviewStep; readonly actor: Actor },
): Promise<FileId> {
  const { name, bytes } = writeReviewFile(step.file ?? 'note', { event, at: step.at, author: actor.name })
  const contentType = await requireEvidenceFile(name, bytes)
  const sha256 = await ctx.blobs.put(tenantId, bytes)
  const file = { eventId: event.id, name, contentType, sizeBytes: bytes.length, sha256 }
  return addCommentFile(tx, actor, file, step.at)
}
