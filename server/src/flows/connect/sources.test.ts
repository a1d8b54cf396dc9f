import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fetchDueMedia } from '#flows/fetch-media/fetch-media.ts'
import { inTenant } from '#platform/db.ts'
import { mailsTo } from '#testing/waiting-mail.ts'
import { accounts, alice, carl, mallory, publicUrl, setUpSources } from '#testing/sources.ts'

const { bed, settle, read, stateOf, addBot, ofAlice, addPerson, tokenIn, deliver, found, linkAlice } =
  setUpSources()

test('a person connects the bot, and their messages, edits and deletions are kept under their account', async () => {
  const { bot, id, connection } = await linkAlice()
  const asked = bed.telegram.businessMessage(connection, {
    from: carl,
    peer: carl,
    fields: { text: 'Offer ok?' },
  })
  const said = bed.telegram.businessMessage(connection, { from: alice, peer: carl, fields: { text: 'Yes' } })
  await deliver(
    asked,
    said,
    bed.telegram.edited(said, { text: 'Yes, at 101.25' }),
    bed.telegram.deleted(asked),
  )
  expect((await found()).filter(([, , account]: string[]) => account === id).toSorted()).toEqual([
    ['Offer ok?', 'inbound', id],
    ['Yes, at 101.25', 'outbound', id],
  ])
  const { json } = await bed.admin.call('GET', '/bff/api/v1/messages?limit=50&filter=isDeleted[eq]:true')
  expect(json.items.map(({ body }: { body: string }) => body)).toContain('Offer ok?')
  // Only the words for the bot itself are the bot's.
  expect((await found()).filter(([, , account]: string[]) => account === bot)).toHaveLength(1)

  await deliver(bed.telegram.disconnected(alice, connection))
  expect(await stateOf(id)).toEqual(['not-available', 'signed-out', String(alice.id)])
  const again = bed.telegram.connected(alice)
  await deliver(
    again,
    bed.telegram.businessMessage(again.id, { from: carl, peer: carl, fields: { text: 'Back' } }),
  )
  expect(await stateOf(id)).toEqual(['active', undefined, String(alice.id)])
  expect(await found()).toContainEqual(['Back', 'inbound', id])
  const { json: trail } = await bed.admin.call('GET', `/audit/events?limit=20&filter=target[eq]:${id}`)
  expect(trail.items.map(({ type }: { type: string }) => type)).toEqual([
    'account_connected',
    'account_disconnected',
    'account_connected',
    'account_updated',
    'account_link_sent',
    'account_created',
  ])
})

test('the same deliveries in reverse and again leave the same messages and the same state', async () => {
  const { id, connection } = await linkAlice()
  const asked = bed.telegram.businessMessage(connection, {
    from: carl,
    peer: carl,
    fields: { text: 'Offer ok?' },
  })
  const said = bed.telegram.businessMessage(connection, { from: alice, peer: carl, fields: { text: 'Yes' } })
  const updates = [
    asked,
    said,
    bed.telegram.edited(said, { text: 'Yes, at 101.25' }),
    bed.telegram.deleted(asked),
    bed.telegram.connected(alice),
    bed.telegram.disconnected(alice, connection),
  ]
  for (const order of [updates.toReversed(), updates]) {
    await deliver(...order)
    const { json } = await bed.admin.call('GET', `/bff/api/v1/messages?limit=50&filter=accountId[eq]:${id}`)
    const shown = json.items.map(
      ({ body, isEdited, isDeleted }: { body: string; isEdited: boolean; isDeleted: boolean }) => [
        body,
        isEdited,
        isDeleted,
      ],
    )
    expect(shown.toSorted()).toEqual([
      ['Offer ok?', false, true],
      ['Yes, at 101.25', true, false],
    ])
    expect((await stateOf(id))[0]).toBe('not-available')
  }
})

test('messages of a group, and reactions to them, are kept under the bot', { tags: ['whole'] }, async () => {
  const { bot } = await linkAlice()
  const asked = bed.telegram.groupMessage(carl, 'Deal room', { text: 'Ready?' })
  const answered = bed.telegram.groupMessage(alice, 'Deal room', { text: 'Ready' })
  await deliver(asked, answered, bed.telegram.reacted(alice, asked, [], ['👍']))
  await deliver(bed.telegram.reacted(alice, asked, ['👍'], ['🔥']))
  expect(await found()).toEqual(
    expect.arrayContaining([
      ['Ready?', 'inbound', bot],
      ['Ready', 'outbound', bot],
    ]),
  )
  const events = await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
    tx.selectFrom('message_event').where('kind', '=', 'reaction').select(['payload', 'message_id']).execute(),
  )
  expect(events.every(({ message_id: id }) => id !== null)).toBe(true)
  const values = events.map(({ payload }) => payload as { action: string; value: string })
  expect(values.map(({ action, value }) => `${action} ${value}`).toSorted()).toEqual([
    'add 👍',
    'add 🔥',
    'remove 👍',
  ])
})

test('a connection from before the link was followed counts once the link is followed', async () => {
  const bot = await addBot()
  const { id, token } = await addPerson(bot)
  const connection = bed.telegram.connected(alice)
  await deliver(connection)
  expect((await stateOf(id))[0]).toBe('available')
  await deliver(bed.telegram.started(alice, token))
  expect(await stateOf(id)).toEqual(['active', undefined, String(alice.id)])
})

test('a token that is wrong, used, forwarded or shown elsewhere has no effect', async () => {
  const bot = await addBot()
  const { id, token } = await addPerson(bot)
  const connection = bed.telegram.connected(mallory)
  const forward_origin = { type: 'user', sender_user: alice, date: 1 }
  await deliver(
    connection,
    bed.telegram.started(mallory, 'x'.repeat(32)),
    bed.telegram.started(mallory, token, { forward_origin }),
    bed.telegram.groupMessage(mallory, 'Room', { text: `/start ${token}` }),
    bed.telegram.businessMessage(connection.id, {
      from: carl,
      peer: carl,
      fields: { text: `/start ${token}` },
    }),
  )
  expect((await read(id)).address).toMatch(/^unlinked-/)

  await deliver(bed.telegram.started(alice, token), bed.telegram.started(mallory, token))
  expect(await stateOf(id)).toEqual(['available', undefined, String(alice.id)])
  expect((await read(id)).step).toBeUndefined()
  const rows = await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
    tx.selectFrom('account_route').select('route').execute(),
  )
  expect(JSON.stringify(rows)).not.toContain('claim:')
})

test('a new link replaces the old one, and gives a connected account to no one else', async () => {
  const { id } = await linkAlice()
  const first = tokenIn((await bed.admin.call('POST', `${accounts}/${id}/request-reconnect`)).json)
  const second = tokenIn((await bed.admin.call('POST', `${accounts}/${id}/request-reconnect`)).json)
  await deliver(bed.telegram.started(alice, first), bed.telegram.started(mallory, second))
  await deliver(bed.telegram.connected(mallory))
  expect(await stateOf(id)).toEqual(['active', undefined, String(alice.id)])
})

test('to reconnect a person’s account mails its owner a link, once it is not connected any more', async () => {
  const { id, connection } = await linkAlice()
  const mails = async () =>
    (await mailsTo(bed.world.ctx, bed.tenant.id, `rep@${bed.tenant.label}.example`)).filter(({ text }) =>
      text.includes('/connect#'),
    ).length
  const before = await mails()
  await bed.admin.call('POST', `${accounts}/${id}/request-reconnect`)
  expect(await mails()).toBe(before)
  await deliver(bed.telegram.disconnected(alice, connection))
  await bed.admin.call('POST', `${accounts}/${id}/request-reconnect`)
  expect(await mails()).toBe(before + 1)
})

test('chats of a person without an account stay with the bot, and no account claims those of another', async () => {
  const { bot, id, connection } = await linkAlice()
  const other = bed.telegram.connected(mallory)
  await deliver(
    other,
    bed.telegram.businessMessage(other.id, { from: mallory, peer: carl, fields: { text: 'Psst' } }),
  )
  expect(await found()).toContainEqual(['Psst', 'unknown', bot])
  await deliver(bed.telegram.disconnected(mallory, other.id))
  expect(await stateOf(id)).toEqual(['active', undefined, String(alice.id)])
  // A message of Alice in the chats of another person is not one of her account.
  await deliver(
    bed.telegram.businessMessage(other.id, { from: alice, peer: alice, fields: { text: 'To Mallory' } }),
    bed.telegram.businessMessage(connection, { from: mallory, peer: mallory, fields: { text: 'To Alice' } }),
  )
  expect(await found()).toEqual(
    expect.arrayContaining([
      ['To Mallory', 'unknown', bot],
      ['To Alice', 'inbound', id],
    ]),
  )
})

test('users who may not see the owner’s groups see neither the account nor its messages', async () => {
  const { bot, connection } = await linkAlice()
  await deliver(
    bed.telegram.businessMessage(connection, { from: carl, peer: carl, fields: { text: 'North only' } }),
  )
  const north = await bed.world.as(bed.tenant, bed.tenant.northerner)
  expect((await found(north)).map(([body]: string[]) => body)).toEqual(['North only'])
  const { json } = await bed.admin.call('POST', accounts, {
    ...ofAlice(bot),
    ownerId: bed.tenant.colleague,
    name: 'Sam',
  })
  const ownConnection = bed.telegram.connected(mallory)
  await deliver(
    bed.telegram.started(mallory, tokenIn(json)),
    ownConnection,
    bed.telegram.businessMessage(ownConnection.id, {
      from: carl,
      peer: carl,
      fields: { text: 'South only' },
    }),
  )
  expect((await found(north)).map(([body]: string[]) => body)).toEqual(['North only'])
  expect((await found()).map(([body]: string[]) => body)).toContain('South only')
})

test('the link is shown to those who may manage accounts, and in no list', async () => {
  const { id } = await addPerson(await addBot())
  const viewer = await bed.world.as(bed.tenant, bed.tenant.users.compliance)
  const seen = await viewer.call('GET', `${accounts}/${id}`)
  expect([seen.status, seen.json.step]).toEqual([200, undefined])
  const lists = [await viewer.call('GET', accounts), await bed.admin.call('GET', accounts)]
  expect(lists.map(({ text }) => text).join()).not.toContain('start=')
})

test('a redelivery is the same record, and the address of a person’s account takes no deliveries', async () => {
  const { id, connection } = await linkAlice()
  const said = bed.telegram.businessMessage(connection, { from: carl, peer: carl, fields: { text: 'Once' } })
  await deliver(said, said)
  expect((await found()).filter(([body]: string[]) => body === 'Once')).toHaveLength(1)
  const { url, ...init } = bed.telegram.request(said)!
  const { port } = bed.world.app.server.address() as AddressInfo
  const elsewhere = url.replace(publicUrl, `http://localhost:${port}`).replace(/[^/]+$/, id)
  expect((await fetch(elsewhere, init)).status).toBe(403)
  const forged = { ...init, headers: { ...init.headers, 'x-telegram-bot-api-secret-token': 'guessed' } }
  expect((await fetch(url.replace(publicUrl, `http://localhost:${port}`), forged)).status).toBe(403)
})

test('files are fetched with the token of the bot', async () => {
  const { connection } = await linkAlice()
  const photo = [bed.telegram.keepFile(Buffer.from('the picture'))]
  await deliver(
    bed.telegram.businessMessage(connection, {
      from: carl,
      peer: carl,
      fields: { caption: 'signed', photo },
    }),
  )
  expect(await fetchDueMedia(bed.world.ctx, bed.tenant.id)).toBe(1)
  const file = await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
    tx.selectFrom('attachment').select(['state', 'sha256', 'source_url']).executeTakeFirstOrThrow(),
  )
  expect(file.state).toBe('stored')
  expect(file.source_url).not.toContain(bed.telegram.token)
  expect(String(await bed.world.ctx.blobs.get(bed.tenant.id, file.sha256!))).toBe('the picture')
})

test('a bot is removed after the accounts of people, and its webhook with it', async () => {
  const { bot, id, connection } = await linkAlice()
  const refused = await bed.admin.call('POST', `${accounts}/${bot}/request-delete`)
  expect([refused.status, refused.json.code]).toEqual([409, 'account.has-people'])
  const asked = await bed.admin.call('GET', `${accounts}/${bot}/removal`)
  expect(asked.json.refusal).toBe(refused.json.message)
  expect(refused.json.message).toContain(': 1.')
  await bed.admin.call('POST', `${accounts}/${id}/request-delete`)
  await settle()
  expect(bed.telegram.webhook.url).not.toBe('')
  await deliver(
    bed.telegram.businessMessage(connection, { from: carl, peer: carl, fields: { text: 'Late' } }),
  )
  expect((await found()).find(([body]: string[]) => body === 'Late')?.[2]).toBe(bot)
  await bed.admin.call('POST', `${accounts}/${bot}/request-delete`)
  await settle()
  expect(bed.telegram.webhook.url).toBe('')
  expect((await bed.admin.call('GET', `${accounts}/${bot}`)).status).toBe(404)
})

test('only an account of the same channel that receives by itself is a source', async () => {
  const { bot, id } = await linkAlice()
  const refusedOf = async (path: string, body: object) => (await bed.admin.call('POST', path, body)).json.code
  expect(await refusedOf(accounts, ofAlice(id))).toBe('account.unknown-source')
  expect(await refusedOf(accounts, ofAlice(bed.tenant.accounts.sms))).toBe('account.unknown-source')
  const other = await bed.world.makeTenant(`other-${bed.tenant.label}`)
  const stranger = await bed.world.as(other, other.users.tenant_admin)
  const { json } = await stranger.call('POST', accounts, { name: 'Theirs', sourceId: bot })
  expect(json.code).toBe('account.unknown-source')
  const mail = '/external-accounts/api/v1/proofpoint/accounts'
  expect(await refusedOf(mail, { name: 'x', sourceId: bed.tenant.accounts.proofpoint })).toBe(
    'account.unknown-source',
  )
  const withDetails = await bed.admin.call('POST', accounts, { ...ofAlice(bot), details: { token: 'x' } })
  expect(withDetails.status).toBe(400)
})
