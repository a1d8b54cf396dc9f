import { afterEach, expect, test } from 'vitest'
import type { ChannelAccount } from '#channels/connector.ts'
import { withMemory } from '#testing/connect-limits.ts'
import { type FakeBlueBubbles, openFakeBlueBubbles } from '#testing/fakes/bluebubbles.ts'
import { imessageAccount, imessageAddress } from '#testing/imessage.ts'
import { imessage } from './connector.ts'

const connection = imessage.connection!
let agent: FakeBlueBubbles
let unchanged = true
afterEach(() => {
  unchanged = true
  return agent.close()
})
const limits = () => ({
  timeoutMs: 5_000,
  extraHosts: [agent.host],
  now: new Date(),
  isUnchanged: async () => unchanged,
})

async function connected(aliases?: string[]): Promise<ChannelAccount> {
  agent = await openFakeBlueBubbles()
  agent.aliases = aliases
  const account = {
    ...imessageAccount,
    address: imessage.identityOf('+14155550142'),
    settings: { serverUrl: agent.serverUrl },
    secrets: { password: agent.password },
  }
  const outcome = await connection.connect(account, imessageAddress, withMemory(limits()))
  if (outcome.outcome !== 'done') throw new Error(outcome.reason)
  return {
    ...account,
    settings: { ...account.settings, ...outcome.settings },
    secrets: { ...account.secrets, ...outcome.secrets },
  }
}
const look = (account: ChannelAccount) => connection.check!(account, imessageAddress, limits())

test('an agent that answers and has its webhook counts as delivering, and the check changes nothing', async () => {
  const account = await connected()
  const changes = [...agent.changes]
  expect(await look(account)).toEqual({ outcome: 'done' })
  expect(agent.changes.filter((one) => !one.startsWith('GET'))).toEqual(
    changes.filter((one) => !one.startsWith('GET')),
  )
})

test('a webhook that was removed on the Mac is registered again, under its key', async () => {
  const account = await connected()
  const [before] = agent.webhooks
  agent.forgetWebhooks()
  expect(await look(account)).toEqual({ outcome: 'done' })
  expect(agent.webhooks).toMatchObject([{ url: before!.url }])
})

test('a webhook of an account that was removed meanwhile is not registered again', async () => {
  const account = await connected()
  agent.forgetWebhooks()
  unchanged = false
  expect(await look(account)).toEqual({ outcome: 'not-asked' })
  expect(agent.webhooks).toEqual([])
})

test('the check of an agent says what is wrong: away, another password, another account, or none', async () => {
  const account = await connected()
  agent.isAway = true
  expect(await look(account)).toMatchObject({ outcome: 'retry' })
  agent.isAway = false
  const other = { ...account, secrets: { ...account.secrets, password: 'old' } }
  expect(await look(other)).toEqual({ outcome: 'refused', reason: 'credentials-refused' })
  agent.signedIn = null
  expect(await look(account)).toEqual({ outcome: 'refused', reason: 'cannot-receive' })
  agent.signedIn = '+14155550199'
  expect(await look(account)).toEqual({ outcome: 'refused', reason: 'address-differs' })
})

test('an address that Apple has removed from the Apple Account is reported, and connects again once it is back', async () => {
  const account = await connected(['ana@acme.test', 'tel:+14155550142'])
  expect(await look(account)).toEqual({ outcome: 'done' })
  agent.aliases = ['ana@acme.test']
  expect(await look(account)).toEqual({ outcome: 'refused', reason: 'alias-removed' })
  expect(await connection.connect(account, imessageAddress, withMemory(limits()))).toEqual({
    outcome: 'refused',
    reason: 'alias-removed',
  })
  agent.aliases = ['+14155550142', 'ana@acme.test']
  expect(await look(account)).toEqual({ outcome: 'done' })
})

test.each([
  ['without the Private API', undefined],
  ['that names no address', []],
])('an agent %s says nothing of addresses', async (_, aliases) => {
  const account = await connected(['+14155550142'])
  agent.aliases = aliases
  expect(await look(account)).toEqual({ outcome: 'done' })
})

test('an address that was none of the Apple Account when it was connected is not reported as removed', async () => {
  expect(await look(await connected(['ana@acme.test']))).toEqual({ outcome: 'done' })
})

test('an account that was never connected is not checked', async () => {
  const { secrets, ...account } = await connected()
  const { password } = secrets as { password: string }
  expect(await look({ ...account, secrets: { password } })).toEqual({ outcome: 'not-asked' })
})
