/** Conversations of a contact who becomes personal to a user who had the account before. */
import { ContactId } from '@verbatim/contract/ids.ts'
import { channels } from '@verbatim/contract/channels.ts'
import { expect, test } from 'vitest'
import { findConnector } from '#channels/registry.ts'
import { createContacts } from '#domains/contacts/commands.ts'
import { findClosing } from '#domains/messages/closing-commands.ts'
import { ingest } from '#flows/capture/ingest.ts'
import { keepArrivals } from '#flows/capture/keep.ts'
import { handOver } from '#flows/remove-user/hand-over.ts'
import { newId } from '#kernel/uuid.ts'
import { setUpCapture } from '#testing/capture.ts'
import type { World, WorldTenant } from '#testing/world.ts'

const client = '+15550177009'
const everyone = [{ channels: [...channels], groupIds: 'all' as const }]

let world: World
let tenant: WorldTenant
const { inside, arrival, message } = setUpCapture('personal', (bed) => ({ world, tenant } = bed))

/** Whose conversations with the client would be closed if the client became personal to a user. */
const closedFor = (ownerId: WorldTenant['representative'], contactId: ContactId) =>
  inside(async (tx) => {
    const closing = { contactId, addresses: [client], exceptOf: ownerId }
    const { conversations, owners } = await findClosing(tx, { scope: everyone }, [closing])
    return { conversations, owners: owners.map(({ id }) => id) }
  })

test('a conversation through an account that is another’s by now is closed for a former owner, and stays for the present one', async () => {
  const { representative: rita, colleague: sam } = tenant
  const contactId = ContactId.parse(newId(world.ctx.now()))
  await inside((tx) =>
    createContacts(tx, [{ id: contactId, name: 'Cleo', addresses: [client] }], world.ctx.now()),
  )
  const asked = message({
    channel: 'sms',
    messageKey: 'asked',
    body: 'Hello',
    sentAt: world.ctx.now(),
    author: { kind: 'phone', value: client },
    participants: [{ identity: { kind: 'self', value: '' }, role: 'recipient' }],
  })
  const given = [arrival([asked], { accountId: tenant.accounts.sms, channel: 'sms' })]
  await keepArrivals(world.ctx.db, tenant.id, given, world.ctx.now())
  await ingest({ ...world.ctx, readers: { find: findConnector } }, tenant.id)
  expect(await closedFor(rita, contactId)).toEqual({ conversations: 0, owners: [] })
  expect(await closedFor(sam, contactId)).toEqual({ conversations: 1, owners: [rita] })

  await inside((tx) => handOver(tx, { from: rita, to: sam }, world.ctx.now()))
  expect(await closedFor(rita, contactId)).toEqual({ conversations: 1, owners: [sam] })
  expect(await closedFor(sam, contactId)).toEqual({ conversations: 0, owners: [] })
})
