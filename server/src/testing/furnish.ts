/** Makes an organization with one of everything that requests can name. */
import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { keepArrivals } from '#flows/capture/keep.ts'
import { normalisedType, writeNormalised } from '#flows/capture/parse.ts'
import { runExports } from '#flows/make-exports/run-exports.ts'
import { fixtures } from './crawl/fixtures.ts'
import { avatarBytes, fresh, type Things } from './crawl/things.ts'
import { usualNouns } from './crawl/usual.ts'
import type { Answer, Caller } from './caller.ts'
import { embedIn } from './embedded-frames.ts'
import type { FakeMetabase } from './fakes/metabase.ts'
import type { World, WorldTenant } from './world.ts'
import { insertSubthemes, insertThemes } from './themes.ts'
import { inTenant } from '#platform/db.ts'
import { MessageId } from '@verbatim/contract/ids.ts'

/** Words that only this organization's data contains; they must never be in an answer to another one. */
export const canary = (tenant: WorldTenant) => `canary${tenant.label}canary`

/** Messages, and reviewers' texts about them; they must not reach users without their channels and groups. */
export const words = (tenant: WorldTenant) => `said${tenant.label}said`

/**
 * Gives an organization one of everything, each containing its canary.
 * @param metabase With an insight of this provider.
 */
export async function furnish(world: World, tenant: WorldTenant, metabase?: FakeMetabase): Promise<Things> {
  const admin = await world.as(tenant, tenant.users.super_admin)
  const policy = await admin.call('POST', '/bff/api/v1/topic', {
    name: `Policy ${canary(tenant)}`,
    severity: 'high',
    scope: 'global',
    groupIds: [],
    action: 'raise',
    enabled: true,
    rules: [
      {
        name: `Rule ${canary(tenant)}`,
        type: 'phrase',
        pattern: 'off the record',
        scope: 'message',
        conditions: {},
      },
      { name: 'Other', type: 'phrase', pattern: 'nothing such', scope: 'message', conditions: {} },
    ],
  })
  await keepArrivals(world.ctx.db, tenant.id, [withAttachment(world, tenant)], world.ctx.now())
  await world.settle()
  const messages = await admin.call('GET', '/bff/api/v1/messages')
  const [message] = messages.json.items
  const whole = await admin.call('GET', `/bff/api/v1/messages/${message.id}`)
  const events = await admin.call('GET', '/bff/api/v1/cognitive-events')
  const eventId = events.json.items[0].id
  const file = await admin.call(
    'POST',
    `/bff/events/${eventId}/files?name=${canary(tenant)}.txt`,
    Buffer.from(`${canary(tenant)} ${words(tenant)}`),
    {
      'content-type': 'application/octet-stream',
    },
  )
  const comment = await admin.call('POST', '/bff/events/comments', {
    eventId,
    comment: `Comment ${canary(tenant)} ${words(tenant)}`,
    fileIds: [file.json.id],
  })
  const exported = await admin.call('POST', '/bff/api/v1/messages/export', { format: 'csv' })
  while ((await runExports(world.ctx, tenant.id)) > 0);
  const imported = async () =>
    (
      await admin.call(
        'POST',
        `/bff/api/v1/users/import?hold=true&fileName=${canary(tenant)}.csv`,
        Buffer.from(`Email,Name\n${canary(tenant)}@example.com,Ann\n`),
        { 'content-type': 'text/csv' },
      )
    ).json.id
  const made = async (url: string, name: string) =>
    (await admin.call('POST', url, { name: `${name} ${canary(tenant)}` })).json.id
  const viewed = async (name: string) => {
    const draft = { list: 'messages', name: `${name} ${canary(tenant)}`, question: {}, isShared: true }
    return (await admin.call('POST', '/bff/api/v1/saved-views', draft)).json.id
  }
  const requested = async (caller: Caller, name: string) => {
    const body = { name: `${name} ${canary(tenant)}`, rules: [] }
    const change = { operation: 'create-policy', body }
    return (await caller.call('POST', '/bff/api/v1/change-requests', { change })).json.id
  }
  const [themeId, goingThemeId, goingSubthemeId] = await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const messageIds = [MessageId.parse(message.id)]
    const themes = await insertThemes(
      tx,
      [
        { name: `Theme ${canary(tenant)} ${words(tenant)}`, messageIds },
        { name: `Going theme ${canary(tenant)} ${words(tenant)}`, messageIds: [] },
      ],
      world.ctx.now(),
    )
    const subthemes = [
      { name: `Sub-theme ${canary(tenant)} ${words(tenant)}`, messageIds },
      { name: `Going sub-theme ${canary(tenant)} ${words(tenant)}`, messageIds: [] },
    ]
    const [, going] = await insertSubthemes(tx, themes[0]!, subthemes, world.ctx.now())
    return [...themes, going!] as const
  })
  const removedInsight = await admin.call('POST', '/bff/insights', {
    name: `Removed insight ${canary(tenant)}`,
    definition: { tiles: [] },
  })
  await admin.call('DELETE', `/bff/insights/${removedInsight.json.id}`)
  const embedded = metabase && (await embedIn(admin, metabase, { name: `Embedded ${canary(tenant)}` }))
  const usual: Record<string, { id: string; goingId: string }> = {}
  for (const { path, draft } of usualNouns) {
    const given = { tenant, policyId: policy.json.id }
    const one = async () =>
      (await admin.call('POST', path, draft(given, `${fresh()} ${canary(tenant)}`))).json.id
    usual[path] = { id: await one(), goingId: await one() }
  }
  const [groups, profiles] = ['/messenger/api/v1/conversation-groups', '/bff/api/v1/permission-profiles']
  const contacts = '/messenger/api/v1/contacts'
  for (const id of Object.values(usual[contacts]!))
    await admin.call('PUT', `${contacts}/${id}/avatar`, avatarBytes, {
      'content-type': 'application/octet-stream',
    })
  return {
    usual,
    contactId: usual[contacts]!.id,
    groupId: usual[groups]!.id,
    peopledGroupId: await made(groups, 'Peopled group'),
    profileId: usual[profiles]!.id,
    peopledProfileId: await made(profiles, 'Peopled profile'),
    givingProfileId: await made(profiles, 'Giving profile'),
    tenant,
    madeAt: world.ctx.now().toISOString(),
    messageId: message.id,
    conversationId: message.conversationId,
    attachmentId: whole.json.attachments[0].id,
    textAttachmentId: whole.json.attachments[1].id,
    eventId,
    commentId: comment.json.id,
    fileId: file.json.id,
    policyId: policy.json.id,
    ruleId: policy.json.rules[1].id,
    exportId: exported.json.exportId,
    userId: tenant.users.compliance,
    personId: tenant.northerner,
    importId: await imported(),
    cancelledImportId: await imported(),
    notificationId: usual['/bff/notifications/alerts']!.id,
    viewId: await viewed('View'),
    goingViewId: await viewed('Going view'),
    themeId: themeId!,
    goingThemeId: goingThemeId!,
    goingSubthemeId: goingSubthemeId!,
    removedInsightId: removedInsight.json.id,
    ...(embedded && { embeddedInsightId: embedded.id }),
    changeRequestId: await requested(await world.as(tenant, tenant.users.tenant_admin), 'Asked'),
    goingChangeRequestId: await requested(admin, 'Going'),
    colleagueId: tenant.colleague,
  }
}

function withAttachment(world: World, tenant: WorldTenant) {
  return {
    tenantId: tenant.id,
    accountId: tenant.accounts.sms,
    channel: 'sms' as const,
    transport: 'history' as const,
    sourceKey: 'crawled',
    contentType: normalisedType,
    headers: {},
    remote: undefined,
    receivedAt: world.ctx.now(),
    bytes: writeNormalised([
      {
        kind: 'message',
        channel: 'sms',
        messageKey: 'SMsame',
        conversationKey: '+15550100001|+15550103333',
        conversationType: 'direct',
        direction: 'inbound',
        author: { kind: 'phone', value: '+15550103333' },
        participants: [],
        body: `Keep this off the record ${canary(tenant)} ${words(tenant)}`,
        format: 'plain',
        contentType: 'text',
        attachments: [
          { ordinal: 0, name: `${canary(tenant)}-${words(tenant)}.png`, bytes: onePixel() },
          { ordinal: 1, name: 'notes.txt', bytes: Buffer.from(`Notes of ${canary(tenant)}`) },
        ],
      },
    ]),
  }
}

/** The smallest possible picture. */
function onePixel(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length)
    body.copy(out, 4)
    out.writeUInt32BE(crc(body), body.length + 4)
    return out
  }
  const crc = (bytes: Buffer) => {
    let sum = ~0
    for (const byte of bytes) {
      sum ^= byte
      for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
    }
    return ~sum >>> 0
  }
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Calls a route with its fixture. @param key Its method and path. */
export const askAs = (
  caller: Caller,
  key: string,
  things: Things,
  headers?: Record<string, string>,
): Promise<Answer> => {
  const asked = fixtures[key]!(things)
  const [method] = key.split(' ')
  return caller.call(method as 'GET', asked.url, asked.body, { ...asked.headers, ...headers })
}

/** The same things with IDs that do not exist. */
export function nonexistent({ tenant, usual, madeAt, ...ids }: Things): Things {
  const nothing = Object.keys(usual).map((path) => [path, { id: randomUUID(), goingId: randomUUID() }])
  const made = Object.fromEntries(Object.keys(ids).map((name) => [name, randomUUID()]))
  const accounts = { sms: randomUUID(), whatsapp: randomUUID(), proofpoint: randomUUID() }
  return { ...made, usual: Object.fromEntries(nothing), tenant: { ...tenant, accounts }, madeAt } as never
}
