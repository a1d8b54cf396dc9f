/**
 * One message with 300 MB of files, as mails of 25 MB to an archive on this machine: the memory of the worker meanwhile, beside that before.
 * It fails unless the archive has each part once, and in them each byte of the files.
 */
import { deepStrictEqual } from 'node:assert'
import { createHash, randomBytes } from 'node:crypto'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { AttachmentId, MessageId } from '@verbatim/contract/ids.ts'
import { backlog } from '@verbatim/server/flows/capture/backlog.ts'
import { keepArrivals } from '@verbatim/server/flows/capture/keep.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { wake } from '@verbatim/server/platform/work/wake.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { toArrival } from './deliveries.ts'
import type { Claim, Row } from './figures.ts'
import { archivingOf } from './outward.ts'
import type { Taken } from './parts-sink.ts'
import { openProduct, type Product } from './product.ts'

const fileCount = 6
const fileBytes = 50 * 1024 * 1024

export const outwardMedia: Claim = {
  name: 'outward-media',
  async measure({ tell }): Promise<Row[]> {
    const sink = fork(new URL('parts-sink.ts', import.meta.url), { execArgv: [] })
    try {
      const [port] = (await once(sink, 'message')) as [number]
      await using product = await openProduct({ env: { MEDIA_HOSTS: 'localhost' } })
      const tenant = await product.world.makeTenant('media')
      const configure = await archivingOf(product, tenant, port)
      await configure('paused')
      await keepArrivals(product.world.ctx.db, tenant.id, [toArrival(tenant, 'Films', 0)], new Date())
      await wake(product.world.ctx.db, backlog)
      await product.drained()
      const files = await attach(product, tenant)
      const before = await heldByWorker(product)
      await configure('on')
      let most = before
      for (;;) {
        most = Math.max(most, await heldByWorker(product))
        const { state, parts } = await mailOf(product, tenant)
        if (state === 'accepted') {
          await compare(sink, { parts: Number(parts), files })
          tell(`${parts} parts, each once, with every byte of the files`)
          break
        }
        if (state === 'failed') throw new Error('The mail was refused')
        await pause(50)
      }
      return [
        {
          what: 'Memory of the worker while 300 MB of one message are archived',
          ours: most,
          floor: before,
          against: 'before',
          unit: 'MB',
          marks: { atMost: 600 },
        },
      ]
    } finally {
      sink.kill()
    }
  },
}

/** @throws if the archive has anything else than what was to be sent */
async function compare(
  sink: ChildProcess,
  { parts, files }: { readonly parts: number; readonly files: Taken['files'] },
): Promise<void> {
  const answer = once(sink, 'message')
  sink.send('taken')
  const [taken] = (await answer) as [Taken]
  const numbers = Array.from({ length: parts }, (_, index) => `${index + 1}/${parts}`)
  deepStrictEqual(
    taken.mails.map(({ part }) => part),
    numbers,
    'The archive has other parts',
  )
  deepStrictEqual(
    new Set(taken.mails.map(({ messageId }) => messageId)).size,
    parts,
    'Parts have the same Message-ID',
  )
  deepStrictEqual(taken.files, files, 'The archive has other bytes')
}

/** Gives the only message its files, as if they had been fetched. @returns the SHA-256 of each by its name */
async function attach(
  { world: { ctx } }: Product,
  { id: tenantId }: WorldTenant,
): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  const message = await inTenant(ctx.db, tenantId, (tx) =>
    tx.selectFrom('message').select('id').executeTakeFirstOrThrow(),
  )
  for (let ordinal = 0; ordinal < fileCount; ordinal++) {
    const [name, bytes] = [`film-${ordinal}.mp4`, randomBytes(fileBytes)]
    hashes[name] = createHash('sha256').update(bytes).digest('hex')
    const sha256 = await ctx.blobs.put(tenantId, bytes)
    await inTenant(ctx.db, tenantId, (tx) =>
      tx
        .insertInto('attachment')
        .values({
          id: newId<AttachmentId>(new Date()),
          message_id: message.id as MessageId,
          ordinal,
          name,
          mime_detected: 'video/mp4',
          size_bytes: String(fileBytes),
          sha256,
          state: 'stored',
        })
        .execute(),
    )
  }
  return hashes
}

const mailOf = ({ world: { ctx } }: Product, { id }: WorldTenant) =>
  inTenant(ctx.db, id, (tx) =>
    tx.selectFrom('archive_mail').select(['state', 'parts']).executeTakeFirstOrThrow(),
  )

async function heldByWorker(product: Product): Promise<number> {
  return (await product.memory()).get('worker')?.resident ?? Number.NaN
}
