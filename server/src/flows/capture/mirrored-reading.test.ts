/** Two colleagues in one chat, both captured: what readers see of it. Source: docs/decisions/0171-copies-of-colleagues.md. */
import { channels } from '@verbatim/contract/channels.ts'
import { expect, test } from 'vitest'
import { answerOf, question, useColleagues } from '#testing/colleagues.ts'
import { addUser } from '#testing/users.ts'

const bed = useColleagues('copies')
const { events, messages, tell } = bed

test('a thread has the message once, with a link to the other copy, which shows itself in its place', async () => {
  await tell(question(bed.ana), question(bed.sam))
  const [first, mirror] = (await messages()).toSorted((a) => (a.mirror_of === null ? -1 : 1))
  for (const caller of [bed.compliance, bed.northerner, bed.southerner]) {
    const thread = (await caller.call('GET', `/bff/conversations/${first?.conversation_id}`)).json
    expect(thread).toMatchObject({ messageCount: 1 })
    expect(thread.messages).toMatchObject([
      {
        id: first?.id,
        alsoCaptured: [{ messageId: mirror?.id, account: { name: 'A phone', owner: 'Sam Sund' } }],
      },
    ])
    const copy = (await caller.call('GET', `/bff/api/v1/messages/${mirror?.id}`)).json
    expect(copy.account).toMatchObject({ address: '+15550002222' })
    expect(copy.alsoCaptured).toMatchObject([{ messageId: first?.id, account: { owner: 'Rita Lund' } }])
    const around = `/bff/conversations/${first?.conversation_id}?around=${mirror?.id}`
    const shown = (await caller.call('GET', around)).json.messages
    expect(shown.map(({ id }: { id: string }) => id)).toEqual([mirror?.id])
    const list = async (filter: string) =>
      (await caller.call('GET', `/bff/api/v1/messages?filter=isMirror[eq]:${filter}`)).json.items.map(
        ({ id }: { id: string }) => id,
      )
    expect([await list('false'), await list('true')]).toEqual([[first?.id], [mirror?.id]])
  }
})

test('evidence of either copy is found from both, and marked in the one that is shown', async () => {
  // Sam's copy of what Ana wrote comes first, so the evidence is in it.
  const [own, ofSam] = answerOf(bed, 'no secret')
  await tell(ofSam, own)
  const stored = await messages()
  const [event] = await events(bed.compliance)
  for (const { id } of stored) {
    const found = await bed.compliance.call('GET', `/bff/api/v1/cognitive-events?filter=messageId[eq]:${id}`)
    expect(found.json).toMatchObject({ total: 1, items: [{ id: event.id }] })
  }
  const first = stored.find(({ mirror_of: of }) => of === null)
  const { json } = await bed.compliance.call('GET', `/bff/api/v1/cognitive-events/${event.id}`)
  expect(json.evidence).toMatchObject([{ messageId: first?.id, text: 'secret' }])
})

test('who sees only the groups of one of them saw only that copy before, and sees the other one since', async () => {
  await tell(question(bed.ana))
  expect(await events(bed.southerner)).toEqual([])
  expect((await bed.southerner.call('GET', '/bff/api/v1/messages')).json.total).toBe(0)
  await tell(question(bed.sam))
  expect(await events(bed.southerner)).toHaveLength(1)
  expect((await bed.southerner.call('GET', '/bff/api/v1/messages')).json.total).toBe(2)
  // Of other groups no one sees more for it.
  const other = {
    email: `nia@${bed.tenant.label}.example`,
    firstName: 'Nia',
    lastName: 'None',
    role: 'compliance',
  } as const
  const grant = { name: 'No groups', channels, groupIds: [] }
  const { caller } = await addUser(bed.world, bed.tenant, other, grant)
  expect(await events(caller)).toEqual([])
  expect((await caller.call('GET', '/bff/api/v1/messages')).json.total).toBe(0)
})

test('both owners keep the conversation in the messenger, and a former owner of an account does not', async () => {
  await tell(question(bed.ana), question(bed.sam))
  const own = async (userId: typeof bed.tenant.colleague) => {
    const listed = await (
      await bed.world.as(bed.tenant, userId)
    ).call('GET', '/messenger/api/v1/conversations')
    return listed.json.items.map(({ messageCount }: { messageCount: number }) => messageCount)
  }
  expect([await own(bed.tenant.representative), await own(bed.tenant.colleague)]).toEqual([[1], [1]])
  const user = {
    email: `next@${bed.tenant.label}.example`,
    firstName: 'Nell',
    lastName: 'Next',
    role: 'none',
    messengerRole: 'user',
  } as const
  const next = await addUser(bed.world, bed.tenant, user)
  const admin = await bed.world.as(bed.tenant, bed.tenant.users.super_admin)
  const url = `/external-accounts/api/v1/whatsappnative/accounts/${bed.sam.id}`
  const { version: expectedVersion } = (await admin.call('GET', url)).json
  expect((await admin.call('PUT', url, { ownerId: next.id, expectedVersion })).status).toBe(200)
  expect([await own(bed.tenant.representative), await own(bed.tenant.colleague), await own(next.id)]).toEqual(
    [[1], [], [1]],
  )
})
