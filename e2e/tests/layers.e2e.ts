import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { screens } from '#screens/catalogue.ts'
import type { Sights } from '#screens/stage.ts'

const root = join(import.meta.dirname, '..', '..')

/** Frames of ours, each in a file of its name; what they hold, the file that uses them says. */
const ours = [
  'AccessEffectModal',
  'ApprovalQuestion',
  'AskDialog',
  'ConfirmModal',
  'DayField',
  'Dialog',
  'DialogFrame',
  'EditorApproval',
  'EffectModal',
  'MoveModal',
  'StepModal',
]
const theirs = ['Combobox', 'Dialog', 'Drawer', 'HoverCard', 'Menu', 'Modal', 'Popover']
const layer = new RegExp(String.raw`<(?:${[...ours, ...theirs].join('|')})(?:\.Root)?[\s>]|<dialog[\s>]`, 'g')

/** Those that no screen of the catalogue can show, and where they are looked at instead. */
const elsewhere: Readonly<Record<string, { readonly count: number; readonly story: string }>> = {
  // For users of an external user pool.
  'console/src/screens/account/ProofDialog.tsx': { count: 1, story: 'account.e2e.ts' },
  // No prompt can be added, because this release has no language model.
  'console/src/screens/policies/DetailsTab.tsx': { count: 1, story: 'policies.e2e.ts' },
  // The catalogue's organization has no theme with sub-themes.
  'console/src/screens/themes/ThemeActions.tsx': { count: 1, story: 'themes.e2e.ts' },
  // The question before a change is sent for approval, which the catalogue's organization does not ask for.
  'console/src/screens/groups/group-editor.tsx': { count: 1, story: 'change-requests.e2e.ts' },
  'console/src/screens/users/user-editor.tsx': { count: 1, story: 'change-requests.e2e.ts' },
  // The same question in the server's words, if someone else has just added a prompt.
  'console/src/screens/policies/policy-editor.tsx': { count: 1, story: 'policies.e2e.ts' },
}

test('a screen of the catalogue opens every dialog, menu and panel of the sources', async () => {
  const missing: string[] = []
  const drawing = new Set<string>()
  for await (const file of glob('{console,messenger,ui}/src/**/*.tsx', { cwd: root })) {
    if (file.endsWith('.test.tsx') || ours.includes(basename(file, '.tsx'))) continue
    const drawn = [...readFileSync(join(root, file), 'utf8').matchAll(layer)].length
    if (drawn > 0) drawing.add(file)
    const opened = new Set(screens.filter((screen) => screen.layer?.of === file).map(({ name }) => name)).size
    const seen = opened + (elsewhere[file]?.count ?? 0)
    if (seen < drawn) missing.push(`${file} draws ${drawn}, and ${seen} are opened`)
  }
  expect(missing).toEqual([])
  expect(drawing.size).toBeGreaterThan(40)
  for (const { story } of Object.values(elsewhere))
    expect(readFileSync(join(import.meta.dirname, story), 'utf8')).toContain('checkAccess')
  const unknown = screens.flatMap(({ name, layer: shown }) =>
    shown && !drawing.has(shown.of) ? [`${name}: ${shown.of} draws none`] : [],
  )
  expect(unknown).toEqual([])
})

test('every golden tree is that of a screen of the catalogue', async () => {
  const names = new Set(screens.map(({ name }) => name))
  const unknown: string[] = []
  for await (const file of glob('*.yml', { cwd: join(root, 'e2e/trees') }))
    if (!names.has(basename(file, '.yml'))) unknown.push(file)
  expect(unknown).toEqual([])
})

/** Routes that no address of the catalogue names: the screen that shows the same, or whose actions lead there. */
const reached: Readonly<Record<string, string>> = {
  organization: 'organization',
  'messenger-settings': 'messenger-users',
  'organization/contacts/imports/$id': 'import-report',
  'organization/imports/$id': 'import-report',
  'organization/platform-users/imports/$id': 'import-report',
  'messenger-settings/messenger-users/imports/$id': 'import-report',
  'integrations/$channel/imports/$id': 'import-report',
}

const routes = 'console/src/routes/_shell'

test('every route of the console is on a screen of the catalogue', async () => {
  const ids = new Proxy({} as Sights, { get: () => 'ID' })
  const paths = screens
    .filter(({ app }) => app !== 'messenger')
    .map(({ address }) => (typeof address === 'string' ? address : address(ids)).replace(/[?#].*/, ''))
  const missing: string[] = []
  for await (const file of glob('**/*.tsx', { cwd: join(root, routes) })) {
    if (readFileSync(join(root, routes, file), 'utf8').includes('throw redirect(')) continue
    const route = file.replace(/(?:^|\/)index\.tsx$|\.tsx$/, '').replaceAll('.', '/')
    const pattern = route.replaceAll(/\/\{-\$\w+\}/g, '(?:/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+')
    const isShown = paths.some((path) => new RegExp(`^/${pattern}$`).test(path))
    if (!isShown && !(route in reached)) missing.push(route)
  }
  expect(missing).toEqual([])
  const names = new Set(screens.map(({ name }) => name))
  expect(Object.values(reached).filter((name) => !names.has(name))).toEqual([])
})
