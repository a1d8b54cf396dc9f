import type { AddressInfo } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '#flows/reconcile/reconcile.ts'
import { type FakeEvent, openFakeBlueBubbles } from '#testing/fakes/bluebubbles.ts'
import { useMacAgent } from '#testing/mac-agent.ts'
import { settleRequests } from './settle-requests.ts'

const bed = useMacAgent('agents', { atNoon: true })
beforeEach(async () => void (await bed.world.app.listen({ port: 0, host: '127.0.0.1' })))

const accounts = '/external-accounts/api/v1/imessage/accounts'
const settle = async () => {
  while ((await settleRequests(bed.world.ctx, bed.tenant.id)) > 0);
}

async function add(given: { password?: string; address?: string } = {}): Promise<string> {
  const { password = bed.agent.password, address = '+14155550142' } = given
  const details = { serverUrl: bed.agent.serverUrl, password }
  const { status, json } = await bed.admin.call('POST', accounts, { name: 'Ana’s Mac', address, details })
  expect(status).toBe(200)
  await settle()
  return json.id
}

const stateOf = async (id: string) => {
  const { status, problem, request } = (await bed.admin.call('GET', `${accounts}/${id}`)).json
  return [status, problem, request]
}

/** The agent's deliveries, at the port that listens in this test. */
async function deliver(event: FakeEvent): Promise<number[]> {
  const { port } = bed.world.app.server.address() as AddressInfo
  const answers = bed.agent.webhooks.map(async (webhook) => {
    const { url, ...init } = bed.agent.request(webhook.url, event)
    return (await fetch(url.replace('localhost:3000', `localhost:${port}`), init)).status
  })
  const statuses = await Promise.all(answers)
  await bed.world.settle()
  return statuses
}

const minutesAgo = (minutes: number) => bed.world.ctx.now().getTime() - minutes * 60_000
const said = (text: string, minutes = 5) =>
  bed.agent.newMessage({ text, from: '+351912000111', fields: { dateCreated: minutesAgo(minutes) } })
const found = async () => {
  const { json } = await bed.admin.call('GET', '/bff/api/v1/messages?limit=50')
  return json.items.map(({ body, isEdited }: { body: string; isEdited: boolean }) => [body, isEdited])
}

test(
  'an agent is connected, its messages and edits arrive, and it is given back',
  { tags: ['whole'] },
  async () => {
    const id = await add()
    expect(await stateOf(id)).toEqual(['active', undefined, undefined])
    expect(bed.agent.webhooks).toHaveLength(1)
    const message = said('At ten')
    expect(await deliver(message)).toEqual([200])
    await deliver(bed.agent.updated(message, { text: 'At eleven', dateEdited: minutesAgo(4) }))
    expect(await found()).toEqual([['At eleven', true]])

    await bed.admin.call('POST', `${accounts}/${id}/request-delete`)
    await settle()
    expect(bed.agent.webhooks).toEqual([])
    expect((await bed.admin.call('GET', `${accounts}/${id}`)).status).toBe(404)
  },
)

test('the agent of another person is refused before a byte is kept', async () => {
  bed.agent.signedIn = '+14155550199'
  const id = await add()
  expect(await stateOf(id)).toEqual(['not-available', 'address-differs', undefined])
  expect(bed.agent.webhooks).toEqual([])
})

test('a wrong password is refused, and the right one connects the account', { tags: ['whole'] }, async () => {
  const id = await add({ password: 'guessed' })
  expect(await stateOf(id)).toEqual(['not-available', 'credentials-refused', undefined])
  await bed.admin.call('PUT', `${accounts}/${id}`, {
    details: { serverUrl: bed.agent.serverUrl, password: bed.agent.password },
  })
  await settle()
  expect(await stateOf(id)).toEqual(['active', undefined, undefined])
})

test('an agent that was replaced by another is refused from then on', async () => {
  const id = await add()
  const [old] = bed.agent.webhooks
  await using next = await openFakeBlueBubbles()
  const details = { serverUrl: next.serverUrl, password: next.password }
  await bed.admin.call('PUT', `${accounts}/${id}`, { details })
  bed.world.pass(4_000) // an account is known to the intake for some seconds
  const { url, ...init } = bed.agent.request(old!.url, said('From the old Mac'))
  const { port } = bed.world.app.server.address() as AddressInfo
  const answer = await fetch(url.replace('localhost:3000', `localhost:${port}`), init)
  expect(answer.status).toBe(403)
})

test('the password of an agent is never sent to another address', async () => {
  const id = await add()
  await using stranger = await openFakeBlueBubbles()
  const before = (await bed.admin.call('GET', `${accounts}/${id}`)).json
  for (const details of [
    { serverUrl: stranger.serverUrl },
    { serverUrl: stranger.serverUrl, password: '' },
    { serverUrl: `${bed.agent.serverUrl}/elsewhere` },
  ]) {
    const { status, json } = await bed.admin.call('PUT', `${accounts}/${id}`, { details })
    expect([status, json.code]).toEqual([400, 'account.secret-required'])
  }
  expect((await bed.admin.call('GET', `${accounts}/${id}`)).json).toEqual(before)
  const same = await bed.admin.call('PUT', `${accounts}/${id}`, {
    details: { serverUrl: bed.agent.serverUrl },
  })
  expect(same.status).toBeLessThan(300)
})

test('a password in the address of an agent is refused, because addresses are shown', async () => {
  const details = { serverUrl: 'https://:secret@mac.example', password: bed.agent.password }
  const { status } = await bed.admin.call('POST', accounts, { name: 'Mac', address: '+14155550142', details })
  expect(status).toBe(400)
})

test('a stranger who knows the address of the account, and not its key, is refused', async () => {
  const id = await add()
  const { url, ...init } = bed.agent.request(`/hooks/imessage/${id}?key=${'x'.repeat(43)}`, said('Forged'))
  const { port } = bed.world.app.server.address() as AddressInfo
  expect((await fetch(`http://localhost:${port}${url}`, init)).status).toBe(403)
  await bed.world.settle()
  expect(await found()).toEqual([])
})

test(
  'messages from while we were away are found in the agent’s list, with their changes',
  { tags: ['whole'] },
  async () => {
    await add()
    const known = said('At ten', 30)
    await deliver(known)
    said('Missed', 20)
    bed.agent.updated(known, { text: 'At eleven', dateEdited: minutesAgo(10) })
    while ((await reconcile(bed.world.ctx, bed.tenant.id)) > 0);
    await bed.world.settle()
    expect((await found()).toSorted()).toEqual([
      ['At eleven', true],
      ['Missed', false],
    ])
  },
)
