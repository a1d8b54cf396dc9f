/**
 * Which calls may answer with texts of messages, subjects, or the people of conversations. Each is either in the table of purposes, or
 * listed here with what it shows instead: a new one fails until it is in one of both.
 */
import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { isRecorded } from './record-views.ts'
import { shownBy } from './require-purpose.ts'

/** Their answers come from messages, whatever their fields are called. */
const areas = /^(messages|conversations|metrics|themes|insights|reports|contacts|policies\.test)\b/

/** Fields that hold such things, or name what does. */
const telling =
  /^(about|author|body|contactIds?|conversationIds?|examples?|excerpt|highlights|messageIds?|participants|people|sample|snippet|text|title|with)$/

/** With an event, nothing is asked; and a user's own conversations need no purpose. Source: docs/rules/purpose.md. */
const isExempt = ({ access, method }: Endpoint) =>
  method === 'DELETE' || /^(events\.|messenger$)/.test(String(access))

function tells({ response, file, access }: Endpoint): boolean {
  const has = (node: unknown): boolean => {
    if (typeof node !== 'object' || node === null) return false
    const { properties = {} } = node as { properties?: object }
    return Object.keys(properties).some((key) => telling.test(key)) || Object.values(node).some(has)
  }
  return (
    file === true ||
    areas.test(String(access)) ||
    has(z.toJSONSchema(response, { unrepresentable: 'any', io: 'output' }))
  )
}

/** The others, by what they show instead. */
const without: Readonly<Record<string, readonly string[]>> = {
  'figures and rows of people, counted without a word or subject of a message': [
    'GET /bff/categories/metrics',
    'GET /bff/dashboards/compliance/policies',
    'GET /bff/dashboards/compliance/reviewers',
    'GET /bff/dashboards/digital/contacts',
    'GET /bff/dashboards/digital/overall-engagement',
    'GET /bff/dashboards/sales/active-representatives',
    'GET /bff/dashboards/sales/adoption-rate',
    'GET /bff/dashboards/sales/inactive-representatives',
    'GET /bff/dashboards/sales/representatives',
    'GET /bff/dashboards/sales/waiting-owners',
    'GET /bff/metrics',
    'GET /bff/metrics/compliance',
    'GET /bff/metrics/compliance/file',
    'GET /bff/metrics/digital',
    'GET /bff/metrics/digital/file',
    'GET /bff/metrics/organization/file',
    'GET /bff/metrics/sales',
    'GET /bff/metrics/sales/file',
    'GET /bff/themes/metrics',
    'POST /bff/dashboards/compliance/policies/export',
    'POST /bff/dashboards/compliance/reviewers/export',
    'POST /bff/dashboards/digital/contacts/export',
    'POST /bff/dashboards/digital/conversations/export',
    'POST /bff/dashboards/sales/active-representatives/export',
    'POST /bff/dashboards/sales/bursts/export',
    'POST /bff/dashboards/sales/inactive-representatives/export',
    'POST /bff/dashboards/sales/representatives/export',
    'POST /bff/dashboards/sales/waiting-clients/export',
    'POST /bff/dashboards/sales/waiting-owners/export',
  ],
  'themes by their own words, with how many wrote about them and who': [
    'GET /bff/api/v1/subthemes',
    'GET /bff/api/v1/themes',
    'GET /bff/themes/:id',
    'GET /bff/themes/:id/contacts',
    'POST /bff/entities/dislike',
    'POST /bff/entities/like',
    'POST /bff/themes/:id/merge',
    'POST /bff/themes/:id/split',
    'POST /bff/themes/:themeId/contacts/export',
    'POST /bff/themes/dislike',
    'POST /bff/themes/like',
    'PUT /bff/themes/:id',
  ],
  'insights: their definitions, and figures like those of the metrics': [
    'GET /bff/api/v1/insight-providers',
    'GET /bff/api/v1/insight-providers/:id',
    'GET /bff/insights',
    'GET /bff/insights/:id',
    'GET /bff/insights/:id/figures',
    'GET /bff/insights/:id/file',
    'GET /bff/insights/:id/removal',
    'GET /bff/insights/:id/versions',
    'GET /bff/insights/menu',
    'POST /bff/api/v1/insight-providers',
    'POST /bff/api/v1/insight-providers/test',
    'POST /bff/insights',
    'POST /bff/insights/:id/duplicate',
    'POST /bff/insights/:id/undo-removal',
    'POST /bff/insights/:id/versions/:version/restore',
    'POST /bff/insights/preview',
    'PUT /bff/api/v1/insight-providers/:id',
    'PUT /bff/insights/:id',
  ],
  'reports: their settings, and to whom they went; the copies themselves have what their recipient may see': [
    'GET /bff/api/v1/report-schedules',
    'GET /bff/api/v1/report-schedules/:id',
    'GET /bff/api/v1/report-schedules/:id/copies',
    'POST /bff/api/v1/report-schedules',
    'POST /bff/api/v1/report-schedules/:id/copies',
    'PUT /bff/api/v1/report-schedules/:id',
  ],
  'what a contact said about consent, by its kind, without its conversation': [
    'GET /messenger/api/v1/contacts/:id/consents',
  ],
  'contacts, as they are administered; their own changes name no conversation': [
    'GET /messenger/api/v1/contacts',
    'GET /messenger/api/v1/contacts/:id',
    'GET /messenger/api/v1/contacts/:id/avatar',
    'GET /messenger/api/v1/contacts/:id/history',
    'POST /messenger/api/v1/contacts',
    'POST /messenger/api/v1/contacts/:id/changes/:changeId/undo',
    'POST /messenger/api/v1/contacts/import',
    'PUT /messenger/api/v1/contacts/:id',
    'PUT /messenger/api/v1/contacts/:id/avatar',
  ],
  'accounts: how to connect them': [
    'GET /external-accounts/api/v1/:type/accounts',
    'GET /external-accounts/api/v1/:type/accounts/:id',
    'POST /external-accounts/api/v1/:type/accounts',
    'POST /external-accounts/api/v1/:type/accounts/:id/request-delete',
    'POST /external-accounts/api/v1/:type/accounts/:id/request-reconnect',
    'POST /external-accounts/api/v1/:type/accounts/:id/send-link',
    'PUT /external-accounts/api/v1/:type/accounts/:id',
  ],
  'texts that the caller entered or chose': [
    'GET /bff/api/v1/change-requests/:id/file',
    'GET /bff/api/v1/imports/:id/failed',
    'GET /bff/organizations/logo',
    'POST /bff/api/v1/topics/try',
  ],
  'the audit trail, in the scope of its reader: it names what was opened, and quotes nothing': [
    'GET /audit/events',
    'GET /audit/events/export',
  ],
  'a file that was ordered under the rule': ['GET /bff/api/v1/exports/:id/file'],
  'the purpose itself': ['GET /bff/api/v1/purpose', 'POST /bff/api/v1/purpose'],
  'one identity under a pseudonym, for a stated reason': ['POST /bff/conversations/:id/identity'],
  'a mail to the archive, without what it is about': ['POST /bff/archiving/mails/:id/resend'],
  'what someone may see, and why': ['GET /bff/api/v1/effective-access'],
  'mails of an installation for trials': ['GET /bff/mailbox'],
}

test('every call that may show what was said, or with whom, asks for a purpose or is listed', async () => {
  const calls = (await contractEndpoints()).filter((one) => !isExempt(one) && !shownBy.has(one) && tells(one))
  const found = calls.map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(found)].toSorted()).toEqual(Object.values(without).flat().toSorted())
})

/** Files whose download is recorded in another way, or that show nothing of messages, clients or reviews. */
const recordedOtherwise: Readonly<Record<string, readonly string[]>> = {
  'the handler records that it was exported': [
    'GET /audit/events/export',
    'GET /bff/insights/:id/file',
    'GET /bff/metrics/compliance/file',
    'GET /bff/metrics/digital/file',
    'GET /bff/metrics/organization/file',
    'GET /bff/metrics/sales/file',
  ],
  'rows that its reader may see as settings, or entered': [
    'GET /bff/api/v1/change-requests/:id/file',
    'GET /bff/api/v1/imports/:id/failed',
  ],
  'a picture on every page that shows a name': [
    'GET /bff/organizations/logo',
    'GET /messenger/api/v1/contacts/:id/avatar',
  ],
}

test('every file that leaves is recorded when it is opened, or is listed', async () => {
  const files = (await contractEndpoints()).filter((one) => one.file === true && !isRecorded(one))
  const found = files.map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(found)].toSorted()).toEqual(Object.values(recordedOtherwise).flat().toSorted())
})
