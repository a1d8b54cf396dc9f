/** Contacts taken in from a file. */
import { runImports } from '@verbatim/server/flows/run-imports/run-imports.ts'
import type { Page } from '@playwright/test'
import { choosesFile } from './acts.ts'
import { layer, type Screen, type Stage } from './stage.ts'

/** Each contact has a number of its own, the same ones in every run. */
let imported = 100

/** Imports a contact, and reads what was refused. */
async function imports(page: Page, { installation, tenantId }: Stage): Promise<void> {
  imported += 1
  const number = `+44 20 7946 0${imported}`
  const rows = ['Name,Mobile,Group', `Nora Feld,${number},Asia Desk`, 'No number,,Asia Desk']
  await choosesFile(page, 'clients.csv', `${rows.join('\n')}\n`)
  const takenIn = async (next: string | RegExp) => {
    const further = page.getByRole('button', { name: next })
    // The installation's worker may be done before the button is seen.
    await page.getByRole('button', { name: 'Cancel import' }).or(further).first().waitFor()
    while ((await runImports(installation.world.ctx, tenantId)) > 0);
    await page.reload()
  }
  const importing = /^Import \d/
  await page.getByRole('button', { name: 'Check rows' }).click()
  await takenIn(importing)
  await page.getByRole('button', { name: importing }).click()
  await takenIn('Undo import')
  // The list behind it is read again once it is over.
  await page.getByRole('button', { name: 'Undo import' }).waitFor()
  await page.reload()
}

export const screensOfImports: readonly Screen[] = [
  {
    name: 'import-start',
    address: '/organization/contacts/import',
    ...layer('screens/imports/ImportStartScreen.tsx', 'dialog', 'Import contacts'),
  },
  {
    name: 'platform-user-import',
    address: '/organization/platform-users/import',
    ...layer('screens/imports/ImportStartScreen.tsx', 'dialog', /^Import/),
  },
  {
    name: 'messenger-user-import',
    address: '/messenger-settings/messenger-users/import',
    ...layer('screens/imports/ImportStartScreen.tsx', 'dialog', /^Import/),
  },
  {
    name: 'import-columns',
    changes: true,
    address: '/organization/contacts/import',
    act: (page) =>
      choosesFile(
        page,
        'clients.csv',
        'Client,Mobile,Desk\nHelena Marsh,+44 20 7946 0958,Asia Desk\nJonas Weber,,Asia Desk\n',
      ),
    ...layer('screens/imports/ImportScreen.tsx', 'dialog', /./),
  },
  { name: 'import-report', changes: true, address: '/organization/contacts/import', act: imports },
  {
    name: 'import-undo',
    changes: true,
    address: '/organization/contacts/import',
    act: async (page, stage) => {
      await imports(page, stage)
      await page.getByRole('button', { name: 'Undo import' }).click()
    },
    ...layer('screens/imports/ImportButtons.tsx', 'dialog', 'Undo this import?'),
  },
  { name: 'imports', address: '/organization/imports' },
]
