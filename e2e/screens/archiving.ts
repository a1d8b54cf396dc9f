/** Archiving by mail, once mails have left. */
import { inTenant } from '@verbatim/server/platform/db.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { ArchiveMailId, type ArchiveMailState } from '@verbatim/contract/archive-mails.ts'
import type { ArchiveProblem } from '@verbatim/contract/archiving.ts'
import pg from 'pg'
import { scrollsTo } from './acts.ts'
import { layer, type Screen, type Stage } from './stage.ts'

interface Became {
  readonly state: ArchiveMailState
  readonly attempts: number
  readonly problem?: ArchiveProblem
  readonly answer?: string
  readonly queue_id?: string
}

/** The newest messages by state, and of all others the first. */
const accepted: Became = { state: 'accepted', attempts: 1, queue_id: '4bTz9Q1xYr', answer: '250 2.0.0 Ok' }
const newest: readonly Became[] = [
  { state: 'queued', attempts: 0 },
  { state: 'deferred', attempts: 2, problem: 'busy', answer: '451 4.3.2 Please try again later' },
  accepted,
  {
    state: 'failed',
    attempts: 8,
    problem: 'too-large',
    answer: '552 5.3.4 Message size exceeds fixed limit',
  },
  accepted,
]

async function archives({ installation: { world }, tenantId }: Stage): Promise<void> {
  const now = world.ctx.now()
  await inTenant(world.ctx.db, tenantId, async (tx) => {
    const messages = await tx
      .selectFrom('message')
      .select(['id', 'captured_at'])
      .orderBy('captured_at', 'desc')
      .orderBy('posted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(60)
      .execute()
    const since = messages.at(-1)?.captured_at ?? now
    await tx
      .insertInto('archiving')
      .values({
        mode: 'on',
        started_at: since,
        counted_from: since,
        host: 'journal.archive.example',
        port: 587,
        security: 'starttls_required',
        sign_in: 'none',
        user_name: '',
        password_sealed: null,
        from_address: 'capture@haldenmarsh.example',
        journal_recipients: ['haldenmarsh@journal.archive.example'],
        format: 'eml',
        participant_address: 'real_email',
        max_mail_mb: 25,
        oversize: 'split',
        channels: [],
        group_ids: [],
        paused_until: null,
        problem: null,
        answer: null,
        problem_at: null,
      })
      .execute()
    await tx
      .insertInto('archive_mail')
      .values(
        messages.map(({ id, captured_at: at }, index) => {
          const became = newest[index] ?? accepted
          const isOver = became.state === 'accepted' || became.state === 'failed'
          return {
            id: ArchiveMailId.parse(newId(new Date(now.getTime() - index))),
            message_id: id,
            event: 'message' as const,
            ref: '1',
            revision: 1,
            state: became.state,
            attempts: became.attempts,
            due_at: new Date(now.getTime() + 15 * 60_000),
            lease_until: null,
            parts: 1,
            parts_accepted: became.state === 'accepted' ? 1 : 0,
            recipients: null,
            queue_id: became.queue_id ?? null,
            problem: became.problem ?? null,
            answer: became.answer ?? null,
            created_at: at,
            finished_at: isOver ? new Date(at.getTime() + 4_000) : null,
          }
        }),
      )
      .execute()
    // The archive has every change, below the messages in the list.
    const events = await tx
      .selectFrom('message_event')
      .select(['message_id', 'kind', 'id'])
      .where('kind', 'in', ['delete', 'reaction'])
      .where('message_id', 'is not', null)
      .where('captured_at', '>=', since)
      .execute()
    const versions = await tx
      .selectFrom('message_revision')
      .select(['message_id', 'revision'])
      .where('revision', '>', 1)
      .where('captured_at', '>=', since)
      .execute()
    const changes = [
      ...events.map(({ message_id, kind, id: ref }) => ({
        message_id,
        event: kind as 'delete' | 'reaction',
        ref,
      })),
      ...versions.map(({ message_id, revision }) => ({
        message_id,
        event: 'edit' as const,
        ref: String(revision),
      })),
    ]
    if (changes.length === 0) return
    const { state, attempts, queue_id, answer } = accepted
    const times = { due_at: now, created_at: new Date(since.getTime() - 60_000), finished_at: since }
    const became = {
      state,
      attempts,
      queue_id: queue_id ?? null,
      answer: answer ?? null,
      parts: 1,
      parts_accepted: 1,
    }
    await tx
      .insertInto('archive_mail')
      .values(changes.map((one, index) => ({ ...one, ...became, ...times, revision: index + 2 })))
      .execute()
  })
}

/** The product never deletes them; the next picture of an organization that does not archive needs it. */
async function forgets({ installation }: Stage): Promise<void> {
  const client = new pg.Client({ connectionString: installation.superuserUrl })
  await client.connect()
  await client.query('delete from archive_mail')
  await client.query('delete from archiving')
  await client.end()
}

const archived = (name: string, title: string): Screen => ({
  name,
  address: '/organization/smtp-integration',
  changes: true,
  act: async (page, stage) => {
    await archives(stage)
    await page.reload()
    await page.getByRole('list', { name: 'Emails to the archive' }).waitFor()
    await scrollsTo(title)(page)
  },
  undo: forgets,
})

export const screensOfArchiving: readonly Screen[] = [
  { name: 'smtp-integration', address: '/organization/smtp-integration' },
  archived('archiving', 'Status'),
  archived('archiving-mails', 'Emails to the archive'),
  {
    ...archived('archiving-day', 'Earlier messages'),
    act: async (page, stage) => {
      await archived('archiving-day', 'Earlier messages').act?.(page, stage)
      // A calendar without a chosen day shows the current month, which is another one each month.
      await page.getByLabel('Archive from', { exact: true }).fill('2026-03-12')
      await page.getByRole('button', { name: 'Choose in a calendar: Archive from' }).click()
      await page.getByRole('button', { name: 'March 2026', exact: true }).waitFor()
    },
    ...layer('screens/archiving/BackFill.tsx', 'dialog', /Archive from/),
  },
  {
    ...archived('archiving-resend', 'Emails to the archive'),
    act: async (page, stage) => {
      await archived('archiving-resend', 'Emails to the archive').act?.(page, stage)
      await page.getByRole('button', { name: 'Send all failed emails again' }).click()
      await page.getByRole('dialog').waitFor()
    },
    ...layer('screens/archiving/SendAllAgain.tsx', 'dialog', /^Send .+ again\?$/),
  },
]
