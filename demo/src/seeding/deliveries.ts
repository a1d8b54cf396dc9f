import type { AccountId } from '@verbatim/contract/ids.ts'
import { findConnector } from '@verbatim/server/channels/registry.ts'
import { ingest } from '@verbatim/server/flows/capture/ingest.ts'
import { type Arrival, keepArrivals } from '@verbatim/server/flows/capture/keep.ts'
import { normalisedType, writeNormalised } from '@verbatim/server/flows/capture/parse.ts'
import { openFileReader } from '@verbatim/server/flows/read-attachments/file-reader.ts'
import { readAttachments } from '@verbatim/server/flows/read-attachments/read-attachments.ts'
import type { DemoDelivery } from '#organization.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import type { Seeding } from './seeding.ts'

/** As many as one ingest takes. */
const batchRows = 500

/** One in this many provider deliveries is repeated, as in reality. */
const redeliveredOneIn = 260

/**
 * Stores the year's deliveries as records and ingests them, batch by batch, while the clock goes through the year with them.
 * Records of an earlier attempt are not stored again. While one batch is ingested the next is being stored.
 */
export async function seedDeliveries(seeding: Seeding): Promise<void> {
  const { demo, tell } = seeding
  const deliveries = [...demo.deliveries]
  const known = await findKept(seeding)
  const missing = deliveries.filter(({ event }) => !known.has(keyOf(event)))
  let done = deliveries.length - missing.length
  let last = deliveries[0]?.receivedAt ?? seeding.beganAt
  // Records that an earlier attempt stored and did not ingest come first.
  let ingesting = ingestUntil(seeding, missing[0]?.receivedAt ?? seeding.beganAt)
  ingesting.catch(() => {}) // handled when it is awaited
  for (let from = 0; from < missing.length; from += batchRows) {
    const batch = missing.slice(from, from + batchRows)
    last = batch.at(-1)?.receivedAt ?? last
    await Promise.all([keep(seeding, batch, last), ingesting])
    ingesting = ingestUntil(seeding, last)
    ingesting.catch(() => {})
    done += batch.length
    tell(`${done.toLocaleString('en')} of ${deliveries.length.toLocaleString('en')} captured events`)
  }
  await ingesting
  tell('what is written in files')
  await readFilesUntil(seeding, last)
}

async function keep(seeding: Seeding, batch: readonly DemoDelivery[], now: Date): Promise<void> {
  const arrivals = batch.flatMap((delivery) => {
    const arrival = toArrival(seeding, delivery)
    return isRedelivered(arrival) ? [arrival, arrival] : [arrival]
  })
  await keepArrivals(seeding.ctx.db, seeding.tenantId, arrivals, now)
}

function toArrival({ tenantId, idOf }: Seeding, { accountKey, event, receivedAt }: DemoDelivery): Arrival {
  return {
    tenantId,
    accountId: idOf<AccountId>('account', accountKey),
    channel: event.channel,
    transport: 'history',
    sourceKey: keyOf(event),
    contentType: normalisedType,
    headers: {},
    remote: undefined,
    bytes: writeNormalised([event]),
    receivedAt,
  }
}

function keyOf(event: DemoDelivery['event']): string {
  return event.kind === 'message' ? event.messageKey : event.eventKey
}

function isRedelivered({ channel, receivedAt }: Arrival): boolean {
  return (channel === 'sms' || channel === 'whatsapp') && receivedAt.getTime() % redeliveredOneIn === 0
}

/** The keys of the records that are already stored. */
export async function findKept({ ctx, tenantId }: Seeding): Promise<ReadonlySet<string>> {
  const rows = await inTenant(ctx.db, tenantId, (tx) =>
    tx.selectFrom('message_record').where('transport', '=', 'history').select('source_key').execute(),
  )
  return new Set(rows.map(({ source_key }) => source_key))
}

/** Ingests the stored deliveries at `now`. */
export async function ingestUntil({ ctx, tenantId }: Seeding, now: Date): Promise<void> {
  const readers = { find: findConnector }
  while ((await ingest({ ...ctx, readers, now: () => now }, tenantId)) > 0);
}

/** Reads the files that arrived up to `now`, so that their events exist and can be reviewed. */
async function readFilesUntil({ ctx, tenantId }: Seeding, now: Date): Promise<void> {
  const fileReader = openFileReader()
  try {
    while ((await readAttachments({ ...ctx, fileReader, now: () => now }, tenantId)) > 0);
  } finally {
    await fileReader.close()
  }
}
