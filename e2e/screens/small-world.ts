/** A world in which every screen of the catalogue has something to show, and always the same. */
import type { Browser } from '@playwright/test'
import { expect } from '@playwright/test'
import type { CapturedMessage } from '@verbatim/server/kernel/captured-event.ts'
import type { Caller } from '@verbatim/server/testing/caller.ts'
import { captureHistory } from '@verbatim/server/testing/history.ts'
import type { Installation } from '@verbatim/server/testing/installation.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { clients, speakOfSubjects } from './small-themes.ts'
import { label, type Sights, type Stage } from './stage.ts'

const client = clients[0].phone
const desk = '+15550100001'

/** Messages in their order, a minute apart; the newest is now. */
const said: readonly Partial<CapturedMessage>[] = [
  { body: 'Could you send me the report on my portfolio, please?' },
  { body: 'Of course. You have it before noon.', direction: 'outbound' },
  {
    body: 'Here is the report.',
    direction: 'outbound',
    attachments: [
      { ordinal: 0, name: 'portfolio.txt', bytes: Buffer.from('A portfolio of bonds and shares.') },
    ],
  },
  { body: 'Mark the close today, that should push the price up nicely.', direction: 'outbound' },
  { body: '请把新的报价发给我，谢谢。' },
  { body: 'And spread the word quietly.', conversationKey: 'second' },
  { body: 'Mark the close again tomorrow.', conversationKey: 'third' },
]

export interface SmallWorld extends Stage {
  readonly tenant: WorldTenant
}

/** The organization of the pictures in small: the names that the catalogue looks for, and one of each thing. */
export async function makeSmallWorld(browser: Browser, installation: Installation): Promise<SmallWorld> {
  const { world } = installation
  const tenant = await world.makeTenant(label)
  const admin = await world.as(tenant, tenant.users.super_admin)
  const make = (method: 'POST' | 'PUT', url: string, body: unknown) => done(admin, method, url, body)
  await namePeople(make, tenant)
  // By herself: an administrator who changed her account could not approve what she asks for.
  const compliance = await world.as(tenant, tenant.users.compliance)
  const named = { firstName: 'Marta', lastName: 'Keller' }
  await done(compliance, 'PUT', '/bff/account', named)
  const policy = await make('POST', '/bff/api/v1/topic', {
    name: 'Market abuse',
    severity: 'high',
    rules: [
      { name: 'Closing price', type: 'phrase', pattern: 'mark the close' },
      { name: 'Rumours', type: 'phrase', pattern: 'spread the word' },
    ],
  })
  await make('POST', '/bff/notifications/alerts', {
    policyId: policy.id,
    recipients: ['desk@client.example'],
    emailSubject: '{{policyName}}',
    emailMessage: 'Please look: {{eventLink}}',
    delivery: 'immediate',
    minSeverity: 'low',
    enabled: true,
  })
  for (const { name, phone } of clients)
    await make('POST', '/messenger/api/v1/contacts', {
      name,
      phoneNumbers: [phone],
      groupIds: [tenant.groups.north],
    })
  await make('PUT', '/bff/organizations', {
    dataRetention: [{ channel: 'sms', retentionPeriod: 'P7Y', retentionContext: 'all' }],
  })
  await make('POST', '/bff/api/v1/saved-views', {
    list: 'messages',
    name: 'Portfolio',
    question: { search: 'portfolio' },
    isShared: true,
  })
  await speakOfSubjects(installation, tenant, desk)
  const sights = await speak(installation, tenant, { admin, policyId: policy.id })
  // The events are of its first version.
  for (const enabled of [false, true]) await make('PUT', `/bff/api/v1/topics/${policy.id}`, { enabled })
  await make('POST', '/bff/events/comments', {
    eventId: sights.event,
    comment: 'I have asked the desk about it.',
  })
  return {
    browser,
    installation,
    tenant,
    tenantId: tenant.id,
    sights,
    people: { console: `super_admin@${label}.example`, messenger: `rep@${label}.example` },
  }
}

type Make = (method: 'POST' | 'PUT', url: string, body: unknown) => Promise<{ readonly id: string }>

async function namePeople(
  make: Make,
  { users, groups, profiles, colleague, representative }: WorldTenant,
): Promise<void> {
  const name = (id: string, firstName: string, lastName: string) =>
    make('PUT', `/bff/api/v1/users/${id}`, { firstName, lastName })
  await name(users.super_admin, 'Avery', 'Lindqvist')
  await name(users.tenant_admin, 'Noor', 'Haddad')
  await name(users.analyst, 'Stefan', 'Brandl')
  // The first of them has an account, which needs a successor.
  await make('PUT', `/messenger/api/v1/users/${representative}`, { firstName: 'Ada', lastName: 'Lund' })
  await make('PUT', `/messenger/api/v1/users/${colleague}`, { firstName: 'Grace', lastName: 'Ho' })
  await make('PUT', `/messenger/api/v1/conversation-groups/${groups.south}/info`, { name: 'Asia Desk' })
  await make('PUT', `/messenger/api/v1/conversation-groups/${groups.north}/info`, { name: 'London Desk' })
  await make('PUT', `/bff/api/v1/permission-profiles/${profiles.north}/info`, { name: 'Europe analysis' })
}

/** Captures what is said, with an account of the desk, and a mail with words that its reader does not see. */
async function speak(
  { world }: Installation,
  tenant: WorldTenant,
  { admin, policyId }: { admin: Caller; policyId: string },
): Promise<Sights> {
  // The policy is in force once its short-lived copy is replaced.
  world.pass(4_000)
  const now = world.ctx.now().getTime()
  const messages = said.map((over, i): CapturedMessage => {
    const isOurs = over.direction === 'outbound'
    return {
      kind: 'message',
      channel: 'whatsapp',
      messageKey: `small${i}`,
      conversationKey: 'first',
      conversationType: 'direct',
      direction: 'inbound',
      author: { kind: 'phone', value: isOurs ? desk : client },
      participants: [{ identity: { kind: 'phone', value: isOurs ? client : desk }, role: 'recipient' }],
      sentAt: new Date(now - (said.length - i) * 60_000),
      body: '',
      format: 'plain',
      contentType: 'text',
      attachments: [],
      ...over,
    }
  })
  const mail: CapturedMessage = {
    kind: 'message',
    channel: 'proofpoint',
    messageKey: 'small-mail',
    conversationKey: 'mail',
    conversationType: 'thread',
    direction: 'inbound',
    author: { kind: 'email', value: 'jonas.weber@client.example' },
    authorName: 'Jonas Weber',
    participants: [
      { identity: { kind: 'email', value: `rep@${label}.example` }, role: 'recipient', addressing: 'to' },
    ],
    sentAt: new Date(now - 30 * 60_000),
    subject: 'Our meeting',
    body: 'See you on Monday.',
    others: [{ kind: 'hidden', text: 'Words that the reader of the mail does not see.' }],
    format: 'plain',
    contentType: 'text',
    attachments: [],
  }
  await captureHistory(world, tenant, messages, [mail])
  await world.settle()
  const found = await done(admin, 'GET', '/bff/api/v1/messages?limit=50')
  const of = (text: string) => found.items.find(({ body }: { body: string | null }) => body?.includes(text))
  const events = await done(admin, 'GET', '/bff/api/v1/cognitive-events?limit=50')
  const report = of('Here is the report')
  return {
    message: report.id,
    conversation: report.conversationId,
    event: events.items.at(-1).id,
    eventOfOurs: events.items.at(-1).id,
    policy: policyId,
    account: tenant.accounts.sms,
    mail: of('See you on Monday').id,
  }
}

async function done(caller: Caller, method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown) {
  const { status, json } = await caller.call(method, url, body)
  expect(status, `${method} ${url}: ${JSON.stringify(json)}`).toBeLessThan(300)
  return json
}
