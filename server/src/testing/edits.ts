/** Messages that are edited, in any order of arrival, and what they show at last. */
import type { Channel } from '@verbatim/contract/channels.ts'
import { hourMs } from '@verbatim/contract/durations.ts'
import type { AccountId, MessageId, RecordId } from '@verbatim/contract/ids.ts'
import fc from 'fast-check'
import { recordEvents } from '#domains/messages/event-commands.ts'
import { openReadings } from '#flows/examine/read.ts'
import type { Finders } from '#flows/find-remarks/find.ts'
import { recordRemarks } from '#flows/find-remarks/record.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'

/** Edits arrive in as many batches. */
const batches = 3

interface Edit<Saying> {
  /** How long after the message was sent. */
  readonly hours: number
  readonly saying: Saying
  readonly batch: number
}

/** A text, and what else is known of it. */
type AnySaying = readonly [body: string, ...unknown[]]

/** Up to three edits of a message, to one or two of these, so that some leave it as it was. */
export const editsTo = <Saying extends AnySaying>(sayings: readonly Saying[]): fc.Arbitrary<Edit<Saying>[]> =>
  fc.oneof(
    fc.constant<Edit<Saying>[]>([]),
    fc.tuple(fc.constantFrom(...sayings), fc.constantFrom(...sayings)).chain((two) =>
      fc.uniqueArray(
        fc.record({
          hours: fc.integer({ min: 1, max: 60 }),
          saying: fc.constantFrom(...two),
          batch: fc.nat({ max: batches - 1 }),
        }),
        { selector: ({ hours }) => hours, minLength: 1, maxLength: 3 },
      ),
    ),
  )

const timeOf = (at: Date, { hours }: Pick<Edit<unknown>, 'hours'>) => new Date(at.getTime() + hours * hourMs)

/** What a message shows, and since when it says so: an edit that leaves it as it was is none. */
export function shownOf<Saying extends AnySaying>(
  at: Date,
  sent: Saying,
  edits: readonly Edit<Saying>[],
): { readonly saying: Saying; readonly saidAt: Date } {
  let shown = { saying: sent, saidAt: at }
  for (const edit of edits.toSorted((one, other) => one.hours - other.hours))
    if (edit.saying[0] !== shown.saying[0]) shown = { saying: edit.saying, saidAt: timeOf(at, edit) }
  return shown
}

/** Opened once for a file of tests. */
let reading: ReturnType<typeof openReadings> | undefined

interface Edited {
  readonly id: MessageId
  readonly channel: Channel
  readonly at: Date
  readonly edits: readonly Edit<AnySaying>[]
}

/** Records the edits of messages, batch by batch, and what is found in their texts, as capture does. */
export async function recordEdits(
  tx: TenantTx,
  messages: readonly Edited[],
  finders: Finders,
  now: Date,
): Promise<void> {
  reading ??= openReadings()
  const derivation = {
    read: await reading,
    contentOf: () => undefined,
    fileAt: (_: Channel, url: string) => url,
    edition: 0,
    covers: () => false,
  }
  const [accountId, recordId] = [newId<AccountId>(now), newId<RecordId>(now)]
  for (let batch = 0; batch < batches; batch++) {
    const facts = messages.flatMap(({ id, channel, at, edits }) =>
      edits
        .filter((edit) => edit.batch === batch)
        .map((edit) => ({
          recordId,
          accountId,
          accountAddress: '',
          receivedAt: now,
          isLive: true,
          ownerId: undefined,
          ownerName: undefined,
          event: {
            kind: 'edit' as const,
            channel,
            eventKey: `${id} ${edit.hours}`,
            targetKey: id,
            at: timeOf(at, edit),
            body: edit.saying[0],
          },
        })),
    )
    const { edited } = await recordEvents(tx, { facts, arrived: [] }, derivation, now)
    await recordRemarks(tx, edited, finders)
  }
}
