import { channelNames } from '@verbatim/contract/channels.ts'
import type { RecordId } from '@verbatim/contract/ids.ts'
import PostalMime, { type Email } from 'postal-mime'
import { expect, test } from 'vitest'
import { turnArchivingOn } from '#testing/archiving-on.ts'
import { archiveForm } from '#testing/archive-form.ts'
import { markStored, takeDueAttachments } from '#domains/messages/media-commands.ts'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { allCells } from '#testing/fidelity/all.ts'
import { type Cell, type Exposed, type Kind, kinds } from '#testing/fidelity/cells.ts'
import { addFidelityAccount, keepDeliveries } from '#testing/fidelity/play.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { compose } from './compose.ts'
import { readRecord } from './read-record.ts'

/** The result for one cell of the table: its mails, and the events that are only kept. */
interface Outcome {
  readonly subjects: readonly string[]
  readonly text: string
  readonly files: number
  readonly kept: readonly string[]
}

let database: TestDatabase
let world: World
let tenant: WorldTenant
let outcomes: ReadonlyMap<string, Outcome>

useTestWorld(async (opened, own) => {
  world = opened
  database = own
  tenant = await world.makeTenant('fidelity')
  await turnArchivingOn(world, tenant, { alsoEvents: ['membership', 'receipt'] })
  outcomes = await playAll()
})

const exposed = allCells.flatMap(({ channel, cells }) =>
  Object.entries(cells).flatMap(([kind, cell]) =>
    typeof cell === 'string' ? [] : [{ id: `${channel} ${kind}`, cell }],
  ),
)

test('each channel has a cell for each of the forty-one kinds', () => {
  expect(Object.keys(kinds)).toHaveLength(41)
  expect(allCells).toHaveLength(8)
  for (const { cells } of allCells)
    expect(Object.keys(cells).toSorted()).toEqual(Object.keys(kinds).toSorted())
})

test.each(exposed)('everything of $id arrives in the archive', ({ id, cell }) => {
  const { subjects, text, files, kept } = outcomes.get(id)!
  for (const words of cell.says) expect(text).toContain(words)
  expect(files).toBe(cell.files ?? 0)
  const changes = subjects.flatMap((subject) => /^(?:EDITED|DELETED|REACTION)/.exec(subject)?.[0] ?? [])
  expect(changes.toSorted()).toEqual((cell.changes ?? []).toSorted())
  expect(subjects.length).toBeGreaterThan(changes.length)
  if (!cell.keeps) return
  expect(kept).toContain(cell.keeps)
  const word = cell.keeps === 'membership' ? /^MEMBERS/ : /^RECEIPT/
  expect(subjects).toContainEqual(expect.stringMatching(word))
})

test('the published table matches the results', async () => {
  await expect(page()).toMatchFileSnapshot('../../../../docs/fidelity.md')
})

/** Keeps all deliveries, reads them, stores their files, and composes the mails that were queued. */
async function playAll(): Promise<ReadonlyMap<string, Outcome>> {
  const records = new Map<RecordId, string>()
  for (const channel of allCells) {
    const accountId = await addFidelityAccount(world, tenant, channel)
    const place = { channel: channel.channel, accountId }
    for (const [kind, cell] of Object.entries(channel.cells)) {
      if (typeof cell === 'string') continue
      const kept = await keepDeliveries(world, tenant, place, cell.deliveries)
      expect(kept.some(({ duplicate }) => duplicate)).toBe(false)
      for (const { recordId } of kept) records.set(recordId, `${channel.channel} ${kind}`)
    }
  }
  await world.settle()
  await storeFiles()
  return readOutcomes(records)
}

/** As if each provider had given its files; how each is asked is tested beside its connector. */
async function storeFiles(): Promise<void> {
  const within = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(database.db, tenant.id, work)
  for (;;) {
    const due = await within((tx) => takeDueAttachments(tx, world.ctx.now(), 500))
    if (due.length === 0) return
    for (const file of due) {
      const bytes = Buffer.from(`the bytes of ${file.id}`)
      const sha256 = await world.ctx.blobs.put(tenant.id, bytes)
      const content = { sha256, sizeBytes: bytes.length, mimeDetected: undefined }
      await within((tx) => markStored(tx, file, content, world.ctx.now()))
    }
  }
}

async function readOutcomes(records: ReadonlyMap<RecordId, string>): Promise<ReadonlyMap<string, Outcome>> {
  const { messages, events, queued } = await inTenant(database.db, tenant.id, async (tx) => ({
    queued: await tx.selectFrom('archive_mail').selectAll().execute(),
    messages: await tx.selectFrom('message').select(['id', 'record_id']).execute(),
    events: await tx.selectFrom('message_event').select(['id', 'kind', 'record_id']).execute(),
  }))
  // A mail about a member names no message, but the event.
  const cellOf = new Map<string, string>(
    [...messages, ...events].map(({ id, record_id }) => [id, records.get(record_id) ?? '']),
  )
  const composed: { readonly id: string; readonly mail: Email }[] = []
  for (const row of queued)
    composed.push({ id: cellOf.get(row.message_id ?? row.ref) ?? '', mail: await mailOf(row) })
  const mails = Map.groupBy(composed, ({ id }) => id)
  const kept = Map.groupBy(events, ({ record_id }) => records.get(record_id) ?? '')
  return new Map(
    exposed.map(({ id }) => {
      const got = (mails.get(id) ?? []).map(({ mail }) => mail)
      return [
        id,
        {
          subjects: got.map(({ subject = '' }) => subject),
          text: got
            .flatMap(({ subject, text, attachments }) => [
              subject,
              text,
              ...attachments.map(({ filename }) => filename),
            ])
            .join('\n'),
          files: got.reduce((sum, { attachments }) => sum + attachments.length, 0),
          kept: (kept.get(id) ?? []).map(({ kind }) => kind),
        },
      ]
    }),
  )
}

/** As the archive reads it. */
async function mailOf(row: Parameters<typeof readRecord>[2]): Promise<Email> {
  const record = await readRecord(world.ctx, tenant.id, row)
  if (record === 'pending') throw new Error('A file was not stored')
  const [mail] = compose(record, archiveForm)
  return PostalMime.parse(await mail!.build())
}

const signOf = (cell: Cell, reasons: string[]): string => {
  if (typeof cell !== 'string') return cell.keeps ? 'if asked' : 'mailed'
  if (!reasons.includes(cell)) reasons.push(cell)
  return `– ${reasons.indexOf(cell) + 1}`
}

/** Only what the tests above found can be in it: they run with the same cells. */
function page(): string {
  const reasons: string[] = []
  const rows = Object.entries(kinds).map(([kind, name]) =>
    [name, ...allCells.map(({ cells }) => signOf(cells[kind as Kind], reasons))].join(' | '),
  )
  const cells = allCells.flatMap((one) => Object.values(one.cells))
  const shown = cells.filter((cell): cell is Exposed => typeof cell !== 'string')
  const mailed = shown.filter(({ keeps }) => !keeps).length
  return `# What arrives of each kind of event

This page is written by \`server/src/flows/archive/fidelity.slow.test.ts\`, which fails if it is not true. For each cell the test plays real deliveries of the
provider's wire format (\`server/src/testing/fidelity/\`), reads them as the product does, composes the mails of
[archiving outward](decisions/0102-archiving-outward.md), and looks in them for every text, file and mark of the event; of an edit for the text before and the text after.

- **mailed**: all that the channel exposes is kept, shown, and in the mails to the archive.
- **if asked**: members and receipts are kept and shown. They are no communication of their own, so they are mailed only where the settings ask for them
  ([decision 106](decisions/0106-archiving-days-and-the-past.md)).
- **–**: the channel does not expose it, for the reason with that number.

${shown.length} of ${cells.length} cells are exposed by their channels: ${mailed} are mailed, and ${shown.length - mailed} if the settings ask for them, so 100 % of what is exposed arrives.

Edits, deletions, groups and members of SMS/MMS and WhatsApp Business are events of Twilio Conversations. This table has them as conversations of their own, as they arrive where an administrator points the hook of
the service at an account. Verbatim itself gives hooks to the rooms of its numbers, and adds what they say to the text messages ([decision 184](decisions/0184-rooms-explain-text-messages.md)).

Signal and WeCom do not send who joined or left, or how a group is called now. Both say so when they are asked ([decision 140](decisions/0140-rosters.md)): the test plays their answers. A member who joined and left
between two answers is in neither.

| | ${allCells.map(({ channel }) => channelNames[channel]).join(' | ')} |
|${'---|'.repeat(allCells.length + 1)}
${rows.map((row) => `| ${row} |`).join('\n')}

${reasons.map((reason, index) => `${index + 1}. ${reason}`).join('\n')}
`
}
