import { createHash } from 'node:crypto'
import { seededRandom } from '@verbatim/demo/random.ts'
import { asSent } from '@verbatim/server/testing/traffic/mail-sender.ts'
import {
  messageFields,
  phoneOf,
  sidOf,
  type SignedWebhook,
  signedForm,
  type TwilioEndpoint,
  type TwilioFields,
} from '@verbatim/server/testing/traffic/twilio-traffic.ts'
import { type DisturbanceName, needDisks } from './disturbances.ts'
import type { Kill } from './installation.ts'

/** Policies that a scene breaks: a phrase and a regex, in words that occur nowhere else in it. */
export const policies = {
  phrase: { type: 'phrase', name: 'phrase', pattern: 'off the ledger' },
  regex: { type: 'regex', name: 'regex', pattern: '\\bvault-\\d{6}\\b' },
} as const
export type PolicyName = keyof typeof policies

/** A delivery, repeated `copies` times. */
export interface Planned {
  /** The transport's key, and the digest of the bytes: together they identify a record. */
  readonly key: string
  readonly sha256: string
  readonly webhook?: SignedWebhook
  readonly mail?: Uint8Array
  readonly copies: number
  /** Its signature is invalid, so it must be refused. */
  readonly isForged: boolean
}

export interface PlannedMessage {
  /** The message's key, and what distinguishes it from others with the same key. */
  readonly messageKey: string | RegExp
  readonly conversation: string
  /** All its possible texts; the last ingested one is shown. */
  readonly texts: readonly string[]
  /** Digests of its attachments. */
  readonly files: readonly string[]
  readonly deliveryState: string | null
}

/** Messages of one conversation that break one policy: one cognitive event, with this much evidence. */
interface PlannedIncident {
  readonly policy: PolicyName
  readonly conversation: string
  readonly evidence: number
}

/** The deliveries, kills and expected results of a seed. The same seed gives the same, except for the signatures. */
export interface Scene {
  readonly seed: number
  readonly planned: readonly Planned[]
  /** Every copy, in the order of delivery. */
  readonly deliveries: readonly Planned[]
  readonly messages: readonly PlannedMessage[]
  readonly incidents: readonly PlannedIncident[]
  readonly kills: readonly Kill[]
  /** Its faults besides kills. */
  readonly disturbance: DisturbanceName | undefined
}

/** The faults of a scene: kills of the server's processes or of the database, or a disturbance. */
export type Fate = 'server' | 'database' | DisturbanceName

/** One text of a conversation. */
interface Said {
  readonly conversation: string
  readonly index: number
  readonly words: string
  /** It breaks no policy. */
  readonly isPlain: boolean
}

const copiesOf = [1, 1, 2, 3, 5, 8, 20]

/** Creates the scene of a seed. */
export function makeScene(seed: number, endpoints: readonly TwilioEndpoint[], fate: Fate, nodes = 1): Scene {
  const random = seededRandom(`faults/${seed}`)
  const isKilled = fate === 'server' || fate === 'database'
  // A file that a killed worker was reading is read again after its lease, which is longer than a seed.
  const hasFiles = !isKilled && needDisks.has(fate)
  const planned: Planned[] = []
  const messages: PlannedMessage[] = []
  const incidents: PlannedIncident[] = []
  const plan = (delivery: Omit<Planned, 'copies' | 'isForged'>, isForged = false) =>
    planned.push({ ...delivery, copies: random.pick(copiesOf), isForged })
  const text = (conversation: string, index: number) =>
    `${conversation}.${index} ${random.pick(['Good morning', '早上好', 'Bis später', 'Até logo', '🙂'])} ${random.hex(8)}`

  const breaches = (conversation: string, count: number): PolicyName[][] => {
    const broken: PolicyName[] = random.chance(0.5) ? ['phrase'] : ['phrase', 'regex']
    const breaking = Array.from({ length: count }, () => broken.filter(() => random.chance(0.7)))
    for (const policy of broken) {
      const evidence = breaking.filter((names) => names.includes(policy)).length
      if (evidence > 0) incidents.push({ policy, conversation, evidence })
    }
    return breaking
  }

  for (let talk = 0; talk < 14; talk += 1) {
    const endpoint = endpointOf(talk)
    const conversation = `s${seed}-${endpoint.channel}${talk}`
    const count = random.between(3, 8)
    const breaking = talk % 3 === 0 ? breaches(conversation, count) : []
    for (let index = 0; index < count; index += 1) {
      const words = text(conversation, index) + breachText(breaking[index] ?? [], random.int(1_000_000))
      textMessage(endpoint, { conversation, index, words, isPlain: breaking[index] === undefined })
    }
  }
  for (let thread = 0; thread < 4; thread += 1) {
    const conversation = `s${seed}-mail${thread}`
    const count = random.between(2, 6)
    const breaking = thread % 2 === 0 ? breaches(conversation, count) : []
    for (let index = 0; index < count; index += 1)
      mail(
        conversation,
        index,
        text(conversation, index) + breachText(breaking[index] ?? [], random.int(1_000_000)),
      )
  }
  for (let forged = 0; forged < 5; forged += 1) {
    const endpoint = endpointOf(forged)
    planForm(
      endpoint,
      messageFields(endpoint, {
        sid: sidOf('SM', `s${seed}-x${forged}`),
        peer: phoneOf('x'),
        text: 'Forged',
      }),
      true,
    )
  }

  const deliveries = random.shuffled(planned.flatMap((one) => Array.from({ length: one.copies }, () => one)))
  return {
    seed,
    planned,
    deliveries,
    messages,
    incidents,
    kills: isKilled ? killsOf(fate, nodes, random) : [],
    disturbance: isKilled ? undefined : fate,
  }

  /** The conversations of the channels alternate. */
  function endpointOf(index: number): TwilioEndpoint {
    const endpoint = endpoints[index % endpoints.length]
    if (!endpoint) throw new Error('A scene needs an endpoint')
    return endpoint
  }

  function textMessage(endpoint: TwilioEndpoint, { conversation, index, words, isPlain }: Said): void {
    const sid = sidOf('SM', `${conversation}/${index}`)
    const outbound = isPlain && random.chance(0.3)
    const fields = (said: string) =>
      messageFields(endpoint, { sid, peer: phoneOf(conversation), text: said, outbound })
    planForm(endpoint, fields(words))
    const states = outbound ? ['queued', 'sent', 'delivered', 'read'].slice(0, random.between(1, 4)) : []
    for (const state of states) planForm(endpoint, { ...statusFields(fields(words)), MessageStatus: state })
    // The same id with other bytes, which is stored as a revision and never dropped.
    const changed = isPlain && random.chance(0.1) ? [`${words} (changed)`] : []
    for (const other of changed) planForm(endpoint, fields(other))
    messages.push({
      messageKey: sid,
      conversation,
      texts: [words, ...changed],
      files: [],
      deliveryState: states.at(-1) ?? null,
    })
  }

  function planForm(endpoint: TwilioEndpoint, fields: TwilioFields, isForged = false): void {
    const webhook = signedForm(isForged ? { ...endpoint, authToken: 'nobody' } : endpoint, fields)
    const state = fields['MessageStatus']
    const key = `${fields['MessageSid']}${state === undefined ? '' : `:${state}`}`
    plan({ key, sha256: sha256(webhook.body), webhook }, isForged)
  }

  function mail(conversation: string, index: number, words: string): void {
    const id = `<${index}.${conversation}@faults.example>`
    const file =
      hasFiles && index % 2 === 0
        ? Buffer.from(`What is written in file ${index} of ${conversation}.\n`)
        : undefined
    const bytes = asSent(
      Buffer.from(
        [
          `From: Ann <ann@client.example>\r\nTo: rita@faults.example\r\nMessage-ID: ${id}`,
          ...(index > 0 ? [`References: <0.${conversation}@faults.example>`] : []),
          `Subject: ${conversation}\r\nDate: Fri, 20 Nov 2026 09:00:00 +0000\r\nMIME-Version: 1.0`,
          file ? withFile(words, file) : textPart(words),
        ].join('\r\n'),
      ),
    )
    plan({ key: `sha256:${sha256(bytes)}`, sha256: sha256(bytes), mail: bytes })
    const messageKey = new RegExp(`:${id.replaceAll('.', '\\.')}:`)
    const files = file ? [sha256(file)] : []
    messages.push({ messageKey, conversation, texts: [words], files, deliveryState: null })
  }
}

const textPart = (words: string) =>
  `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${words}\r\n`

function withFile(words: string, file: Buffer): string {
  const attached = 'Content-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment; filename=a.txt'
  return [
    'Content-Type: multipart/mixed; boundary=part\r\n\r\n--part',
    `${textPart(words)}--part`,
    `${attached}\r\nContent-Transfer-Encoding: base64\r\n\r\n${file.toString('base64')}`,
    '--part--\r\n',
  ].join('\r\n')
}

function breachText(broken: readonly PolicyName[], number: number): string {
  const words = { phrase: 'keep it Off the Ledger', regex: `see vault-${String(number).padStart(6, '0')}` }
  return broken.map((policy) => `, ${words[policy]}`).join('')
}

function statusFields(fields: TwilioFields): TwilioFields {
  const { Body: _text, NumMedia: _media, SmsMessageSid: _sid, SmsStatus: _state, ...rest } = fields
  return rest
}

function killsOf(
  fate: 'server' | 'database',
  nodes: number,
  random: ReturnType<typeof seededRandom>,
): Scene['kills'] {
  const kill = (target: Kill['target']) => ({
    target,
    node: nodes > 1 ? random.int(nodes) : 0,
    atMs: random.int(401),
  })
  if (fate === 'database') {
    const also = random.pick<Kill['target'][]>([[], [], ['worker'], ['servers']])
    return [kill('postmaster'), ...also.map(kill)]
  }
  const targets = random.weighted<Kill['target'][]>([
    [['servers'], 35],
    [['worker'], 30],
    [['servers', 'worker'], 15],
    [['worker', 'worker'], 5],
    [['supervisor'], 15],
    [['rolling'], nodes > 1 ? 20 : 0],
  ])
  return targets.map(kill).toSorted((a, b) => a.atMs - b.atMs)
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
