import type { WorldTenant } from './world.ts'

/** One organization's things, by id: what requests are made of. */
export interface Things {
  readonly tenant: WorldTenant
  readonly messageId: string
  readonly conversationId: string
  readonly attachmentId: string
  /** One of the same message in which something is written. */
  readonly textAttachmentId: string
  readonly eventId: string
  readonly commentId: string
  readonly fileId: string
  readonly policyId: string
  readonly ruleId: string
  readonly exportId: string
  readonly userId: string
  /** A platform user and a messenger user in whose name nobody calls: they may be changed and removed. */
  readonly personId: string
  readonly importId: string
  readonly cancelledImportId: string
  readonly colleagueId: string
  /** Each to be changed once: in its words, in its people, and altogether. */
  readonly contactId: string
  readonly goingContactId: string
  readonly groupId: string
  readonly peopledGroupId: string
  readonly goingGroupId: string
  readonly profileId: string
  readonly peopledProfileId: string
  readonly givingProfileId: string
  readonly goingProfileId: string
  /** One to be changed, one to be deleted. */
  readonly notificationId: string
  readonly goingNotificationId: string
}

/** What one route is asked with: ids of somebody, and a body that would be accepted. */
export interface Asked {
  readonly url: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** The route names no thing of an organization: there is nothing foreign to ask for. */
  readonly plain?: true
  /** What a correct request of somebody who may is answered; 200 unless told. */
  readonly status?: number
}

const octets = { 'content-type': 'application/octet-stream' }
const api = '/bff/api/v1'
const messenger = '/messenger/api/v1'
const draft = (name: string) => ({
  name,
  severity: 'low',
  scope: 'global',
  groupIds: [],
  action: 'raise',
  enabled: false,
  rules: [{ name: 'R', type: 'phrase', pattern: 'zebra', scope: 'message', conditions: {} }],
})
export const notificationDraft = ({ policyId }: { readonly policyId: string }) => ({
  policyId,
  recipients: ['crawler@client.example'],
  emailSubject: '{{policyName}}',
  emailMessage: '{{eventLink}}',
  delivery: 'immediate',
  minSeverity: 'low',
  enabled: true,
})
const contacts = `${messenger}/contacts`
/** A contact with a number that no other has. */
export const contactDraft = (groupId: string, name = fresh()) => ({
  name,
  phoneNumbers: [`+1555011${String((count += 1)).padStart(4, '0')}`],
  groupIds: [groupId],
})
export const avatarBytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const rule = { name: 'R2', type: 'phrase', pattern: 'giraffe', scope: 'message', conditions: {} }
let count = 0
const fresh = () => `Crawled ${(count += 1)}`

/** The calls of one kind of user: the same for both. */
function userFixtures(
  path: string,
  idOf: (things: Things) => string,
  { invited, changed }: { invited: (things: Things) => object; changed: object },
): Record<string, (things: Things) => Asked> {
  const at = (t: Things, rest = '') => ({ url: `${path}/${idOf(t)}${rest}` })
  return {
    [`GET ${path}`]: () => ({ url: path }),
    [`GET ${path}/:id`]: (t) => at(t),
    [`POST ${path}/invite`]: (t) => ({
      url: `${path}/invite`,
      body: {
        email: `crawled-${(count += 1)}@example.com`,
        firstName: 'Crawled',
        lastName: 'Person',
        ...invited(t),
      },
    }),
    [`PUT ${path}/:id`]: (t) => ({ ...at(t), body: { firstName: 'Crawled', ...changed } }),
    [`GET ${path}/:id/removal`]: (t) => at(t, '/removal'),
    [`GET ${path}/:id/invitation`]: (t) => at(t, '/invitation'),
    [`DELETE ${path}/:id`]: (t) => at(t),
    // They have signed in, or could: there is no invitation left to send.
    [`POST ${path}/:id/resend-invitation`]: (t) => ({ ...at(t, '/resend-invitation'), status: 409 }),
    [`POST ${path}/:id/reset-second-step`]: (t) => at(t, '/reset-second-step'),
  }
}

/**
 * A request for every endpoint there is. A route that the running server has and this table has not fails the
 * crawler: who adds one says here how it is asked.
 */
export const fixtures: Readonly<Record<string, (things: Things) => Asked>> = {
  'GET /config/cognito': () => ({ url: '/config/cognito', plain: true }),
  'GET /config.json': () => ({ url: '/config.json', plain: true }),
  'GET /bff/config': () => ({ url: '/bff/config', plain: true }),
  'GET /bff/account': () => ({ url: '/bff/account', plain: true }),
  'PUT /bff/account': () => ({
    url: '/bff/account',
    body: { firstName: 'Ann', lastName: 'Crawled', phoneNumber: '', expectedVersion: 1 },
    plain: true,
  }),
  'GET /bff/account/devices': () => ({ url: '/bff/account/devices', plain: true }),
  'DELETE /bff/account/devices/:id': (t) => ({ url: `/bff/account/devices/${t.eventId}`, status: 404 }),
  'DELETE /bff/account/devices': () => ({ url: '/bff/account/devices', plain: true }),
  'POST /bff/account/authenticator': () => ({ url: '/bff/account/authenticator', body: {}, plain: true }),
  'POST /bff/account/authenticator/confirmation': () => ({
    url: '/bff/account/authenticator/confirmation',
    body: { code: '000000' },
    plain: true,
    status: 400,
  }),
  'POST /bff/account/authenticator/removal': () => ({
    url: '/bff/account/authenticator/removal',
    body: { code: '000000' },
    plain: true,
    status: 400,
  }),
  'POST /bff/account/recovery-codes': () => ({
    url: '/bff/account/recovery-codes',
    body: { code: '000000' },
    plain: true,
    status: 400,
  }),
  'GET /bff/mailbox': () => ({ url: '/bff/mailbox', plain: true }),
  'GET /bff/organizations/basic': () => ({ url: '/bff/organizations/basic', plain: true }),
  // Nobody waits for a first administrator here.
  'POST /bff/set-up': () => ({
    url: '/bff/set-up',
    body: {
      token: 'x',
      organizationName: 'Crawled',
      country: 'GB',
      firstName: 'A',
      lastName: 'B',
      email: 'a@b.example',
      password: 'Correct-Horse-7',
    },
    plain: true,
    status: 410,
  }),
  'GET /bff/organizations': () => ({ url: '/bff/organizations', plain: true }),
  // Decided on a version that is not the organization's: nothing changes for the requests after.
  'PUT /bff/organizations': () => ({
    url: '/bff/organizations',
    body: { expectedVersion: 999_999, name: 'Crawled' },
    plain: true,
    status: 409,
  }),
  'GET /bff/organizations/single-sign-on': () => ({ url: '/bff/organizations/single-sign-on', plain: true }),
  'PUT /bff/organizations/single-sign-on': () => ({
    url: '/bff/organizations/single-sign-on',
    body: { expectedVersion: 999_999, enabled: false },
    plain: true,
    status: 409,
  }),
  'GET /bff/organizations/logo': () => ({ url: '/bff/organizations/logo', plain: true, status: 404 }),
  'PUT /bff/organizations/logo': () => ({
    url: '/bff/organizations/logo',
    body: Buffer.from('not a picture'),
    headers: octets,
    plain: true,
    status: 400,
  }),
  'DELETE /bff/organizations/logo': () => ({ url: '/bff/organizations/logo', plain: true }),
  'POST /bff/organizations/retention/forecast': () => ({
    url: '/bff/organizations/retention/forecast',
    body: { dataRetention: [{ channel: 'sms', retentionPeriod: 'P7Y' }] },
    plain: true,
  }),
  'GET /audit/events': (t) => ({ url: `/audit/events?filter=user[eq]:${t.userId}` }),
  'GET /audit/actors': () => ({ url: '/audit/actors' }),
  'GET /audit/events/export': (t) => ({ url: `/audit/events/export?filter=user[eq]:${t.userId}` }),
  'POST /audit/events/export': (t) => ({
    url: `/audit/events/export?filter=user[eq]:${t.userId}`,
    body: { format: 'csv' },
    status: 202,
  }),
  [`GET ${api}/categories`]: () => ({ url: `${api}/categories`, plain: true }),
  [`GET ${api}/categories/:id`]: () => ({ url: `${api}/categories/complaint`, plain: true }),
  'GET /bff/notifications/alerts': (t) => ({
    url: `/bff/notifications/alerts?filter=policyId[eq]:${t.policyId}`,
  }),
  'GET /bff/notifications/alerts/:id': (t) => ({ url: `/bff/notifications/alerts/${t.notificationId}` }),
  'GET /bff/notifications/alerts/:id/receipts': (t) => ({
    url: `/bff/notifications/alerts/${t.notificationId}/receipts`,
  }),
  'POST /bff/notifications/alerts': (t) => ({
    url: '/bff/notifications/alerts',
    body: notificationDraft(t),
  }),
  'PUT /bff/notifications/alerts/:id': (t) => ({
    url: `/bff/notifications/alerts/${t.notificationId}`,
    body: { enabled: false, expectedVersion: 1 },
  }),
  'DELETE /bff/notifications/alerts/:id': (t) => ({
    url: `/bff/notifications/alerts/${t.goingNotificationId}?expectedVersion=1`,
  }),
  'POST /bff/notifications/alerts/recipients': () => ({
    url: '/bff/notifications/alerts/recipients',
    body: { recipients: ['nobody@client.example'] },
    plain: true,
  }),
  'POST /bff/notifications/alerts/test': ({ policyId }) => ({
    url: '/bff/notifications/alerts/test',
    body: { policyId, emailSubject: '{{policyName}}', emailMessage: '{{eventLink}}' },
  }),
  [`GET ${api}/file-types`]: () => ({ url: `${api}/file-types`, plain: true }),

  [`GET ${api}/messages`]: (t) => ({ url: `${api}/messages?filter=conversationId[eq]:${t.conversationId}` }),
  [`GET ${api}/message-sources`]: () => ({ url: `${api}/message-sources` }),
  [`GET ${api}/messages/:id`]: (t) => ({ url: `${api}/messages/${t.messageId}` }),
  [`POST ${api}/messages/export`]: (t) => ({
    url: `${api}/messages/export?filter=conversationId[eq]:${t.conversationId}`,
    body: { format: 'csv' },
    status: 202,
  }),
  [`GET ${api}/messages/:messageId/attachments/:attachmentId`]: (t) => ({
    url: `${api}/messages/${t.messageId}/attachments/${t.attachmentId}`,
  }),
  [`GET ${api}/messages/:messageId/attachments/:attachmentId/text`]: (t) => ({
    url: `${api}/messages/${t.messageId}/attachments/${t.textAttachmentId}/text`,
  }),
  [`GET ${api}/messages/:messageId/attachment-preview/:attachmentId`]: (t) => ({
    url: `${api}/messages/${t.messageId}/attachment-preview/${t.attachmentId}`,
  }),
  'GET /bff/messages/attachment': (t) => ({
    url: `/bff/messages/attachment?messageId=${t.messageId}&attachmentId=${t.attachmentId}`,
  }),
  'GET /bff/conversations/:id': (t) => ({ url: `/bff/conversations/${t.conversationId}` }),
  'GET /bff/conversations/:id/summary': (t) => ({ url: `/bff/conversations/${t.conversationId}/summary` }),

  [`GET ${api}/exports/:id`]: (t) => ({ url: `${api}/exports/${t.exportId}` }),
  [`GET ${api}/exports/:id/file`]: (t) => ({ url: `${api}/exports/${t.exportId}/file` }),
  [`DELETE ${api}/exports/:id`]: (t) => ({ url: `${api}/exports/${t.exportId}` }),

  [`GET ${api}/cognitive-events`]: (t) => ({
    url: `${api}/cognitive-events?filter=conversationId[eq]:${t.conversationId}&sort=-severity,-triggeredTime&limit=1000`,
  }),
  [`GET ${api}/cognitive-events/reviewers`]: () => ({
    url: `${api}/cognitive-events/reviewers`,
    plain: true,
  }),
  [`POST ${api}/cognitive-events/evidence`]: (t) => ({
    url: `${api}/cognitive-events/evidence`,
    body: { messageIds: [t.messageId] },
  }),
  [`GET ${api}/cognitive-events/:id`]: (t) => ({ url: `${api}/cognitive-events/${t.eventId}` }),
  [`PUT ${api}/cognitive-events/:id/status`]: (t) => ({
    url: `${api}/cognitive-events/${t.eventId}/status`,
    body: { status: 'in_review' },
  }),
  [`PUT ${api}/cognitive-events/:id/assignee`]: (t) => ({
    url: `${api}/cognitive-events/${t.eventId}/assignee`,
    body: { assigneeId: t.userId },
  }),
  [`POST ${api}/cognitive-events/status`]: (t) => ({
    url: `${api}/cognitive-events/status`,
    body: { ids: [t.eventId], change: { status: 'escalated' } },
  }),
  [`POST ${api}/cognitive-events/status/undo`]: (t) => ({
    url: `${api}/cognitive-events/status/undo`,
    body: { changeId: t.eventId },
  }),
  [`POST ${api}/cognitive-events/export`]: (t) => ({
    url: `${api}/cognitive-events/export?filter=conversationId[eq]:${t.conversationId}`,
    body: { format: 'csv' },
    status: 202,
  }),
  'GET /bff/events/comments/:id': (t) => ({ url: `/bff/events/comments/${t.eventId}` }),
  'POST /bff/events/comments': (t) => ({
    url: '/bff/events/comments',
    body: { eventId: t.eventId, comment: 'crawled' },
  }),
  'POST /bff/events/:id/files': (t) => ({
    url: `/bff/events/${t.eventId}/files?name=note.txt`,
    body: Buffer.from('a note'),
    headers: octets,
  }),
  'GET /bff/events/comments/:id/files/:fileId': (t) => ({
    url: `/bff/events/comments/${t.commentId}/files/${t.fileId}`,
  }),

  [`GET ${api}/topics`]: () => ({ url: `${api}/topics` }),
  [`GET ${api}/topics/:id`]: (t) => ({ url: `${api}/topics/${t.policyId}` }),
  [`GET ${api}/topics/:id/rules`]: (t) => ({ url: `${api}/topics/${t.policyId}/rules?version=1` }),
  [`POST ${api}/topic`]: () => ({ url: `${api}/topic`, body: draft(fresh()), plain: true }),
  [`PUT ${api}/topics/:id`]: (t) => ({ url: `${api}/topics/${t.policyId}`, body: { enabled: true } }),
  [`POST ${api}/topics/:id/rule`]: (t) => ({ url: `${api}/topics/${t.policyId}/rule`, body: rule }),
  [`PUT ${api}/topics/:id/rule/:ruleId`]: (t) => ({
    url: `${api}/topics/${t.policyId}/rule/${t.ruleId}`,
    body: rule,
  }),
  [`DELETE ${api}/topics/:id/rule/:ruleId`]: (t) => ({ url: `${api}/topics/${t.policyId}/rule/${t.ruleId}` }),
  [`POST ${api}/topics/:id/rules/import`]: (t) => ({
    url: `${api}/topics/${t.policyId}/rules/import?fileType=phrase_csv&dryRun=true`,
    body: Buffer.from('pattern\nhippo\n'),
    headers: { 'content-type': 'text/csv' },
  }),
  [`POST ${api}/topics/try`]: () => ({
    url: `${api}/topics/try`,
    body: { text: 'a zebra', rules: [{ type: 'phrase', pattern: 'zebra' }] },
    plain: true,
  }),
  [`POST ${api}/topics/preview`]: () => ({
    url: `${api}/topics/preview`,
    body: { policy: draft('Preview'), days: 30 },
  }),

  [`GET ${api}/conversation-groups`]: () => ({ url: `${api}/conversation-groups` }),
  [`GET ${messenger}/conversation-groups`]: () => ({ url: `${messenger}/conversation-groups` }),
  [`GET ${messenger}/group-members`]: () => ({ url: `${messenger}/group-members` }),
  [`GET ${messenger}/group-contacts`]: () => ({ url: `${messenger}/group-contacts` }),
  [`POST ${messenger}/conversation-groups`]: () => ({
    url: `${messenger}/conversation-groups`,
    body: { name: fresh() },
    plain: true,
  }),
  [`GET ${messenger}/conversation-groups/:id`]: (t) => ({
    url: `${messenger}/conversation-groups/${t.groupId}`,
  }),
  [`GET ${messenger}/conversation-groups/:id/effect`]: (t) => ({
    url: `${messenger}/conversation-groups/${t.groupId}/effect`,
  }),
  [`PUT ${messenger}/conversation-groups/:id/info`]: (t) => ({
    url: `${messenger}/conversation-groups/${t.groupId}/info`,
    body: { name: fresh(), expectedVersion: 1 },
  }),
  [`PUT ${messenger}/conversation-groups/:id/members`]: (t) => ({
    url: `${messenger}/conversation-groups/${t.peopledGroupId}/members`,
    body: { addedMemberIds: [t.tenant.representative], expectedVersion: 1 },
  }),
  [`DELETE ${messenger}/conversation-groups/:id`]: (t) => ({
    url: `${messenger}/conversation-groups/${t.goingGroupId}?expectedVersion=1`,
  }),

  [`GET ${contacts}`]: () => ({ url: contacts }),
  [`POST ${contacts}`]: (t) => ({ url: contacts, body: contactDraft(t.groupId) }),
  [`GET ${contacts}/:id`]: (t) => ({ url: `${contacts}/${t.contactId}` }),
  [`GET ${contacts}/:id/history`]: (t) => ({ url: `${contacts}/${t.contactId}/history` }),
  [`POST ${contacts}/:id/effect`]: (t) => ({
    url: `${contacts}/${t.contactId}/effect`,
    body: contactDraft(t.groupId),
  }),
  [`PUT ${contacts}/:id`]: (t) => ({
    url: `${contacts}/${t.contactId}`,
    body: { ...contactDraft(t.groupId), expectedVersion: 1 },
  }),
  [`DELETE ${contacts}/:id`]: (t) => ({ url: `${contacts}/${t.goingContactId}?expectedVersion=1` }),
  // It was merged with nobody: there is nothing to undo.
  [`POST ${contacts}/:id/changes/:changeId/undo`]: (t) => ({
    url: `${contacts}/${t.contactId}/changes/${t.contactId}/undo`,
    status: 404,
  }),
  [`GET ${contacts}/:id/avatar`]: (t) => ({ url: `${contacts}/${t.contactId}/avatar` }),
  [`PUT ${contacts}/:id/avatar`]: (t) => ({
    url: `${contacts}/${t.contactId}/avatar`,
    body: avatarBytes,
    headers: octets,
  }),
  [`DELETE ${contacts}/:id/avatar`]: (t) => ({ url: `${contacts}/${t.goingContactId}/avatar` }),

  [`GET ${api}/permission-profiles`]: () => ({ url: `${api}/permission-profiles` }),
  [`GET ${api}/permission-profile-members`]: () => ({ url: `${api}/permission-profile-members` }),
  [`POST ${api}/permission-profiles`]: () => ({
    url: `${api}/permission-profiles`,
    body: { name: fresh(), channels: ['sms'] },
    plain: true,
  }),
  [`POST ${api}/permission-profiles/effect`]: () => ({
    url: `${api}/permission-profiles/effect`,
    body: { permissions: { channels: ['sms'], groups: 'all' } },
  }),
  [`GET ${api}/permission-profiles/:id`]: (t) => ({ url: `${api}/permission-profiles/${t.profileId}` }),
  [`POST ${api}/permission-profiles/:id/effect`]: (t) => ({
    url: `${api}/permission-profiles/${t.profileId}/effect`,
    body: { permissions: { channels: ['sms'], groups: 'all' } },
  }),
  [`PUT ${api}/permission-profiles/:id/info`]: (t) => ({
    url: `${api}/permission-profiles/${t.profileId}/info`,
    body: { name: fresh(), expectedVersion: 1 },
  }),
  [`PUT ${api}/permission-profiles/:id/members`]: (t) => ({
    url: `${api}/permission-profiles/${t.peopledProfileId}/members`,
    body: { added: [t.userId], expectedVersion: 1 },
  }),
  [`PUT ${api}/permission-profiles/:id/permissions`]: (t) => ({
    url: `${api}/permission-profiles/${t.givingProfileId}/permissions`,
    body: { channels: ['sms'], groups: [t.groupId], expectedVersion: 1 },
  }),
  [`DELETE ${api}/permission-profiles/:id`]: (t) => ({
    url: `${api}/permission-profiles/${t.goingProfileId}?expectedVersion=1`,
  }),
  [`GET ${api}/effective-access`]: (t) => ({
    url: `${api}/effective-access?userId=${t.userId}&messageId=${t.messageId}`,
  }),

  ...userFixtures(`${api}/users`, (t) => t.personId, {
    invited: (t) => ({ role: 'analyst', permissionProfileIds: [t.profileId] }),
    changed: { role: 'compliance' },
  }),
  [`POST ${api}/users/:id/effect`]: (t) => ({
    url: `${api}/users/${t.personId}/effect`,
    body: { role: 'analyst' },
  }),
  ...userFixtures(`${messenger}/users`, (t) => t.colleagueId, {
    invited: (t) => ({ messengerRole: 'user', groupIds: [t.groupId] }),
    changed: { messengerRole: 'manager' },
  }),

  [`POST ${api}/users/import`]: () => ({
    url: `${api}/users/import?hold=true`,
    body: Buffer.from('Email\nann@example.com\n'),
    headers: { 'content-type': 'text/csv' },
    plain: true,
  }),
  [`POST ${messenger}/users/import`]: () => ({
    url: `${messenger}/users/import?hold=true`,
    body: Buffer.from('Email\nann@example.com\n'),
    headers: { 'content-type': 'text/csv' },
    plain: true,
  }),
  [`POST ${contacts}/import`]: () => ({
    url: `${contacts}/import?hold=true`,
    body: Buffer.from('Name\nAnn\n'),
    headers: { 'content-type': 'text/csv' },
    plain: true,
  }),
  [`GET ${api}/imports`]: () => ({ url: `${api}/imports` }),
  [`GET ${api}/imports/:id`]: (t) => ({ url: `${api}/imports/${t.importId}` }),
  [`GET ${api}/imports/:id/rows`]: (t) => ({ url: `${api}/imports/${t.importId}/rows` }),
  [`GET ${api}/imports/:id/failed`]: (t) => ({ url: `${api}/imports/${t.importId}/failed` }),
  // Its columns are not all there: it cannot begin.
  [`POST ${api}/imports/:id/check`]: (t) => ({ url: `${api}/imports/${t.importId}/check`, status: 400 }),
  [`POST ${api}/imports/:id/start`]: (t) => ({ url: `${api}/imports/${t.importId}/start`, status: 400 }),
  [`PUT ${api}/imports/:id`]: (t) => ({
    url: `${api}/imports/${t.importId}`,
    body: { mapping: { email: 0 }, settings: {} },
  }),
  [`POST ${api}/imports/:id/cancel`]: (t) => ({ url: `${api}/imports/${t.cancelledImportId}/cancel` }),
  // Nothing of it was done: there is nothing to undo.
  [`POST ${api}/imports/:id/undo`]: (t) => ({ url: `${api}/imports/${t.importId}/undo`, status: 409 }),

  [`GET ${messenger}/conversations`]: () => ({ url: `${messenger}/conversations` }),
  [`GET ${messenger}/conversations/:id`]: (t) => ({ url: `${messenger}/conversations/${t.conversationId}` }),
  [`GET ${messenger}/messages/:messageId/attachments/:attachmentId`]: (t) => ({
    url: `${messenger}/messages/${t.messageId}/attachments/${t.attachmentId}`,
  }),
  [`GET ${messenger}/messages/:messageId/attachment-preview/:attachmentId`]: (t) => ({
    url: `${messenger}/messages/${t.messageId}/attachment-preview/${t.attachmentId}`,
  }),

  [`GET ${api}/accounts`]: () => ({ url: `${api}/accounts` }),
  [`GET ${api}/accounts/:id`]: (t) => ({ url: `${api}/accounts/${t.tenant.accounts.sms}` }),
  [`POST ${api}/accounts/:id/redrive`]: (t) => ({ url: `${api}/accounts/${t.tenant.accounts.sms}/redrive` }),
}

/** Served without a contract, each with its own reason and tests: doors, the identity protocol, health, pages. */
export const uncontracted = [
  'POST /hooks/:channel/:accountId',
  'GET /hooks/:channel/:accountId',
  'POST /identity/',
  'OPTIONS /identity/',
  'POST /identity',
  'OPTIONS /identity',
  'GET /identity/:poolId/.well-known/jwks.json',
  'GET /identity/:poolId/.well-known/openid-configuration',
  'GET /oauth2/authorize',
  'GET /login',
  'POST /login',
  'GET /login.css',
  'GET /logout',
  'POST /oauth2/token',
  'GET /oauth2/userInfo',
  'POST /oauth2/revoke',
  'GET /login/provider',
  'GET /oauth2/idpresponse',
  'GET /health/live',
  'GET /health/ready',
]
