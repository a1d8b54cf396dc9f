import { createContact } from '@verbatim/contract/contacts.ts'
import { metricAlertCalls } from '@verbatim/contract/metric-alerts.ts'
import { notificationCalls } from '@verbatim/contract/notifications.ts'
import { roles } from '@verbatim/contract/permissions.ts'
import { reportScheduleCalls } from '@verbatim/contract/report-schedules.ts'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import type { WorldTenant } from '#testing/world.ts'
import { contactDraft, type Fixtures, fresh, notificationDraft } from './things.ts'

/** What drafts can name. */
interface Given {
  readonly tenant: WorldTenant
  readonly policyId: string
}

/** A noun with the usual calls: what is created with `POST path` is at `path/:id`. */
interface UsualNoun {
  readonly path: string
  /** A draft that is accepted, with this text in it. */
  readonly draft: (given: Given, text: string) => object
  readonly namesOthers: boolean
}

/** Drafts that name other things. The others are the examples of the contract, with another name. */
const naming: Readonly<Record<string, UsualNoun['draft']>> = {
  [createContact.path]: ({ tenant }, text) => contactDraft(tenant.groups.north, text),
  [notificationCalls.create.path]: ({ policyId }, text) => ({
    ...notificationDraft({ policyId }),
    emailMessage: text,
  }),
  [metricAlertCalls.create.path]: ({ tenant: { users } }, text) => ({
    name: text,
    metric: 'open-events',
    days: 7,
    condition: { kind: 'above', value: 10 },
    recipientIds: [users.compliance],
  }),
  [reportScheduleCalls.create.path]: ({ tenant: { users } }, text) => ({
    name: text,
    subject: { kind: 'metrics', tab: 'organization' },
    period: '7',
    recurrence: { every: 'day', at: '08:00' },
    recipientIds: roles.filter((role) => role !== 'none').map((role) => users[role]),
    format: 'pdf',
  }),
}

const endpoints = await contractEndpoints()

export const usualNouns: readonly UsualNoun[] = endpoints
  .filter(({ method, path, example }) => method === 'POST' && (example !== undefined || path in naming))
  .map(({ path, example }) => ({
    path,
    draft: naming[path] ?? ((_, name) => ({ ...(example as object), name })),
    namesOthers: path in naming,
  }))

/** The usual calls of the nouns, as far as each has them. */
export const usualFixtures: Fixtures = Object.fromEntries(
  usualNouns
    .flatMap(({ path, draft, namesOthers }): [string, Fixtures[string]][] => [
      [`GET ${path}`, () => ({ url: path })],
      [
        `POST ${path}`,
        (t) => ({ url: path, body: draft(t, fresh()), ...(!namesOthers && { plain: true as const }) }),
      ],
      [`GET ${path}/:id`, (t) => ({ url: `${path}/${t.usual[path]!.id}` })],
      [`PUT ${path}/:id`, (t) => ({ url: `${path}/${t.usual[path]!.id}`, body: draft(t, fresh()) })],
      [`DELETE ${path}/:id`, (t) => ({ url: `${path}/${t.usual[path]!.goingId}?expectedVersion=1` })],
    ])
    .filter(([key]) => endpoints.some(({ method, path }) => key === `${method} ${path}`)),
)
