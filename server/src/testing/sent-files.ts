import type { MessageId } from '@verbatim/contract/ids.ts'
import { readFile } from '@verbatim/documents/text/read-file.ts'
import { expect } from 'vitest'
import { findConnector } from '#channels/registry.ts'
import { ingest } from '#flows/capture/ingest.ts'
import { keepArrivals } from '#flows/capture/keep.ts'
import { normalisedType, writeNormalised } from '#flows/capture/parse.ts'
import type { FileReader } from '#flows/read-attachments/file-reader.ts'
import { readAttachments } from '#flows/read-attachments/read-attachments.ts'
import type { CapturedMessage } from '#kernel/captured-event.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { useTestWorld } from './test-world.ts'
import type { Caller } from './caller.ts'
import type { World, WorldTenant } from './world.ts'

interface FilesBed {
  readonly world: World
  readonly url: string
  readonly ours: WorldTenant
  readonly theirs: WorldTenant
  readonly compliance: Caller
  readonly northerner: Caller
  readonly stranger: Caller
}

interface Shown {
  id: string
  reading?: { state: string; reason?: string }
}

export const api = '/bff/api/v1'

/** Two tenants. In the first, messages with files are captured and read, with a clock that can be moved. */
export function withSentFiles() {
  let bed: FilesBed
  useTestWorld(async (world, { url }) => {
    const ours = await world.makeTenant('ours')
    const theirs = await world.makeTenant('theirs')
    const compliance = await world.as(ours, ours.users.compliance)
    const northerner = await world.as(ours, ours.northerner)
    const stranger = await world.as(theirs, theirs.users.super_admin)
    bed = { world, url, ours, theirs, compliance, northerner, stranger }
  })

  const ask = (url: string, caller = bed.compliance) => caller.call('GET', `${api}${url}`)
  const inOurs = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(bed.world.ctx.db, bed.ours.id, work)

  /** Moves only the clock of reading, so sessions do not expire. */
  let ahead = 0
  const pass = (ms: number) => void (ahead += ms)
  const reading = () => ({
    ...bed.world.ctx,
    fileReader: inThisThread,
    now: () => new Date(bed.world.ctx.now().getTime() + ahead),
  })

  let sent = 0
  /** Receives and ingests a message with files, without reading them. */
  async function send(
    files: readonly { name: string; bytes: Uint8Array }[],
    given: Partial<CapturedMessage> = {},
    tenant = bed.ours,
  ): Promise<{ id: MessageId; key: string }> {
    sent++
    const key = given.messageKey ?? `file-${sent}`
    const message: CapturedMessage = {
      kind: 'message',
      channel: 'sms',
      messageKey: key,
      conversationKey: `with-${sent}`,
      conversationType: 'direct',
      direction: 'inbound',
      author: { kind: 'phone', value: '+15550107777' },
      participants: [],
      body: 'see the file',
      format: 'plain',
      contentType: 'file',
      attachments: files.map(({ name, bytes }, ordinal) => ({ ordinal, name, bytes })),
      sentAt: bed.world.ctx.now(),
      ...given,
    }
    await keepArrivals(
      bed.world.ctx.db,
      tenant.id,
      [
        {
          tenantId: tenant.id,
          accountId: message.channel === 'sms' ? tenant.accounts.sms : tenant.accounts.whatsapp,
          channel: message.channel,
          transport: 'history',
          sourceKey: `${key}-${sent}`,
          contentType: normalisedType,
          headers: {},
          remote: undefined,
          bytes: writeNormalised([message]),
          receivedAt: bed.world.ctx.now(),
        },
      ],
      bed.world.ctx.now(),
    )
    while ((await ingest({ ...bed.world.ctx, readers: { find: findConnector } }, tenant.id)) > 0);
    const row = await inTenant(bed.world.ctx.db, tenant.id, (tx) =>
      tx.selectFrom('message').where('message_key', '=', key).select('id').executeTakeFirstOrThrow(),
    )
    return { id: row.id, key }
  }

  const read = (fileReader = inThisThread, db = bed.world.ctx.db) =>
    readAttachments({ ...reading(), fileReader, db }, bed.ours.id)
  /** Reads until nothing is due by the clock of reading. */
  const settle = async () => {
    while ((await read()) > 0);
  }

  const attachmentsOf = async (id: MessageId): Promise<Shown[]> =>
    (await ask(`/messages/${id}`)).json.attachments

  async function makePolicy(name: string, rules: object[]): Promise<string> {
    const { status, json } = await bed.compliance.call('POST', `${api}/topic`, { name, rules })
    expect(status).toBe(200)
    return json.id
  }
  const eventsOf = async (policyId: string, caller = bed.compliance) =>
    (await ask(`/cognitive-events?filter=policyId[eq]:${policyId}`, caller)).json.items
  const detailOf = async (eventId: string, caller = bed.compliance) =>
    (await ask(`/cognitive-events/${eventId}`, caller)).json

  return {
    bed: () => bed,
    ask,
    inOurs,
    reading,
    pass,
    send,
    read,
    settle,
    attachmentsOf,
    makePolicy,
    eventsOf,
    detailOf,
  }
}

/** Reads a file without a separate thread. */
export const inThisThread: Pick<FileReader, 'read'> = { read: async (_, open) => readFile(await open()) }

export const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) })
