/** Screens of organizations that protect reading and changes: each turns its setting on, and off again after its picture. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { createChangeRequest } from '@verbatim/server/domains/change-requests/commands.ts'
import { keepPseudonymKey } from '@verbatim/server/domains/organizations/pseudonym-key.ts'
import { findActor } from '@verbatim/server/domains/permissions/actors.ts'
import { announce } from '@verbatim/server/platform/changes.ts'
import { inTenant, type TenantTx } from '@verbatim/server/platform/db.ts'
import { scrollsTo } from './acts.ts'
import { administrator, layer, type Screen, type Stage } from './stage.ts'

type Setting =
  | 'requires_purpose'
  | 'reads_under_pseudonyms'
  | 'requires_policy_approval'
  | 'requires_retention_approval'

/** Permissions and settings are remembered for up to three seconds. */
const rememberedMs = 3_500

async function change(
  { installation: { world }, tenantId }: Stage,
  work: (tx: TenantTx) => Promise<unknown>,
) {
  await inTenant(world.ctx.db, tenantId, async (tx) => {
    await work(tx)
    await announce(tx, ['organization', 'change-requests'])
  })
}

async function set(stage: Stage, setting: Setting, on: boolean): Promise<void> {
  const { secrets } = stage.installation.world.ctx
  await change(stage, async (tx) => {
    await keepPseudonymKey(tx, secrets)
    await tx
      .updateTable('organization')
      .set({ [setting]: on })
      .execute()
  })
  await sleep(rememberedMs)
}

/** With a setting on, until the picture is taken. */
export const under = (
  setting: Setting,
  look: (page: Page) => Promise<unknown>,
): Pick<Screen, 'act' | 'undo'> => ({
  async act(page, stage) {
    await set(stage, setting, true)
    await page.reload({ waitUntil: 'networkidle' })
    await look(page)
  },
  undo: (stage) => set(stage, setting, false),
})

const names = (page: Page) => page.getByRole('group', { name: 'Names' })

/** A request of another person, opened. */
const requested: Pick<Screen, 'act' | 'undo'> = {
  async act(page, stage) {
    const { now } = stage.installation.world.ctx
    const body = { name: 'Off the record', rules: [] } as never
    await change(stage, async (tx) => {
      const { id } = await tx
        .selectFrom('tenant_user')
        .select('id')
        .where('role', '=', 'compliance')
        .where('enabled', '=', true)
        .where('email', '<>', administrator.email)
        .limit(1)
        .executeTakeFirstOrThrow()
      const requester = await findActor(tx, id)
      if (!requester) throw new Error('The demo has a compliance officer')
      const rule = { name: 'Off the record', type: 'phrase', pattern: 'off the record', scope: 'message' }
      const changes = [
        { field: 'name', old: null, new: 'Off the record' },
        { field: 'severity', old: null, new: 'high' },
        { field: 'enabled', old: null, new: true },
        { field: 'rules', old: null, new: 1 },
        { field: 'rule Off the record', old: null, new: rule },
      ]
      const change = { operation: 'create-policy', body } as const
      const asked = { kind: 'policy', change, policyId: undefined, targetName: 'Off the record' } as const
      const note = 'Asked for by Legal after the review of October.'
      await createChangeRequest(tx, requester, { ...asked, type: 'policy_created', changes, note }, now())
    })
    await page.reload({ waitUntil: 'networkidle' })
    await page
      .getByRole('row', { name: /Off the record/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Approve…' }).waitFor()
  },
  undo: (stage) =>
    change(stage, (tx) =>
      tx
        .updateTable('change_request')
        .set((row) => ({
          state: 'withdrawn',
          decided_at: new Date(),
          decided_by: row.ref('requested_by'),
          decided_by_name: row.ref('requested_by_name'),
        }))
        .execute(),
    ),
}

export const protectedScreens: readonly Screen[] = [
  {
    name: 'organization-reading',
    address: '/organization/profile',
    act: scrollsTo('Reading messages'),
  },
  { name: 'change-request', address: '/organization/change-requests', ...requested },
  {
    name: 'change-request-approve',
    address: '/organization/change-requests',
    ...requested,
    act: async (page, stage) => {
      await requested.act?.(page, stage)
      await page.getByRole('button', { name: 'Approve…' }).click()
    },
    ...layer('screens/change-requests/ChangeRequestDetail.tsx', 'dialog', 'Approve the change?'),
  },
  {
    name: 'messages-purpose',
    address: '/messages?period=365',
    ...under('requires_purpose', (page) =>
      page.getByRole('dialog', { name: 'Why are you reading?' }).waitFor(),
    ),
    ...layer('shell/purpose/PurposeDialog.tsx', 'dialog', 'Why are you reading?'),
  },
  {
    name: 'event-purpose',
    address: ({ event }) => `/events/${event}`,
    ...under('requires_purpose', (page) => page.getByRole('region', { name: 'Purpose' }).waitFor()),
  },
  {
    name: 'messages-pseudonyms',
    address: '/messages?period=365',
    ...under('reads_under_pseudonyms', (page) =>
      page
        .getByText(/Client [2-9A-Z]{6}/)
        .first()
        .waitFor(),
    ),
  },
  {
    name: 'event-pseudonyms',
    address: ({ event }) => `/events/${event}`,
    ...under('reads_under_pseudonyms', (page) => names(page).waitFor()),
  },
  {
    name: 'message-reveal',
    address: ({ message }) => `/messages/${message}`,
    ...under('reads_under_pseudonyms', async (page) => {
      await names(page).getByRole('button', { name: 'Show names…' }).click()
      await page.getByRole('dialog').getByLabel('Reason').waitFor()
    }),
    ...layer('thread/IdentityNotice.tsx', 'dialog', /./),
  },
]
