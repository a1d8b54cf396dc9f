import { api, type Fixtures, fresh, messenger, next, octets } from './things.ts'

const draft = (name: string) => ({
  name,
  severity: 'low',
  scope: 'global',
  groupIds: [],
  action: 'raise',
  enabled: false,
  rules: [{ name: 'R', type: 'phrase', pattern: 'zebra', scope: 'message', conditions: {} }],
})
const rule = { name: 'R2', type: 'phrase', pattern: 'giraffe', scope: 'message', conditions: {} }

const accounts = '/external-accounts/api/v1/:type/accounts'
const connection = '/v1/connections/:type'
const smsConnection = connection.replace(':type', 'sms')
const smsAccounts = accounts.replace(':type', 'sms')
const whatsappAccounts = accounts.replace(':type', 'whatsapp')

/** Messages, their evidence, and the policies behind it. */
export const contentFixtures: Fixtures = {
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
  'GET /bff/notifications/alerts/:id/receipts': (t) => ({
    url: `/bff/notifications/alerts/${t.notificationId}/receipts`,
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

  'GET /bff/events': (t) => ({ url: `/bff/events?filter=conversationId[eq]:${t.conversationId}` }),
  [`GET ${api}/saved-views`]: () => ({ url: `${api}/saved-views?list=messages` }),
  [`POST ${api}/saved-views`]: () => ({
    url: `${api}/saved-views`,
    body: { list: 'messages', name: fresh(), question: {} },
    plain: true,
  }),
  [`GET ${api}/saved-views/:id/removal`]: (t) => ({ url: `${api}/saved-views/${t.viewId}/removal` }),
  [`PUT ${api}/saved-views/:id`]: (t) => ({ url: `${api}/saved-views/${t.viewId}`, body: { name: fresh() } }),
  [`DELETE ${api}/saved-views/:id`]: (t) => ({ url: `${api}/saved-views/${t.goingViewId}` }),
  [`GET ${api}/change-requests`]: () => ({ url: `${api}/change-requests` }),
  [`POST ${api}/change-requests`]: () => ({
    url: `${api}/change-requests`,
    body: { change: { operation: 'create-policy', body: draft(fresh()) } },
    plain: true,
  }),
  [`GET ${api}/change-requests/:id/file`]: (t) => ({
    url: `${api}/change-requests/${t.changeRequestId}/file`,
    status: 404,
  }),
  [`POST ${api}/change-requests/:id/decision`]: (t) => ({
    url: `${api}/change-requests/${t.changeRequestId}/decision`,
    body: { decision: 'reject' },
  }),
  [`DELETE ${api}/change-requests/:id`]: (t) => ({ url: `${api}/change-requests/${t.goingChangeRequestId}` }),
  ['POST /bff/events/:id/notify-author']: (t) => ({
    url: `/bff/events/${t.eventId}/notify-author`,
    body: { note: 'Please see me about this.' },
    status: 409,
  }),
  ['POST /bff/conversations/:id/identity']: (t) => ({
    url: `/bff/conversations/${t.conversationId}/identity`,
    body: { reason: 'Case 7' },
    status: 409,
  }),
  [`GET ${api}/purpose`]: () => ({ url: `${api}/purpose`, plain: true }),
  [`POST ${api}/purpose`]: () => ({ url: `${api}/purpose`, body: { kind: 'supervision' }, plain: true }),
  [`GET ${api}/inbox`]: () => ({ url: `${api}/inbox` }),
  [`POST ${api}/inbox/read`]: () => ({ url: `${api}/inbox/read`, body: { ids: [] } }),
  [`GET ${api}/people/:kind/:id`]: (t) => ({ url: `${api}/people/contact/${t.contactId}` }),
  [`GET ${api}/find`]: (t) => ({ url: `${api}/find?text=${t.messageId}` }),
  [`GET ${api}/messages`]: (t) => ({ url: `${api}/messages?filter=conversationId[eq]:${t.conversationId}` }),
  [`GET ${api}/message-sources`]: (t) => ({
    url: `${api}/message-sources?kind=account&id=${t.tenant.accounts.sms}`,
  }),
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
  [`GET ${api}/accounts/:id/coverage`]: (t) => ({
    url: `${api}/accounts/${t.tenant.accounts.sms}/coverage`,
  }),
  [`PUT ${api}/accounts/:id`]: (t) => ({
    url: `${api}/accounts/${t.tenant.accounts.sms}`,
    body: { expectedHours: 24 },
  }),
  [`GET ${connection}`]: () => ({ url: smsConnection }),
  [`POST ${connection}`]: () => ({
    url: smsConnection,
    body: { attributes: { conversationServiceSid: `IS${next()}` } },
  }),
  [`GET ${connection}/numbers`]: () => ({ url: `${smsConnection}/numbers` }),
  [`PUT ${api}/accounts/:id/canary`]: (t) => ({
    url: `${api}/accounts/${t.tenant.accounts.proofpoint}/canary`,
    body: { everyMinutes: 60 },
  }),
  [`POST ${accounts}/import`]: () => ({
    url: `${smsAccounts}/import?hold=true`,
    body: Buffer.from('Name\nAnn\n'),
    headers: { 'content-type': 'text/csv' },
    plain: true,
  }),
  [`GET ${accounts}`]: () => ({ url: smsAccounts }),
  [`POST ${accounts}`]: () => ({
    url: smsAccounts,
    body: { name: `Desk ${fresh()}`, address: `+1555012${String(next()).padStart(4, '0')}` },
    plain: true,
  }),
  [`GET ${accounts}/:id/removal`]: (t) => ({ url: `${smsAccounts}/${t.tenant.accounts.sms}/removal` }),
  [`GET ${accounts}/:id`]: (t) => ({ url: `${smsAccounts}/${t.tenant.accounts.sms}` }),
  [`PUT ${accounts}/:id`]: (t) => ({
    url: `${smsAccounts}/${t.tenant.accounts.sms}`,
    body: { name: `Desk ${fresh()}` },
  }),
  [`POST ${accounts}/:id/request-delete`]: (t) => ({
    url: `${whatsappAccounts}/${t.tenant.accounts.whatsapp}/request-delete`,
  }),
  [`POST ${accounts}/:id/request-reconnect`]: (t) => ({
    url: `${smsAccounts}/${t.tenant.accounts.sms}/request-reconnect`,
  }),
  [`GET ${api}/integrations`]: () => ({ url: `${api}/integrations` }),
  [`POST ${accounts}/:id/send-link`]: (t) => ({
    url: `${smsAccounts}/${t.tenant.accounts.sms}/send-link`,
    status: 409,
  }),
  [`POST ${accounts}/:id/link`]: (t) => ({
    url: `${smsAccounts}/${t.tenant.accounts.sms}/link`,
    body: {},
    status: 409,
  }),
  'POST /v1/onboarding/status': () => ({
    url: '/v1/onboarding/status',
    body: { token: 'x' },
    plain: true,
    status: 404,
  }),
  'POST /v1/onboarding/form': () => ({
    url: '/v1/onboarding/form',
    body: { token: 'x', details: {} },
    plain: true,
    status: 404,
  }),
  [`POST ${api}/accounts/:id/redrive`]: (t) => ({
    url: `${api}/accounts/${t.tenant.accounts.sms}/redrive`,
    body: {},
  }),
  [`POST ${api}/accounts/redrive`]: (t) => ({
    url: `${api}/accounts/redrive`,
    body: { ids: [t.tenant.accounts.sms] },
  }),
  [`POST ${api}/accounts/:id/history`]: (t) => ({
    url: `${api}/accounts/${t.tenant.accounts.sms}/history`,
    body: { action: 'stop' },
    status: 409,
  }),
  [`POST ${api}/coverage/export`]: (t) => ({
    url: `${api}/coverage/export?accountId=${t.tenant.accounts.sms}`,
    body: { format: 'csv' },
    status: 202,
  }),
}
