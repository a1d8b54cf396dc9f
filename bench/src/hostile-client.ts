/**
 * Run by `hostile-mix.ts` in a separate process: everything at once that a sender, an analyst or a stranger can do to
 * the endpoints.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { io } from 'socket.io-client'
import type { Hostility } from './hostile-mix.ts'

process.send?.('loaded')
const [given] = (await once(process, 'message')) as [Hostility]
/** The actions, and how often each answer came. */
const answers: Record<string, Record<string, number>> = {}
let isOver = false

await once(process, 'message')
process.once('message', () => {
  isOver = true
  process.send?.(answers)
})
process.once('disconnect', () => process.exit())

const api = '/bff/api/v1'
/** Regexes that no literal excludes, over a text of the maximum length. */
const heavyRules = Array.from({ length: 40 }, (_, n) => ({
  type: 'regex',
  pattern: `(?<=[a-z])[b-y]+(?=.{0,${n + 1}}[#])`,
}))
const trial = JSON.stringify({ text: 'some words of no meaning '.repeat(4_000), rules: heavyRules })
const draft = JSON.stringify({
  policy: {
    name: 'Heavy',
    severity: 'low',
    scope: 'global',
    groupIds: [],
    action: 'raise',
    enabled: true,
    rules: heavyRules.map((rule) => ({ ...rule, name: '', scope: 'message', conditions: {} })),
  },
  days: 365,
})
const parameters = Array.from({ length: 40_000 }, () => 'p=1').join('&')
const distinct = Array.from({ length: 40_000 }, (_, n) => `${n.toString(36)}=`).join('&')
const table = `Name,Phone\n${Array.from({ length: 20_000 }, (_, n) => `Client ${n},+1555${String(n).padStart(7, '0')}`).join('\n')}`
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const signed = () => ({ ...form, 'x-twilio-signature': randomBytes(20).toString('base64') })
const signInHeaders = {
  'content-type': 'application/x-amz-json-1.1',
  'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
}
const json = { 'content-type': 'application/json' }
const as = (token: string) => ({ authorization: `Bearer ${token}` })
const { analyst, admin } = given.tokens
const search = (words: string) => `${api}/messages?search=messageBody:${encodeURIComponent(words)}&limit=100`

repeat('try', 40, () => ask('POST', `${api}/topics/try`, { ...json, ...as(analyst) }, trial))
repeat('preview', 10, () => ask('POST', `${api}/topics/preview`, { ...json, ...as(analyst) }, draft))
repeat('form of 40,000', 8, () => ask('POST', given.hook, signed(), parameters))
repeat('form of 40,000 names', 8, () => ask('POST', given.hook, signed(), distinct))
repeat('form that is wrongly signed', 8, () => ask('POST', given.hook, signed(), 'Body=hello'))
repeat('search', 20, () =>
  ask('GET', search(['e', 'the', 'an', 'account'][randomInt(4)] ?? 'e'), as(analyst)),
)
repeat('list', 10, () => ask('GET', `${api}/messages?limit=100&skip=${randomInt(20_000)}`, as(admin)))
repeat('sign-in', 6, () => ask('POST', '/identity/', signInHeaders, signIn()))
repeat('upload', 4, () =>
  ask(
    'POST',
    '/messenger/api/v1/contacts/import?fileName=a.csv&hold=true',
    { 'content-type': 'text/csv', ...as(admin) },
    table,
  ),
)
repeat('body of 1 MB', 4, () =>
  ask(
    'POST',
    `${api}/topics/try`,
    { ...json, ...as(analyst) },
    JSON.stringify({ text: 'x', rules: Array.from({ length: 50_000 }, () => ({})) }),
  ),
)
for (let n = 0; n < 400; n++) openSocket()

/** This many clients act repeatedly, each a little after its last answer. */
function repeat(name: string, times: number, act: () => Promise<number>): void {
  const counts: Record<string, number> = (answers[name] = {})
  for (let n = 0; n < times; n++) void again()
  async function again(): Promise<void> {
    while (!isOver) {
      const status = await act().catch(() => 0)
      counts[status] = (counts[status] ?? 0) + 1
      await pause(status === 429 ? 500 : 20)
    }
  }
}

function signIn(): string {
  return JSON.stringify({
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: given.clientId,
    AuthParameters: { USERNAME: given.email, SRP_A: randomBytes(384).toString('hex') },
  })
}

function ask(method: string, path: string, headers: Record<string, string>, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        port: given.port,
        host: '127.0.0.1',
        method,
        path,
        headers: {
          ...headers,
          host: `${given.label}.verbatim.localhost:${given.port}`,
          'x-forwarded-for': `10.${randomInt(4)}.0.${randomInt(16)}`,
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        },
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    asked.once('error', reject)
    asked.end(body)
  })
}

function openSocket(): void {
  const counts: Record<string, number> = (answers['socket'] ??= {})
  const socket = io(`http://localhost:${given.port}`, {
    path: '/bff/realtime',
    transports: ['websocket'],
    auth: { token: analyst },
    forceNew: true,
  })
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1)
  socket.on('connect', () => count('open'))
  socket.on('connect_error', ({ message }) => {
    count(message)
    if (!isOver) setTimeout(() => socket.connect(), 1_000) // unlike any page of ours
  })
}
