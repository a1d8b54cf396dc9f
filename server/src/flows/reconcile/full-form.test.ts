/** A provider that delivers less of a message than it lists: the listed form is kept, and completes the message. */
import { beforeAll, expect, test } from 'vitest'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { useAgentAccount } from '#testing/agent-account.ts'
import { turnArchivingOn } from '#testing/archiving-on.ts'
import type { FakeBlueBubbles, FakeEvent } from '#testing/fakes/bluebubbles.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { keepDeliveries } from '#testing/fidelity/play.ts'
import { json } from '#testing/fidelity/cells.ts'
import { reconcile } from './reconcile.ts'

const bed = useAgentAccount('full-form')
let world: World
let tenant: WorldTenant
let agent: FakeBlueBubbles
let accountId: AccountId
beforeAll(async () => {
  ;({ world, tenant, agent, accountId } = bed)
  await turnArchivingOn(world, tenant)
})

const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
const deliver = async (event: FakeEvent) => {
  await keepDeliveries(world, tenant, { channel: 'imessage', accountId }, [json(event)])
  await world.settle()
}
const compare = async () => {
  world.pass(10 * 60_000)
  while ((await reconcile(world.ctx, tenant.id)) > 0);
  await world.settle()
}
const messages = () =>
  inTx((tx) =>
    tx
      .selectFrom('message')
      .select(['id', 'body', 'structured', 'flags', 'reply_to_key', 'revision'])
      .orderBy('posted_at')
      .execute(),
  )
const transports = () =>
  inTx(async (tx) =>
    (await tx.selectFrom('message_record').select('transport').orderBy('id').execute()).map(
      ({ transport }) => transport,
    ),
  )
const mails = () =>
  inTx((tx) =>
    tx.selectFrom('archive_mail').select(['event', 'ref', 'revision']).orderBy('revision').execute(),
  )
const at = () => world.ctx.now().getTime() - 5 * 60_000

test('data that only the list has completes a delivered message, once', async () => {
  const mention = { range: [0, 5], attributes: { __kIMMentionConfirmedMention: '+351912000333' } }
  const event = agent.newMessage({
    from: '+351912000111',
    text: 'Carol please',
    fields: {
      dateCreated: at(),
      isForward: true,
      isAutoReply: true,
      attributedBody: [{ string: 'Carol please', runs: [mention] }],
    },
  })
  await deliver(event)
  expect(await messages()).toMatchObject([{ body: 'Carol please', structured: null, flags: [] }])
  await compare()
  const [whole, ...others] = await messages()
  expect(others).toEqual([])
  expect(whole).toMatchObject({
    body: 'Carol please',
    structured: { styles: [{ mention: '+351912000333', start: 0, length: 5 }] },
    revision: 1,
  })
  expect(whole!.flags).toEqual(['autoReply', 'forwarded'])
  expect(await transports()).toEqual(['webhook', 'poll'])
  await compare()
  expect(await transports()).toEqual(['webhook', 'poll'])
  // Its mail was not sent yet, so that one says everything.
  expect(await mails()).toEqual([{ event: 'message', ref: '1', revision: 1 }])
})

test('a message whose mail was sent is mailed once more when it says more', async () => {
  const event = agent.newMessage({
    from: '+351912000111',
    text: null,
    fields: {
      dateCreated: at(),
      balloonBundleId: 'com.acme.app',
      payloadData: [{ ldtext: 'Pay 5 €' }],
    },
  })
  await deliver(event)
  const id = (await messages()).at(-1)!.id
  await inTx((tx) =>
    tx
      .updateTable('archive_mail')
      .set({ state: 'accepted', takes: 1, finished_at: world.ctx.now() })
      .where('message_id', '=', id)
      .execute(),
  )
  await compare()
  await compare()
  expect((await messages()).at(-1)?.structured).toEqual({
    app: 'com.acme.app',
    payload: [{ ldtext: 'Pay 5 €' }],
  })
  const own = await inTx((tx) =>
    tx.selectFrom('archive_mail').where('message_id', '=', id).selectAll().orderBy('revision').execute(),
  )
  expect(own.map(({ event: kind, revision, state }) => [kind, revision, state])).toEqual([
    ['message', 1, 'accepted'],
    ['message', 2, 'queued'],
  ])
  expect(own[1]!.ref).toMatch(/^1 [0-9a-f-]{36}$/)
  // The mail that waits says what comes after it, too, also one that was taken in vain while the receiver was away.
  await inTx((tx) =>
    tx
      .updateTable('archive_mail')
      .set({ takes: 3 })
      .where('message_id', '=', id)
      .where('revision', '=', 2)
      .execute(),
  )
  agent.updated(event, { isForward: true })
  await compare()
  expect((await messages()).at(-1)?.flags).toContain('forwarded')
  expect((await mails()).filter(({ revision }) => revision > 1)).toHaveLength(1)
})

test('a film that only the list has becomes a file of its message, once, and is mailed with it', async () => {
  const photo = agent.keepLivePhoto(Buffer.from('picture'), Buffer.from('film'))
  const event = agent.newMessage({
    from: '+351912000111',
    text: '\uFFFC',
    attachments: [photo],
    fields: { dateCreated: at() },
  })
  await deliver(event)
  const { id } = (await messages()).at(-1)!
  const files = () =>
    inTx((tx) =>
      tx
        .selectFrom('attachment')
        .innerJoin('message', 'message.id', 'attachment.message_id')
        .where('message_id', '=', id)
        .select(['ordinal', 'name', 'source_url', 'attachment.state', 'attachment_count'])
        .orderBy('ordinal')
        .execute(),
    )
  const own = () =>
    inTx((tx) =>
      tx.selectFrom('archive_mail').where('message_id', '=', id).select(['revision', 'state']).execute(),
    )
  expect(await files()).toMatchObject([{ ordinal: 0, attachment_count: 1 }])
  await inTx((tx) =>
    tx
      .updateTable('archive_mail')
      .set({ state: 'accepted', takes: 1, finished_at: world.ctx.now() })
      .where('message_id', '=', id)
      .execute(),
  )
  await compare()
  const { guid } = photo as { guid: string }
  const both = [
    { ordinal: 0, attachment_count: 2, state: 'pending' },
    {
      ordinal: 1,
      name: expect.stringMatching(/\.mov$/),
      source_url: `attachment:${guid}/live`,
      state: 'pending',
    },
  ]
  expect(await files()).toMatchObject(both)
  // The film may be purged from the Mac, and be there again.
  agent.updated(event, { attachments: [{ ...photo, hasLivePhoto: false }] })
  await compare()
  agent.updated(event, { attachments: [photo], isForward: true })
  await compare()
  expect(await files()).toMatchObject(both)
  expect((await messages()).at(-1)).toMatchObject({ id, revision: 1, flags: ['forwarded'] })
  expect((await own()).toSorted((a, b) => a.revision - b.revision)).toEqual([
    { revision: 1, state: 'accepted' },
    { revision: 2, state: 'queued' },
  ])
})

test('a film that comes with the first reading of its message, or in one batch with it, is there once', async () => {
  const photo = agent.keepLivePhoto(Buffer.from('picture'), Buffer.from('film'))
  const event = agent.newMessage({
    from: '+351912000111',
    text: '\uFFFC',
    attachments: [photo],
    fields: { dateCreated: at() },
  })
  const listed = agent.listed(event)
  await keepDeliveries(world, tenant, { channel: 'imessage', accountId }, [json(event), json(listed)])
  await world.settle()
  const { id } = (await messages()).at(-1)!
  const found = await inTx((tx) =>
    tx.selectFrom('attachment').where('message_id', '=', id).select('ordinal').orderBy('ordinal').execute(),
  )
  expect(found.map(({ ordinal }) => ordinal)).toEqual([0, 1])
})

test('a copy with another author under the same key completes nothing', async () => {
  const event = agent.newMessage({ from: '+351912000111', text: 'mine', fields: { dateCreated: at() } })
  await deliver(event)
  const { data } = agent.listed(event)
  const forged = { ...(data as object), handle: { address: '+15550009999' }, isForward: true }
  await deliver({ type: 'listed-message', data: forged })
  const found = (await messages()).filter(({ body }) => body === 'mine')
  expect(found).toHaveLength(2)
  expect(found.filter(({ flags }) => flags.includes('forwarded'))).toHaveLength(1)
})

test.each([
  ['another text', { text: 'sell' }, { body: 'buy', revision: 2 }],
  ['another answered message', { threadOriginatorGuid: 'T-2' }, { body: 'buy', revision: 1 }],
])('copies that differ by %s are kept, and the message is flagged, once', async (_, forged, shown) => {
  const event = agent.newMessage({
    from: '+351912000111',
    text: 'buy',
    fields: { dateCreated: at(), threadOriginatorGuid: 'T-1' },
  })
  await deliver({ type: 'new-message', data: { ...event.data, ...forged } })
  expect((await messages()).at(-1)?.flags).not.toContain('contradicted')
  await compare()
  const found = (await messages()).at(-1)
  expect(found).toMatchObject({ ...shown, flags: ['contradicted'] })
  await deliver(event)
  expect((await messages()).at(-1)).toEqual(found)
})
