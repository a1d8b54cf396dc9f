/** A row of a provider's list in a form that is not known holds back no others: it is kept as it came, and shown as one that could not be read. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { findConnector } from '#channels/registry.ts'
import { rereadRecords } from '#flows/reread/reread.ts'
import { inTenant } from '#platform/db.ts'
import { client, setUpReconciling } from '#testing/reconciling.ts'

const { bed, ago, connect, pass, compare, coverage, bodies, transports } = setUpReconciling()

test(
  'the hour of a strange row is compared, and the row is kept once unless its message was delivered',
  { tags: ['whole'] },
  async () => {
    const account = await connect()
    const { number } = account
    const strange = { direction: null }
    const delivered = { from: client, body: 'Delivered', at: ago(3 * minuteMs) }
    await bed.twilio.deliverTo(number, delivered, { origin: bed.origin })
    await bed.world.settle()
    for (const sid of bed.twilio.messages.all()) bed.twilio.messages.change(sid, strange)
    bed.twilio.sendElsewhere({ from: number, to: client, body: 'Strange', at: ago(4 * minuteMs) }, strange)
    bed.twilio.sendElsewhere({ from: number, to: client, body: 'Fine', at: ago(5 * minuteMs) })
    for (let times = 1; times <= 2; times++) {
      await compare()
      await pass(10 * minuteMs)
    }
    expect(await bodies()).toEqual(['Delivered', 'Fine', 'Strange'])
    expect(await transports()).toEqual(['poll', 'poll', 'webhook'])
    const { comparedUntil } = await coverage(account)
    expect(comparedUntil).toBe(ago(12 * minuteMs).toISOString())
  },
)

const said = () =>
  inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
    tx
      .selectFrom('message')
      .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
      .select(['message.message_key as sid', 'message.content_type as type', 'conversation_key as between'])
      .execute(),
  )

test('a strange row whose state changes stays one message, also once a later release reads it', async () => {
  const { number } = await connect()
  const sid = bed.twilio.sendElsewhere(
    { from: number, to: client, body: 'Strange', at: ago(4 * minuteMs) },
    { direction: null },
  )
  await compare()
  const between = `${number}|${client}`
  expect(await said()).toEqual([{ sid, type: 'unsupported', between }])
  bed.twilio.messages.change(sid, { status: 'read', date_updated: ago(0).toUTCString() })
  await pass(10 * minuteMs)
  await compare()
  expect(await said()).toHaveLength(1)

  const later = (channel: Parameters<typeof findConnector>[0]) => {
    const connector = findConnector(channel)
    return (
      connector && {
        ...connector,
        parse: (
          stored: Parameters<typeof connector.parse>[0],
          account: Parameters<typeof connector.parse>[1],
        ) => {
          const text = Buffer.from(stored.body)
            .toString()
            .replace('"direction":null', '"direction":"outbound-api"')
          return connector.parse({ ...stored, body: Buffer.from(text) }, account)
        },
      }
    )
  }
  await rereadRecords(
    {
      ...bed.world.ctx,
      readers: { find: later as typeof findConnector },
      release: '9.9.9',
      operator: { userId: undefined, name: 'Operator' },
    },
    bed.tenant.id,
    {},
  )
  expect(await said()).toEqual([{ sid, type: 'text', between }])
})
