import { setTimeout as sleep } from 'node:timers/promises'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { openReaders } from '#channels/registry.ts'
import { digest, type Lane } from '#flows/capture/digest.ts'
import { findTenantIds } from '#domains/organizations/queries.ts'
import { sweepFiles } from '#flows/housekeeping/sweep-files.ts'
import { sweep } from '#flows/housekeeping/sweep.ts'
import { runExports } from '#flows/exports/run-exports.ts'
import { sendMails } from '#flows/mail/send-mails.ts'
import { sendNotifications } from '#flows/notify/send-notifications.ts'
import { runImports } from '#flows/imports/run-imports.ts'
import { fetchDueMedia } from '#flows/media/fetch-media.ts'
import { openFileReader, readingAtOnce } from '#flows/reading/file-reader.ts'
import { readAttachments } from '#flows/reading/read-attachments.ts'
import { listen, type Work } from '#platform/changes.ts'
import { acrossTenants, type Db, inTenant } from '#platform/db.ts'
import { openMailSender } from '#platform/mail-sender.ts'
import { type Bell, makeBell, workByTurns } from '#platform/work-turns.ts'
import type { Context } from './context.ts'

const lanes: readonly Lane[] = ['fresh', 'again']

/**
 * Mails are read beside the digest, so that one that hangs or swells harms no other. A mail takes milliseconds: one that
 * takes longer than the first limit is put off, and tried again where only its like wait for it.
 */
const mailReading = {
  fresh: { threads: 2, timeoutMs: 250, memoryMb: 256 },
  again: { threads: 1, timeoutMs: 10_000, memoryMb: 256 },
}

/** Works off what is due, tenant by tenant, until `signal` aborts; then finishes what it holds. */
export async function work(ctx: Context, signal: AbortSignal): Promise<void> {
  const bells = {
    backlog: makeBell(),
    media: makeBell(),
    exports: makeBell(),
    imports: makeBell(),
    mail: makeBell(),
    notifications: makeBell(),
    reading: makeBell(),
  }
  const readers = { fresh: openReaders(mailReading.fresh), again: openReaders(mailReading.again) }
  const fileReader = openFileReader()
  // Without a mail server, mail waits.
  const sender = ctx.config.SMTP_URL && openMailSender(ctx.config.SMTP_URL)
  if (!sender && ctx.config.VERBATIM_ENVIRONMENT !== 'local')
    ctx.log.warn('SMTP_URL is not set: invitations, codes and notifications are queued, not sent')
  const again = makeBell()
  const ears = listen(
    ctx.databaseUrl,
    {
      work(name) {
        bells[name].ring()
        if (name === 'backlog') again.ring()
      },
    },
    ctx.log,
  )
  const kinds: readonly Kind[] = [
    ...lanes.map((lane) => ({
      work: 'backlog' as const,
      due: 'tenants_with_backlog',
      turn: (tenantId: TenantId) => digest({ ...ctx, readers: readers[lane] }, tenantId, lane),
      ...(lane === 'again' && { bell: again }),
    })),
    {
      work: 'media',
      due: 'tenants_with_due_media',
      atOnce: 4,
      turn: (tenantId) => fetchDueMedia(ctx, tenantId),
    },
    {
      work: 'reading',
      due: 'tenants_with_unread_attachments',
      atOnce: readingAtOnce,
      turn: (tenantId) => readAttachments({ ...ctx, fileReader }, tenantId),
    },
    { work: 'exports', due: 'tenants_with_due_exports', turn: (tenantId) => runExports(ctx, tenantId) },
    { work: 'imports', due: 'tenants_with_due_imports', turn: (tenantId) => runImports(ctx, tenantId) },
    {
      work: 'notifications',
      due: 'tenants_with_due_notifications',
      turn: (tenantId) => sendNotifications(ctx, tenantId),
    },
    ...(sender
      ? [
          {
            work: 'mail' as const,
            due: 'tenants_with_due_mail',
            turn: (tenantId: TenantId) =>
              sendMails({ ...ctx, mailFrom: ctx.config.MAIL_FROM }, sender, tenantId),
          },
        ]
      : []),
  ]
  const loops = [
    ...kinds.map((kind) =>
      workByTurns(
        {
          findDue: () => findTenants(ctx.db, kind.due, ctx.now()),
          turn: (tenantId) => takeTurn(ctx, tenantId, kind),
          atOnce: kind.atOnce ?? 1,
          onError: (error) => ctx.log.error({ err: error }, 'work failed and will be tried again'),
        },
        kind.bell ?? bells[kind.work],
        signal,
      ),
    ),
    tidy(ctx, signal),
  ]
  await Promise.all(loops)
  sender?.close()
  await Promise.all([ears.close(), ...lanes.map((lane) => readers[lane].close()), fileReader.close()])
}

interface Kind {
  readonly work: Work
  /** The function of the database that names the tenants which have some that is due. */
  readonly due: string
  readonly turn: (tenantId: TenantId) => Promise<number>
  /** Tenants at once, where one may wait long for what strangers sent or serve; one where it is not given. */
  readonly atOnce?: number
  /** Of its own, where two kinds have the same work. */
  readonly bell?: Bell
}

/** Sweeps what has had its time, tenant by tenant, every hour. */
async function tidy(ctx: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const tenantId of await findTenantIds(ctx.db).catch(() => [])) {
      await attempt(ctx, tenantId, (id) => inTenant(ctx.db, id, (tx) => sweep(tx, ctx.now())))
      await attempt(ctx, tenantId, (id) => sweepFiles(ctx, id))
    }
    await sleep(60 * 60_000, undefined, { signal }).catch(() => {})
  }
}

async function takeTurn(ctx: Context, tenantId: TenantId, { work, turn }: Kind): Promise<number> {
  const since = performance.now()
  const done = await attempt(ctx, tenantId, turn)
  ctx.metrics.turnEnded(work, done === undefined ? 'failed' : 'done', (performance.now() - since) / 1000)
  return done ?? 0
}

/** A tenant whose turn fails does not hold up the others; it is tried again when the loop comes round. */
async function attempt(
  { log }: Context,
  tenantId: TenantId,
  turn: (tenantId: TenantId) => Promise<number>,
): Promise<number | undefined> {
  try {
    return await turn(tenantId)
  } catch (error) {
    log.error({ err: error, tenantId }, 'work of a tenant failed and will be tried again')
    return undefined
  }
}

async function findTenants(db: Db, named: string, now: Date): Promise<TenantId[]> {
  const { rows } = await acrossTenants(db, 'a worker goes to the tenants that have work', (tx) =>
    sql<{ id: TenantId }>`select ${sql.raw(named)}(${now}) as id`.execute(tx),
  )
  return rows.map(({ id }) => id)
}
