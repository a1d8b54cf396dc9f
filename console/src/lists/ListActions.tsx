import { Button } from '@mantine/core'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { type ListState, toExportCall } from '@verbatim/client/list-state.ts'
import type { Page } from '@verbatim/contract/list.ts'
import type { RowLike } from '@verbatim/ui/table/DataTable.tsx'
import { Link } from '@verbatim/ui/Link.tsx'
import type { ReactNode } from 'react'
import { ExportMenu } from '#exports/ExportMenu.tsx'
import { useApi, useViewer } from '#shell/use-app-context.ts'
import type { List } from './list.ts'

interface ListActions {
  /** The button to a new row. */
  readonly create: ReactNode
  /** The button to an import, if there is one. */
  readonly load: ReactNode
  readonly canExport: boolean
}

/** The reader's actions on the whole list; `undefined` for those without permission. */
export function useListActions(
  { create, exports }: Pick<List<Page<RowLike>>, 'create' | 'exports'>,
  href: (rest: string) => string,
): ListActions {
  const { permissions } = useViewer()
  const canExport = exports !== undefined && permissions.has(exports.call.access)
  if (!create || !permissions.has(create.needs)) return { create: undefined, load: undefined, canExport }
  const CreateIcon = create.icon ?? IconPlus
  const button = (
    <Button component={Link} href={href(create.to)} leftSection={<CreateIcon size={16} aria-hidden />}>
      {create.label}
    </Button>
  )
  const canImport = create.importNeeds && permissions.has(create.importNeeds)
  return { create: button, load: canImport && <ImportLink href={href('import')} />, canExport }
}

function ImportLink({ href }: { href: string }) {
  return (
    <Button
      variant="default"
      component={Link}
      href={href}
      leftSection={<IconFileImport size={16} aria-hidden />}
    >
      Import
    </Button>
  )
}

interface ListExportProps {
  list: Pick<List<Page<RowLike>>, 'exports' | 'spec'>
  state: ListState
  isEmpty: boolean
}

/** Exports all rows that match the list's question. */
export function ListExport({ list: { exports, spec }, state, isEmpty }: ListExportProps) {
  const api = useApi()
  if (!exports) return
  return (
    <ExportMenu
      title={exports.title}
      isEmpty={isEmpty}
      start={(format) => {
        const asked = { query: toExportCall(spec, state), body: { format } }
        return api(exports.call, asked)
      }}
    />
  )
}
