/** Whether a Mac still has a message of ours. */
import { expect, test } from 'vitest'
import { useAgents } from '#testing/agents-of-imessage.ts'
import type { FakeBlueBubbles } from '#testing/fakes/bluebubbles.ts'
import { openLocalServer } from '#testing/fakes/local-server.ts'
import { imessageAccount } from '#testing/imessage.ts'
import { imessage } from './connector.ts'

const lookup = imessage.listing!.lookup!

const open = useAgents()

const guid = '0B0B0B0B-1111-4222-8333-444444444444'
const keyOf = (one: string) => `${imessageAccount.id}:${one}`
const accountAt = (serverUrl: string, password?: string) => ({
  ...imessageAccount,
  settings: { serverUrl },
  secrets: password === undefined ? {} : { password },
})
const limitsAt = (host: string) => ({ timeoutMs: 5_000, extraHosts: [host] })

test('a message is there or gone by its GUID', async () => {
  const agent = await open()
  const said = agent.newMessage({ from: '+351912000111' })
  const key = keyOf(String(said.data['guid']))
  const has = ({ serverUrl, host, password }: FakeBlueBubbles) =>
    lookup.has(accountAt(serverUrl, password), key, limitsAt(host))
  expect(await has(agent)).toEqual({ outcome: 'there' })
  agent.removeMessage(said)
  expect(await has(agent)).toEqual({ outcome: 'gone' })
  expect(await has(await open({ password: 'always-500' }))).toMatchObject({ outcome: 'retry' })
  const unknown = accountAt(agent.serverUrl)
  expect(await lookup.has(unknown, key, limitsAt(agent.host))).toEqual({
    outcome: 'refused',
    reason: 'not-configured',
  })
})

test('a call, and what could not be read, have no GUID of a message', () => {
  const account = accountAt('http://mac.example')
  expect(lookup.isId(account, keyOf(guid))).toBe(true)
  for (const key of [keyOf(`call:${guid}`), keyOf('../server'), guid, 'sha256:0', ''])
    expect(lookup.isId(account, key)).toBe(false)
})

test.each([
  ['a page of a gateway', 404, '<html>Not found</html>'],
  ['a gateway without a route', 404, JSON.stringify({ status: 502, message: 'No route' })],
  ['an answer without a message', 200, JSON.stringify({ status: 200, message: 'Success' })],
  ['another message', 200, JSON.stringify({ status: 200, data: { guid: 'another' } })],
])('%s does not say that a message is gone', async (_, status, body) => {
  await using server = await openLocalServer((_asked, answer) => answer.writeHead(status).end(body))
  const account = accountAt(`http://${server.host}`, 'password')
  const answer = await lookup.has(account, keyOf(guid), limitsAt(server.host))
  expect(answer).toEqual({ outcome: 'refused', reason: 'not-understood' })
})
