import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type LocalServer, openLocalServer } from '#testing/fakes/local-server.ts'
import { addressOfMedium, fetchMedia as fetchOfAgent } from './imessage/media.ts'
import { askAgent } from './imessage/agent.ts'
import { callBot, downloadFile } from './telegram/api.ts'
import { outcomeOfAnswer } from './fetched-medium.ts'
import { fetchMedia as fetchOfTwilio } from './twilio/media.ts'
import { callRest } from './twilio/rest.ts'

let server: LocalServer
let host = ''
beforeAll(async () => {
  server = await openLocalServer((_, response) => response.writeHead(503, { 'retry-after': '7' }).end('{}'))
  host = server.host
})
afterAll(() => server.close())

const limits = () => ({ timeoutMs: 5_000, maxBytes: 10_000, extraHosts: [host] })
const agent = () => ({ serverUrl: new URL(`http://${host}`), password: 'p' })
const credentials = { accountSid: `AC${'0'.repeat(32)}`, user: 'u', passwords: ['p'] }

test.each([
  [
    'a call of Twilio',
    () => callRest({ credentials, limits: limits() }, { host: 'api', path: '/' }, z.unknown()),
  ],
  ['a file of Twilio', () => fetchOfTwilio(`http://${host}/file`, credentials, limits())],
  ['a call of iMessage', () => askAgent(agent(), z.unknown(), 'chat', limits())],
  ['a file of iMessage', () => fetchOfAgent(addressOfMedium('guid'), agent(), limits())],
  ['a call of Telegram', () => callBot('1:a', { method: 'getMe', schema: z.unknown() }, limits())],
  ['a file of Telegram', async () => outcomeOfAnswer(await downloadFile('1:a', 'path', limits()))],
])('%s waits for as long as the provider asks', async (_, call) => {
  expect(await call()).toEqual({ outcome: 'retry', reason: 'status-503', afterMs: 7_000 })
})
