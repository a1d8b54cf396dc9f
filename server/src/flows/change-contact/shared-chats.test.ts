/** The chat of two colleagues who are both captured is that of both accounts, whichever has the conversation. */
import { channels } from '@verbatim/contract/channels.ts'
import { ContactId, type GroupId, type UserId } from '@verbatim/contract/ids.ts'
import { beforeEach, expect, test } from 'vitest'
import { noteFormerOwners } from '#domains/accounts/former-owners.ts'
import { createContacts } from '#domains/contacts/commands.ts'
import { createGroups } from '#domains/groups/commands.ts'
import { findClosing } from '#domains/messages/closing-commands.ts'
import { requireConversation } from '#domains/messages/conversation-queries.ts'
import { findPeople } from '#domains/messages/people-queries.ts'
import { handOver } from '#flows/remove-user/hand-over.ts'
import { findTies } from '#flows/explain-access/messenger-ties.ts'
import { newId } from '#kernel/uuid.ts'
import { answerOf, heard, question, useColleagues } from '#testing/colleagues.ts'
import { type LinkedAccount, linkAccountOf } from '#testing/linked-account.ts'
import { addUser } from '#testing/users.ts'

const bed = useColleagues('shared')
const everyone = [{ channels: [...channels], groupIds: 'all' as const }]
const client = '+15552223333'
const samNumber = '+15550002222'
let contactId: ContactId
let tom: Awaited<ReturnType<typeof addUser>>

/** Ana's account has the conversation, and Sam's was merged into it. Tom has none. */
beforeEach(async () => {
  contactId = ContactId.parse(newId(bed.world.ctx.now()))
  const contact = { id: contactId, name: 'Cleo', addresses: [client] }
  await bed.inOurs((tx) => createContacts(tx, [contact], bed.world.ctx.now()))
  const email = `tom@${bed.tenant.label}.example`
  tom = await addUser(bed.world, bed.tenant, {
    email,
    firstName: 'Tom',
    lastName: 'Reed',
    role: 'none',
    messengerRole: 'user',
    groupIds: [bed.tenant.groups.south],
  })
  const [own, ofSam] = answerOf(bed)
  await bed.tell(question(bed.ana), question(bed.sam), own, ofSam)
})

const samLeavesTo = (to: UserId) =>
  bed.inOurs((tx) => handOver(tx, { from: bed.tenant.colleague, to }, bed.world.ctx.now()))

/** Whose conversations with the client would be closed if the client became personal to a user. */
const closedFor = (ownerId: UserId) =>
  bed.inOurs(async (tx) => {
    const closing = { contactId, addresses: [client], exceptOf: ownerId }
    const { conversations, owners } = await findClosing(tx, { scope: everyone }, [closing])
    return { conversations, owners: owners.map(({ id }) => id).toSorted() }
  })

test('a conversation through two accounts is closed for a third person, and stays for the owner of each', async () => {
  const { representative: ana, colleague: sam } = bed.tenant
  const none = { conversations: 0, owners: [] }
  expect(await closedFor(tom.id)).toEqual({ conversations: 1, owners: [ana, sam].toSorted() })
  for (const owner of [ana, sam]) expect(await closedFor(owner)).toEqual(none)
  await samLeavesTo(tom.id)
  expect(await closedFor(tom.id)).toEqual(none)
  expect(await closedFor(ana)).toEqual(none)
  expect(await closedFor(sam)).toEqual({ conversations: 1, owners: [ana, tom.id].toSorted() })
})

test('of a chat that three accounts have, one by the other, a reader sees the owners whose messages they see, and no other', async () => {
  const { representative: ana, colleague: sam, groups } = bed.tenant
  const now = bed.world.ctx.now()
  const east = newId<GroupId>(now)
  await bed.inOurs((tx) => createGroups(tx, [{ id: east, name: 'East' }]))
  const email = `nora@${bed.tenant.label}.example`
  const names = { firstName: 'Nora', lastName: 'Frost', role: 'none', messengerRole: 'user' } as const
  const { id: nora } = await addUser(bed.world, bed.tenant, { email, ...names, groupIds: [east] })
  const third = await linkAccountOf(bed.world, bed.tenant, nora, '+15550003333')
  // Ana and Sam have one message, Sam and Nora the next: their copies have the groups of both, and none has those of all three.
  const from = '120363000000000002@g.us'
  const said = (to: LinkedAccount, text: string) =>
    heard(to, text, text, { from, key: { participant: '15554445555@s.whatsapp.net' } })
  await bed.tell(said(bed.ana, 'one'), said(bed.sam, 'one'), said(bed.sam, 'two'), said(third, 'two'))
  const dora = { id: newId<ContactId>(now), name: 'Dora', addresses: ['+15554445555'] }
  await bed.inOurs((tx) => createContacts(tx, [dora], now))
  const ownersFor = (groupIds: 'all' | GroupId[]) =>
    bed.inOurs(async (tx) => {
      const reader = { scope: [{ channels: [...channels], groupIds }] }
      const closing = { contactId: dora.id, addresses: dora.addresses }
      const { conversations, owners } = await findClosing(tx, reader, [closing])
      expect(conversations).toBe(1)
      return owners.map(({ id }) => id).toSorted()
    })
  expect(await ownersFor('all')).toEqual([ana, sam, nora].toSorted())
  expect(await ownersFor([groups.north])).toEqual([ana, sam].toSorted())
  expect(await ownersFor([groups.south])).toEqual([ana, sam, nora].toSorted())
  expect(await ownersFor([east])).toEqual([sam, nora].toSorted())
  expect(await ownersFor([])).toEqual([])
})

/** The other people of each conversation of a user in the messenger: our own by their ids, clients by their addresses. */
const listOf = async (userId: UserId) => {
  const caller = await bed.world.as(bed.tenant, userId)
  const { json } = await caller.call('GET', '/messenger/api/v1/conversations')
  return json.items.map(({ others }: { others: { address: string; userId?: string }[] }) =>
    others.map(({ address, userId: id }) => id ?? address).toSorted(),
  )
}
const withClient = (userId: UserId) => [[client, userId].toSorted()]

test('in the messenger it has the name of the other account’s owner, also of a new one', async () => {
  const { representative: ana, colleague: sam } = bed.tenant
  expect(await listOf(ana)).toEqual(withClient(sam))
  expect(await listOf(sam)).toEqual(withClient(ana))
  await samLeavesTo(tom.id)
  expect(await listOf(ana)).toEqual(withClient(tom.id))
  expect(await listOf(tom.id)).toEqual(withClient(ana))
  expect(await listOf(sam)).toEqual([])
  const found = (userId: UserId, search: string) =>
    bed.world
      .as(bed.tenant, userId)
      .then((caller) => caller.call('GET', `/messenger/api/v1/conversations?search=${search}`))
      .then(({ json }) => json.total)
  expect([await found(ana, 'Reed'), await found(tom.id, 'Reed')]).toEqual([1, 1])
})

test(
  'in the messenger a number that was removed and linked again is one person',
  { tags: ['whole'] },
  async () => {
    const { representative: ana, colleague: sam } = bed.tenant
    await bed.inOurs((tx) =>
      tx
        .updateTable('channel_account')
        .set({ status: 'inactive', removed_at: bed.world.ctx.now() })
        .where('id', '=', bed.sam.id)
        .execute(),
    )
    const again = await linkAccountOf(bed.world, bed.tenant, sam, samNumber)
    await bed.tell(question(again))
    expect(new Set((await bed.conversations()).map(({ merged_into: into }) => into)).size).toBe(2)
    expect(await listOf(ana)).toEqual(withClient(sam))
  },
)

test('in the messenger an account without an owner is no other person', async () => {
  await bed.inOurs(async (tx) => {
    await noteFormerOwners(tx, [{ id: bed.sam.id, ownerId: null }], bed.world.ctx.now())
    await tx.updateTable('channel_account').set({ owner_id: null }).where('id', '=', bed.sam.id).execute()
    await tx.updateTable('participant').set({ user_id: null }).where('address', '=', samNumber).execute()
  })
  expect(await listOf(bed.tenant.representative)).toEqual([[client]])
})

test('why a person reads it names their account, and under pseudonyms the other account is one of ours', async () => {
  const [message] = (await bed.messages()).filter(({ mirror_of: of }) => of === null)
  const { accounts } = await bed.inOurs((tx) => findTies(tx, bed.tenant.colleague, message!.id))
  expect(accounts).toHaveLength(1)
  await bed.inOurs((tx) =>
    tx.updateTable('participant').set({ user_id: null }).where('address', '=', samNumber).execute(),
  )
  const id = message!.conversation_id
  const people = await bed.inOurs((tx) => findPeople(tx, { conversationIds: [id], messageIds: [] }))
  expect([people.of(id, samNumber).kind, people.of(id, client).kind]).toEqual(['representative', 'client'])
})

test('a reader of a part sees the owners of both accounts among its people', async () => {
  const [message] = await bed.messages()
  const scope = [{ channels: [...channels], groupIds: [bed.tenant.groups.south] }]
  const query = { limit: 10, oneReaction: new Set<never>() }
  const { participants } = await bed.inOurs((tx) =>
    requireConversation(tx, scope, message!.conversation_id, query),
  )
  const { representative: ana, colleague: sam } = bed.tenant
  expect(participants.flatMap(({ userId }) => userId ?? []).toSorted()).toEqual([ana, sam].toSorted())
})
