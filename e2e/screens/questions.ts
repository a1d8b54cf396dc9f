/** Dialogs that buttons open, each where a user meets it. */
import type { Page } from '@playwright/test'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { Secret, TOTP } from 'otpauth'
import { opensRow } from './acts.ts'
import { forgetsView, opensTheme, savesView, selectsEvent } from './panels.ts'
import { under } from './protected.ts'
import { layer, type Screen, type Sights, type Stage } from './stage.ts'

const dialog = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .last()
    .click()

/** Removes a member of a group or profile, who has no other. */
const removesMember = async (page: Page, remove: RegExp, save: string) => {
  await dialog(page).getByRole('button', { name: remove }).first().click()
  await press(page, save)
}

/** An authenticator, set up while the picture is taken. */
async function enrols(page: Page, { installation }: Stage): Promise<void> {
  await press(page, 'Set up an authenticator')
  const text = (await page.getByLabel('Secret key').textContent()) ?? ''
  const secret = Secret.fromBase32(text.replaceAll(' ', ''))
  const timestamp = installation.world.ctx.now().getTime()
  await page.getByLabel('Authentication code').fill(new TOTP({ secret }).generate({ timestamp }))
  await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor()
}

const leavesAuthenticator = ({ installation: { world }, tenantId }: Stage): Promise<unknown> =>
  inTenant(world.ctx.db, tenantId, async (tx) => {
    await tx.deleteFrom('identity_recovery_code').execute()
    const none = { totp_enabled: false, totp_sealed: null, totp_pending_sealed: null, totp_enrolled_at: null }
    await tx.updateTable('identity_user').set(none).execute()
  })

const ofPolicy =
  (tab: 'details' | 'rules') =>
  ({ policy }: Sights) =>
    `/organization/policies/${policy}?tab=${tab}`

const rulesFile = {
  name: 'rules.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('guaranteed return,Guarantees\n'),
}

const ofViews: readonly Screen[] = [
  {
    name: 'view-save',
    address: '/messages?period=365&search=portfolio',
    act: async (page) => {
      await page.getByRole('search').getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Save as a view…' }).click()
    },
    ...layer('lists/SaveViewDialog.tsx', 'dialog', 'Save view'),
  },
  {
    name: 'views-manage',
    address: '/messages?period=365&search=portfolio',
    act: async (page) => {
      await savesView(page)
      await page.getByRole('menuitem', { name: 'Manage views…' }).click()
    },
    undo: forgetsView,
    ...layer('lists/ManageViews.tsx', 'dialog', /^Views of/),
  },
  {
    name: 'view-remove',
    address: '/messages?period=365&search=portfolio',
    act: async (page) => {
      await savesView(page)
      await page.getByRole('menuitem', { name: 'Manage views…' }).click()
      await press(page, /^Remove Portfolio questions/)
      await page.getByRole('dialog', { name: /^Views of/ }).waitFor({ state: 'detached' })
    },
    undo: forgetsView,
    ...layer('lists/ManageViews.tsx', 'dialog', 'Remove this view?'),
  },
]

const ofEvents: readonly Screen[] = [
  {
    name: 'event-step',
    address: ({ event }) => `/events/${event}`,
    act: (page) => press(page, 'Dismiss'),
    ...layer('screens/cognitive-events/steps/EventStepModal.tsx', 'dialog', 'Dismiss'),
  },
  {
    name: 'events-step',
    address: '/events?period=365',
    act: async (page) => {
      await selectsEvent(page)
      await press(page, 'Dismiss')
    },
    ...layer('screens/cognitive-events/steps/BulkSteps.tsx', 'dialog', 'Dismiss'),
  },
]

const ofPolicies: readonly Screen[] = [
  {
    name: 'policy-missing',
    address: '/organization/policies/00000000-0000-7000-8000-000000000000',
    ...layer('editor/PendingDialog.tsx', 'dialog', 'Policy'),
  },
  {
    name: 'policy-version',
    address: ({ policy }) => `/organization/policies/${policy}?version=1`,
    layer: {
      of: 'console/src/screens/policies/PolicyView.tsx',
      find: (page) => page.getByRole('dialog').filter({ hasText: 'This is the policy as' }),
    },
  },
  {
    name: 'policy-approval',
    address: ofPolicy('details'),
    ...under('requires_policy_approval', async (page) => {
      await dialog(page).getByText('Medium', { exact: true }).click()
      await press(page, 'Save policy')
      await page.getByRole('dialog', { name: 'Send for approval?' }).waitFor()
    }),
    ...layer('screens/policies/policy-editor.tsx', 'dialog', 'Send for approval?'),
  },
  {
    name: 'policy-import-approval',
    address: ofPolicy('rules'),
    ...under('requires_policy_approval', async (page) => {
      await page.getByRole('button', { name: 'Import' }).click()
      await page.locator('input[type=file]').setInputFiles(rulesFile)
      await press(page, 'Import 1 rule')
      await page.getByRole('dialog', { name: 'Send for approval?' }).waitFor()
    }),
    ...layer('screens/policies/rules/ImportDialog.tsx', 'dialog', 'Send for approval?'),
  },
]

const ofPeople: readonly Screen[] = [
  {
    name: 'group-unsaved',
    address: '/organization/groups',
    act: async (page) => {
      await opensRow(page, 'Asia Desk')
      await dialog(page).getByLabel('Description').fill('Clients of the east')
      await page.keyboard.press('Escape')
    },
    ...layer('editor/UnsavedGuard.tsx', 'dialog', 'Discard your changes?'),
  },
  {
    name: 'group-move',
    address: '/organization/groups',
    act: async (page) => {
      await opensRow(page, 'Asia Desk')
      await dialog(page).getByRole('link', { name: 'Members' }).click()
      await removesMember(page, /^Remove Grace Ho$/, 'Save group')
    },
    ...layer('screens/groups/group-editor.tsx', 'dialog', 'Choose another group for them'),
  },
  {
    name: 'permission-profile-move',
    address: '/organization/permission-profiles',
    act: async (page) => {
      await opensRow(page, 'Europe analysis')
      await dialog(page).getByRole('link', { name: 'Membership' }).click()
      await removesMember(page, /^Remove [A-Z]/, 'Save profile')
      await page.getByRole('dialog', { name: 'Review the effect of this change' }).waitFor()
      await press(page, /^Save and/)
    },
    ...layer(
      'screens/permission-profiles/profile-editor.tsx',
      'dialog',
      'Choose another permission profile for them',
    ),
  },
  {
    name: 'platform-user-second-step',
    address: '/organization/platform-users',
    act: async (page) => {
      await opensRow(page, 'Stefan Brandl')
      await press(page, 'Reset second step')
    },
    ...layer('screens/users/SignInPanel.tsx', 'dialog', 'Reset the second step?'),
  },
  {
    name: 'contact-effect',
    address: '/organization/contacts',
    act: async (page) => {
      await page.getByRole('table').getByRole('link').first().click()
      await dialog(page).getByText('Personal', { exact: true }).click()
      await dialog(page).getByRole('combobox', { name: 'Owner' }).click()
      await page.getByRole('option', { name: 'Grace Ho' }).click()
      await press(page, 'Save contact')
    },
    ...layer('screens/contacts/contact-editor.tsx', 'dialog', /\?$/),
  },
]

const ofReader: readonly Screen[] = [
  {
    name: 'account-enrol',
    address: '/account',
    act: (page) => press(page, 'Set up an authenticator'),
    undo: leavesAuthenticator,
    ...layer('screens/account/EnrolDialog.tsx', 'dialog', 'Set up an authenticator'),
  },
  {
    name: 'account-codes',
    address: '/account',
    act: enrols,
    undo: leavesAuthenticator,
    ...layer('screens/account/RecoveryCodesDialog.tsx', 'dialog', 'Your recovery codes'),
  },
  {
    name: 'account-code',
    address: '/account',
    act: async (page, stage) => {
      await enrols(page, stage)
      await press(page, 'I have saved them')
      await press(page, 'New recovery codes')
    },
    undo: leavesAuthenticator,
    ...layer('screens/account/CodeDialog.tsx', 'dialog', 'Create new recovery codes'),
  },
]

export const screensWithQuestions: readonly Screen[] = [
  ...ofViews,
  ...ofEvents,
  ...ofPolicies,
  ...ofPeople,
  ...ofReader,
  {
    name: 'theme-rename',
    address: '/themes?period=90',
    act: async (page) => {
      await opensTheme(page)
      await page.getByRole('menuitem', { name: 'Rename…' }).click()
    },
    ...layer('screens/themes/ThemeActions.tsx', 'dialog', 'Rename theme'),
  },
  {
    name: 'theme-merge',
    address: '/themes?period=90',
    act: async (page) => {
      await opensTheme(page)
      await page.getByRole('menuitem', { name: 'Merge into another…' }).click()
    },
    ...layer('screens/themes/ThemeActions.tsx', 'dialog', 'Merge theme'),
  },
  {
    name: 'organization-approval',
    address: '/organization/profile',
    ...under('requires_retention_approval', async (page) => {
      await press(page, 'Add a period')
      await page.getByRole('menuitem').first().click()
      await press(page, 'Save changes')
      await page.getByRole('dialog', { name: 'Send for approval?' }).waitFor()
    }),
    ...layer('screens/organizations/ProfileForm.tsx', 'dialog', 'Send for approval?'),
  },
]
