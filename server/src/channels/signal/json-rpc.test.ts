import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { sharedVectors } from '@verbatim/reference/shared-data.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyStore } from '#channels/collection.ts'
import type { ChannelAccount } from '#channels/connector.ts'
import { MemoryKeys, sessionOf } from '#testing/collecting.ts'
import { type LocalServer, openLocalServer } from '#testing/fakes/local-server.ts'
import { signal } from './connector.ts'
import { askDaemon } from './daemon.ts'
import { addressOfMedium, fetchMedia } from './media.ts'

/*
 * The questions and answers of the reference, from a server that says nothing else: the daemon of the other tests is our own idea
 * of it.
 */

interface Vector {
  id: string
  input: { request: { jsonrpc: string; method?: string; params?: Record<string, unknown> } }
  expected: {
    response: { result?: Record<string, unknown>; error?: { code: number; message: string } }
  }
}

const vectors = sharedVectors<Vector>('signal.json', 'json-rpc')
const isAbsent = vectors.length === 0
const ofMethod = (method: string) => vectors.find(({ input }) => input.request.method === method)

const asked: { method: string; params: Record<string, unknown> }[] = []
/** The answer to every question, where it is not that to its method. */
let answer: Vector['expected']['response'] | undefined
async function answerTo(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  if (request.method === 'GET') return void reply.writeHead(400).end()
  const { id, ...question } = JSON.parse(await text(request)) as (typeof asked)[number] & { id: unknown }
  asked.push(question)
  const said = answer ?? ofMethod(question.method)?.expected.response ?? { result: {} }
  reply
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', ...said, id }))
}
let server: LocalServer
let url: string
beforeAll(async () => {
  server = await openLocalServer(answerTo)
  url = `http://${server.host}`
})
afterAll(() => server.close())

const account: ChannelAccount = {
  id: 'acc1' as AccountId,
  tenantId: 't' as TenantId,
  channel: 'signal',
  address: { kind: 'phone', value: '+4915112345678' },
  ourDomains: [],
  settings: {},
  secrets: {},
}
const limits = () => ({ timeoutMs: 5_000, variables: { SIGNAL_DAEMON_URL: url } })

test.skipIf(isAbsent)('every reference answer is read, and an error is recognized', async () => {
  for (const { id, input, expected } of vectors) {
    answer = expected.response
    const { method = '', params = {} } = input.request
    const said = await askDaemon({ url, timeoutMs: 5_000 }, method, params)
    const { result, error } = expected.response
    expect(said, id).toEqual(error ? { error: { code: error.code, message: error.message } } : { result })
    expect(asked.at(-1), id).toEqual({ jsonrpc: '2.0', method, params })
  }
  answer = undefined
})

test.skipIf(isAbsent)('an app is linked by the reference questions and answers', async () => {
  asked.length = 0
  const keys: KeyStore = new MemoryKeys()
  const steps: unknown[] = []
  const now = new Date('2026-05-14T08:00:00Z')
  const session = sessionOf({
    signal: new AbortController().signal,
    now: () => now,
    limits: limits(),
    keys,
    wanted: 'qr',
    ask: async (step) => void steps.push(step),
  })
  // It is linked, and then there is nothing to listen to.
  expect(await signal.collection!.collect(account, session)).toEqual({
    outcome: 'refused',
    reason: 'signed-out',
  })
  const { deviceLinkUri } = ofMethod('startLink')!.expected.response.result ?? {}
  expect(steps).toMatchObject([{ kind: 'qr', value: deviceLinkUri }, undefined])
  expect(asked.map(({ method }) => method)).toEqual([
    'startLink',
    'finishLink',
    'sendSyncRequest',
    'listDevices',
  ])
  const finished = ofMethod('finishLink')!.input.request.params
  expect(asked[1]?.params).toEqual({ ...finished, deviceName: 'Verbatim' })
})

test.skipIf(isAbsent)('a file is requested as in the reference', async () => {
  asked.length = 0
  const { params = {} } = ofMethod('getAttachment')!.input.request
  answer = { result: { data: Buffer.from('words').toString('base64') } }
  const medium = addressOfMedium(String(params['id']), { recipient: String(params['recipient']) })
  const found = await fetchMedia(medium, account, { ...limits(), maxBytes: 1_000 })
  expect(found).toMatchObject({ outcome: 'fetched', bytes: Buffer.from('words') })
  expect(asked).toEqual([{ jsonrpc: '2.0', method: 'getAttachment', params }])
  answer = undefined
})
