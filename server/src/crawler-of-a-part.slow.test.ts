import { randomUUID } from 'node:crypto'
import { PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import { channels } from '@verbatim/contract/channels.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createIdentityUsers } from '#domains/identity/commands.ts'
import { createProfiles } from '#domains/permissions/create-profiles.ts'
import { byVerbatim } from '#domains/audit/commands.ts'
import { createUsers } from '#domains/users/commands.ts'
import type { Grant } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { type Answer, type Caller, done } from '#testing/caller.ts'
import { fixtures } from '#testing/crawl/fixtures.ts'
import type { Things } from '#testing/crawl/things.ts'
import { furnish } from '#testing/furnish.ts'
import { makePart, type Part, secretOf, talkIn } from '#testing/other-part.ts'
import { cookieOf, dashboardUrl, frameOf, rowsIn, setUpMetabase } from '#testing/embedded-frames.ts'
import { type World, worldPassword, type WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let things: Things
/** South on SMS, and north on WhatsApp: neither is north on SMS. */
let parts: { readonly south: Part; readonly whatsapp: Part }

setUpMetabase(async (opened, metabase) => {
  world = opened
  world.passToNoon()
  tenant = await world.makeTenant('parted')
  things = await furnish(world, tenant, metabase)
  const { everything: profileId } = tenant.profiles
  metabase.rows = [{ tenantId: tenant.id, profileId, words: secretOf(0) }]
  const { north, south } = tenant.groups
  parts = {
    south: await makePart(world, tenant, { channel: 'sms', group: south, ours: '+15550100101' }),
    whatsapp: await makePart(world, tenant, { channel: 'whatsapp', group: north, ours: '+15550100102' }),
  }
})

/** A user with every permission, who sees a part of the messages. */
async function makeReader(grant: Grant): Promise<Caller> {
  const now = world.ctx.now()
  const [profileId, id] = [PermissionProfileId.parse(newId(now)), UserId.parse(newId(now))]
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    await createProfiles(tx, [{ id: profileId, name: id, ...grant }])
    const email = `${id}@parted.example`
    const reader = {
      id,
      email,
      firstName: 'A',
      lastName: 'Reader',
      role: 'super_admin',
      profileIds: [profileId],
    } as const
    await createUsers(tx, byVerbatim, [reader], now)
    await createIdentityUsers(tx, world.ctx, [{ id, password: worldPassword }])
  })
  return world.as(tenant, id)
}

interface Question {
  readonly access: string
  readonly url: string
}

/**
 * Each GET of the running server, about the things of the crawl: as its fixture asks, without its filter, and for words of the other
 * part. The trail has the reader's own questions, so it is asked about another user alone.
 */
function questionsOf(about: Things): Question[] {
  const routes = world.app.served.filter(({ method, endpoint }) => method === 'GET' && endpoint)
  return routes.flatMap(({ url: path, endpoint }) => {
    const key = `GET ${path}`
    const { url } = fixtures[key]!(about)
    if (path.startsWith('/audit/')) return [{ access: endpoint!.access, url }]
    const open = url.replace(/([?&])filter=[^&]*&?/, '$1')
    // One that cannot be searched says so, whatever there is.
    const isSearched = endpoint?.viewed || open !== url || takesSearch(endpoint?.query)
    const searched = isSearched ? [`${open}${open.includes('?') ? '&' : '?'}search=${secretOf(0)}`] : []
    return [...new Set([url, open, ...searched])].map((one) => ({ access: endpoint!.access, url: one }))
  })
}

const takesSearch = (query: z.ZodType | undefined) => query instanceof z.ZodObject && 'search' in query.shape

/** What is answered, by address. */
type Answers = ReadonlyMap<string, string>

/** A failure names its request; the moment of a list is sealed anew each time, and each address of an embedded insight is another one. */
const withoutNonces = (text: string) =>
  text.replace(/"(?:requestId":"[^"]*|asOf":"[\w-]+|url":"\/embedded\/[\w-]+)"/, '')

async function answersOf(caller: Caller, representative: Caller): Promise<Answers> {
  const answers = new Map<string, string>()
  for (const { access, url } of questionsOf(things)) {
    const { status, text } = await (access === 'messenger' ? representative : caller).call('GET', url)
    answers.set(url, `${status} ${withoutNonces(text)}`)
  }
  return answers
}

/** The addresses whose answers have words of a round. */
const naming = (answers: Answers, round: number) =>
  [...answers].flatMap(([url, text]) => (text.includes(secretOf(round)) ? url : []))

test('a reader of a part gets the same answers by every route, whatever is said in another part, and none about its things', async () => {
  const { north } = tenant.groups
  const readers = [
    { hidden: ['south', 'whatsapp'], grant: { channels: ['sms'], groupIds: [north] } },
    ...(isWhole
      ? ([
          { hidden: ['south'], grant: { channels, groupIds: [north] } },
          { hidden: ['whatsapp'], grant: { channels: ['sms'], groupIds: 'all' } },
        ] as const)
      : []),
  ] as const
  const representative = await world.as(tenant, tenant.representative)
  const reviewer = await world.as(tenant, tenant.users.compliance)
  for (const [round, { hidden, grant }] of readers.entries()) {
    const reader = await makeReader(grant)
    const before = await answersOf(reader, representative)
    for (const name of hidden) await talkIn(world, tenant, parts[name], { round, reviewer })
    const after = await answersOf(reader, representative)
    expect([...before].filter(([url, text]) => after.get(url) !== text)).toEqual([])
    expect(naming(after, round)).toEqual([])
    // A colleague finds what is there.
    for (const name of hidden) await askForIds(reader, await hiddenThings(reviewer, parts[name]))
  }
})

test('a reader of a part opens an embedded insight without the rows of another profile', async () => {
  const reader = await makeReader({ channels: ['sms'], groupIds: [tenant.groups.north] })
  const colleague = await world.as(tenant, tenant.users.compliance)
  const shown = await Promise.all(
    [reader, colleague].map(async (caller) => {
      const given = await caller.call('GET', dashboardUrl(things.embeddedInsightId))
      const page = await frameOf(world, tenant, given.json.url, { cookie: cookieOf(given) })
      return (await rowsIn(page.text, tenant)).includes(secretOf(0))
    }),
  )
  expect(shown).toEqual([false, true])
})

/** The ids of what is there in a part, as a reader who sees it finds it. */
async function hiddenThings(reviewer: Caller, { accountId }: Part) {
  const found = async (path: string) => (await done(reviewer.call('GET', path))).items
  const [message] = await found(`/bff/api/v1/messages?filter=accountId[eq]:${accountId},hasFiles[eq]:true`)
  const { id: messageId, conversationId } = message
  const { attachments } = await done(reviewer.call('GET', `/bff/api/v1/messages/${messageId}`))
  const [event] = await found(`/bff/api/v1/cognitive-events?filter=conversationId[eq]:${conversationId}`)
  const [comment] = await found(`/bff/events/comments/${event.id}`)
  const attachmentId: string = attachments[0].id
  const ids = { messageId, conversationId, attachmentId, textAttachmentId: attachmentId }
  return { ...ids, eventId: event.id, commentId: comment.id, fileId: comment.files[0].id, accountId }
}

/** Each GET that names something there answers as if there were no such thing. */
async function askForIds(reader: Caller, hidden: Awaited<ReturnType<typeof hiddenThings>>): Promise<void> {
  const about = ({ accountId: sms, ...ids }: typeof hidden): Things => ({
    ...things,
    ...ids,
    tenant: { ...tenant, accounts: { ...tenant.accounts, sms } },
  })
  const nothing = Object.fromEntries(Object.keys(hidden).map((name) => [name, randomUUID()]))
  const own = new Set(questionsOf(things).map(({ url }) => url))
  const none = questionsOf(about(nothing as typeof hidden))
  const asked = questionsOf(about(hidden))
    .map((question, at) => ({ ...question, other: none[at]!.url }))
    .filter(({ url, access }) => !own.has(url) && access !== 'messenger')
  expect(asked.length).toBeGreaterThan(10)
  const plain = ({ status, text }: Answer) =>
    `${status} ${withoutNonces(text).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')}`
  for (const { url, other } of asked)
    expect([url, plain(await reader.call('GET', url))]).toEqual([url, plain(await reader.call('GET', other))])
}
