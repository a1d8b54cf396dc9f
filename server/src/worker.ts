import { setTimeout as sleep } from 'node:timers/promises'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { openReaders } from '#channels/registry.ts'
import { digest } from '#flows/capture/digest.ts'
import { findTenantIds } from '#domains/organizations/queries.ts'
import { sweepFiles } from '#flows/housekeeping/sweep-files.ts'
import { sweep } from '#flows/housekeeping/sweep.ts'
import { runExports } from '#flows/exports/run-exports.ts'
import { sendMails } from '#flows/mail/send-mails.ts'
import { sendNotifications } from '#flows/notify/send-notifications.ts'
import { runImports } from '#flows/imports/run-imports.ts'
import { fetchDueMedia } from '#flows/media/fetch-media.ts'
import { openFileReader } from '#flows/reading/file-reader.ts'
import { readAttachments } from '#flows/reading/read-attachments.ts'
import { listen } from '#platform/changes.ts'
import { acrossTenants, type Db, inTenant } from '#platform/db.ts'
import { openMailSender } from '#platform/mail-sender.ts'
import type { Context } from './context.ts'

/** How long a worker sleeps when nobody wakes it; due times and lost calls are noticed by then. */
const idleMs = 1_000

/** Mails are read beside the digest, so that one that hangs or swells harms no other. */
const mailReading = { threads: 2, timeoutMs: 10_000, memoryMb: 256 }

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
  const readers = openReaders(mailReading)
  const fileReader = openFileReader()
  // Without a mail server, mail waits.
  const sender = ctx.config.SMTP_URL && openMailSender(ctx.config.SMTP_URL)
  if (!sender && ctx.config.VERBATIM_ENVIRONMENT !== 'local')
    ctx.log.warn('SMTP_URL is not set: invitations, codes and notifications wait and are not sent')
  const ears = listen(ctx.databaseUrl, { work: (name) => bells[name].ring() }, ctx.log)
  const loops = [
    loop(
      ctx,
      'tenants_with_backlog',
      bells.backlog,
      (tenantId) => digest({ ...ctx, readers }, tenantId),
      signal,
    ),
    loop(ctx, 'tenants_with_due_media', bells.media, (tenantId) => fetchDueMedia(ctx, tenantId), signal),
    loop(
      ctx,
      'tenants_with_unread_attachments',
      bells.reading,
      (tenantId) => readAttachments({ ...ctx, fileReader }, tenantId),
      signal,
    ),
    tidy(ctx, signal),
    loop(ctx, 'tenants_with_due_exports', bells.exports, (tenantId) => runExports(ctx, tenantId), signal),
    loop(ctx, 'tenants_with_due_imports', bells.imports, (tenantId) => runImports(ctx, tenantId), signal),
    loop(
      ctx,
      'tenants_with_due_notifications',
      bells.notifications,
      (tenantId) => sendNotifications(ctx, tenantId),
      signal,
    ),
    ...(sender
      ? [
          loop(
            ctx,
            'tenants_with_due_mail',
            bells.mail,
            (tenantId) => sendMails({ ...ctx, mailFrom: ctx.config.MAIL_FROM }, sender, tenantId),
            signal,
          ),
        ]
      : []),
  ]
  await Promise.all(loops)
  sender?.close()
  await Promise.all([ears.close(), readers.close(), fileReader.close()])
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

/** One kind of work: every tenant that has some gets a turn, then again, until nothing is due. */
async function loop(
  ctx: Context,
  tenantsWithWork: string,
  bell: Bell,
  turn: (tenantId: TenantId) => Promise<number>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const heard = bell.rung()
    try {
      let done = 0
      for (const tenantId of await findTenants(ctx.db, tenantsWithWork, ctx.now())) {
        if (signal.aborted) return
        done += await attempt(ctx, tenantId, turn)
      }
      if (done > 0) continue
    } catch (error) {
      ctx.log.error({ err: error }, 'work failed and will be tried again')
      await sleep(idleMs, undefined, { signal }).catch(() => {})
    }
    await bell.wait(heard, signal)
  }
}

/** A tenant whose turn fails does not hold up the others; it is tried again when the loop comes round. */
async function attempt(
  { log }: Context,
  tenantId: TenantId,
  turn: (tenantId: TenantId) => Promise<number>,
): Promise<number> {
  try {
    return await turn(tenantId)
  } catch (error) {
    log.error({ err: error, tenantId }, 'work of a tenant failed and will be tried again')
    return 0
  }
}

async function findTenants(db: Db, named: string, now: Date): Promise<TenantId[]> {
  const { rows } = await acrossTenants(db, 'a worker goes to the tenants that have work', (tx) =>
    sql<{ id: TenantId }>`select ${sql.raw(named)}(${now}) as id`.execute(tx),
  )
  return rows.map(({ id }) => id)
}

type Bell = ReturnType<typeof makeBell>

/** A call between the look for work and the sleep is not missed: `wait` returns at once if it rang since `rung`. */
function makeBell() {
  let count = 0
  let wakeUp = () => {}
  return {
    ring() {
      count += 1
      wakeUp()
    },
    rung: () => count,
    async wait(heard: number, signal: AbortSignal): Promise<void> {
      if (count !== heard || signal.aborted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      wakeUp = resolve
      const timer = setTimeout(resolve, idleMs)
      signal.addEventListener('abort', () => resolve(), { once: true })
      await promise
      clearTimeout(timer)
    },
  }
}
