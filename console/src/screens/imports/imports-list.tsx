import { Progress, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import {
  type Import,
  importKinds,
  importList,
  importStates,
  listImports,
} from '@verbatim/contract/imports.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { Moment } from '@verbatim/ui/Moment.tsx'
import { filterFields } from '@verbatim/ui/filters/filter-words.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { list } from '#lists/list.ts'
import { countColumn } from '#lists/usual-columns.tsx'
import { Count } from '@verbatim/ui/table/Count.tsx'
import { allImports, kindNames } from './import-sides.ts'
import { ImportStateBadge } from './ImportStateBadge.tsx'
import { isMoving } from './queries.ts'
import { stateNames } from './state-names.ts'

const count = (id: keyof Import['counts'], label: string): Column<Import> => ({
  id,
  label,
  sortBy: `${id}Rows`,
  width: 88,
  align: 'right',
  cell: ({ counts }) => <Count value={counts[id]} isProblem={id === 'failed'} />,
})

const columns: readonly Column<Import>[] = [
  {
    id: 'file',
    label: 'File',
    sortBy: 'fileName',
    narrow: 'line',
    cell: ({ fileName, kind }) => <TwoLines first={<bdi>{fileName}</bdi>} second={kindNames[kind]} />,
  },
  {
    id: 'state',
    label: 'Status',
    sortBy: 'state',
    width: 208,
    narrow: 'end',
    cell: (one) => <State given={one} />,
  },
  { ...countColumn('total', 'Rows', { id: 'rows', width: 80 }), sortBy: 'rows' },
  count('created', 'Created'),
  count('updated', 'Updated'),
  count('skipped', 'Skipped'),
  count('failed', 'Failed'),
  {
    id: 'startedBy',
    label: 'Uploaded',
    sortBy: 'created',
    width: 152,
    narrow: 'named',
    cell: ({ startedBy, createdAt }) => (
      <TwoLines first={<Moment at={createdAt} isListed />} second={<bdi>{startedBy}</bdi>} />
    ),
  },
]

/** The state of an import: its progress while it runs, and until when it can be undone. */
function State({ given }: { given: Import }) {
  const { state, done, total, undoUntil, fileName } = given
  return (
    <>
      <ImportStateBadge state={state} />
      {isMoving(given) && state !== 'done' && (
        <Progress size="sm" mt={4} value={(100 * done) / total} aria-label={`Progress of ${fileName}`} />
      )}
      {undoUntil && (
        <Text size="xs" c="dimmed">
          Undo until <DateTime at={undoUntil} />
        </Text>
      )}
    </>
  )
}

/** All imports of the kinds that the reader may make. An open one is shown over the list. */
export const importsList = list({
  key: ['imports'],
  saved: 'imports',
  spec: importList,
  call: listImports,
  // While a worker processes one of them.
  againAfterMs: ({ items }) => (items.some(isMoving) ? 2_000 : false),
  title: 'Imports',
  noun: 'imports',
  columns,
  days: { sortBy: 'created', at: ({ createdAt }) => createdAt },
  fields: filterFields(importList.fields, {
    kind: { label: 'Kind', options: optionsOf(importKinds, kindNames) },
    state: { label: 'Status', options: optionsOf(importStates, stateNames) },
    fileName: 'File',
    startedBy: 'Started by',
    created: 'Uploaded',
    failedRows: 'Failed rows',
  }),
  searchPlaceholder: 'Search by file or person',
  rowLabel: ({ fileName }) => fileName,
  path: allImports.list,
  empty: {
    icon: IconFileImport,
    title: 'No imports yet',
    text: 'Platform users, messenger users, contacts and accounts can be imported from files. Every import is listed here with its report.',
    next: [
      {
        label: 'Import platform users',
        href: '/organization/platform-users/import',
        needs: 'platform_users.manage',
      },
      {
        label: 'Import messenger users',
        href: '/messenger-settings/messenger-users/import',
        needs: 'messenger_users.manage',
      },
      { label: 'Import contacts', href: '/organization/contacts/import', needs: 'contacts.manage' },
    ],
  },
})
