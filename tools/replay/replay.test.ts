import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  openPlayedInstallation,
  type PlayedInstallation,
} from '@verbatim/server/testing/traffic/played-installation.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { help, readOptions, ReplayError, type ReplayOptions } from './options.ts'
import { play } from './play.ts'
import { summary } from './progress.ts'

let folder: string
let installation: PlayedInstallation
let tenant: WorldTenant
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verbatim-replay-'))
  installation = await openPlayedInstallation()
  tenant = await installation.world.makeTenant('replayed')
  const talk = (conversationId: string, participants: string[], texts: string[]) =>
    JSON.stringify({
      conversationId,
      participants,
      messages: texts.map((text, index) => ({ from: participants[index % participants.length], text })),
    })
  const lines = [
    talk('two', ['client', 'agent-1'], ['Good morning', 'Good morning, Ann', 'Line\u2028separator']),
    talk('three', ['ann', 'bob', 'cy'], ['One', 'Two', 'Three', 'Four']),
  ]
  await writeFile(join(folder, 'talk.jsonl.gz'), gzipSync(`${lines.join('\n')}\n`))
  await writeFile(
    join(folder, 'mails.mbox'),
    'From ann@x.example Sat Nov 21 04:00:00 2026\nSubject: One\n\nHello\n.dot\n>From me\n\n' +
      'From bob@x.example Sat Nov 21 04:00:00 2026\nSubject: Two\n\nBye\n',
  )
  await writeFile(join(folder, 'one.eml'), 'Subject: Three\r\n\r\nAlone\r\n')
})
afterAll(async () => {
  await installation?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const file = (name: string) => join(folder, name)
/** The card that the demo's seed writes into a home. */
async function makeCard(authToken = tenant.authToken): Promise<NodeJS.ProcessEnv> {
  const endpoint = (channel: 'sms' | 'whatsapp') => {
    const { address } = installation.endpoint(tenant, channel)
    return { accountId: tenant.accounts[channel], authToken, number: address }
  }
  const card = {
    sms: endpoint('sms'),
    whatsapp: endpoint('whatsapp'),
    proofpoint: { journalAddress: 'journal-replayed@journal.example' },
  }
  await writeFile(file('demo.json'), JSON.stringify(card))
  return { VERBATIM_HOME: folder, PORT: '3000', SMTP_INTAKE_PORT: String(installation.smtpPort) }
}
const never = new AbortController().signal
const replay = async (args: string[], env: NodeJS.ProcessEnv) => {
  const options = readOptions(args, env) as ReplayOptions
  return play(options, { signal: never, tell: () => undefined })
}

test('conversations are played through the signed endpoint; a second time all are duplicates', async () => {
  const env = await makeCard()
  const args = [file('talk.jsonl.gz'), '--channel', 'whatsapp', '--via', installation.origin]
  expect(await replay(args, env)).toMatchObject({ sent: 7, accepted: 7, duplicate: 0, refused: 0 })
  expect(await replay(args, env)).toMatchObject({ sent: 7, accepted: 0, duplicate: 7, refused: 0 })
  await installation.ingested(tenant, 10_000)
  const call = installation.crowd(tenant)
  const { items } = (await call('/bff/api/v1/messages?sort=postedDate')).json as {
    items: { body: string; direction: string; conversationId: string }[]
  }
  expect(new Set(items.map(({ conversationId }) => conversationId)).size).toBe(2)
  const direct = items.filter(({ body }) => !/^(One|Two|Three|Four)$/.test(body))
  expect(direct.map(({ body, direction }) => [body, direction])).toEqual([
    ['Good morning', 'inbound'],
    ['Good morning, Ann', 'outbound'],
    ['Line\u2028separator', 'inbound'],
  ])
})

test('a wrong secret is refused, and a rate and a limit are kept', async () => {
  const args = [file('talk.jsonl.gz'), '--via', installation.origin, '--limit', '4', '--rate', '20']
  const began = performance.now()
  expect(await replay(args, await makeCard('guess'))).toMatchObject({ sent: 4, accepted: 0, refused: 4 })
  expect(performance.now() - began).toBeGreaterThan(140)
})

test('mails of an mbox and of a file are played over SMTP, including lines with dots', async () => {
  const env = await makeCard()
  expect(await replay([file('mails.mbox')], env)).toMatchObject({ sent: 2, accepted: 2, refused: 0 })
  expect(await replay([file('one.eml')], env)).toMatchObject({ sent: 1, accepted: 1 })
  const again = await replay([file('mails.mbox'), '--rate', '20'], env)
  expect(again).toMatchObject({ sent: 2, accepted: 0, duplicate: 2 })
  await installation.ingested(tenant, 10_000)
  const call = installation.crowd(tenant)
  const { items } = (await call('/bff/api/v1/messages')).json as { items: { body: string }[] }
  expect(items.map(({ body }) => body)).toContainEqual(expect.stringMatching(/^Hello\r?\n\.dot\r?\nFrom me/))
})

test('mistakes are explained in a sentence', async () => {
  const env = await makeCard()
  const said = (args: string[], given = env) => {
    try {
      return readOptions(args, given)
    } catch (error) {
      expect(error).toBeInstanceOf(ReplayError)
      return (error as Error).message
    }
  }
  expect(said([])).toBe('Give one file to play. --help says how.')
  expect(said(['nowhere.jsonl'])).toBe('nowhere.jsonl is not there.')
  expect(said([file('one.eml'), '--channel', 'fax'])).toMatch(/^--channel is sms, whatsapp or proofpoint/)
  expect(said([file('one.eml'), '--rate', '0'])).toBe('--rate is a whole number from 1, not 0.')
  expect(said([file('one.eml'), '--speed', '9'])).toMatch(/^Unknown option '--speed'.*--help says how\.$/)
  expect(said([file('talk.jsonl.gz')], { VERBATIM_HOME: join(folder, 'empty') })).toMatch(
    /has no demo organization\..*--account, --number and --token/,
  )
  expect(said(['--help'])).toBe('help')
  expect(help).toContain('--rate')
  expect(
    summary({ sent: 1234, accepted: 1234, duplicate: 0, refused: 0, unanswered: 0, seconds: 2 }),
  ).toContain('a second         617')
})
