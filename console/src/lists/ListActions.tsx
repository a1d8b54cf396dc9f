import { Button, type ButtonProps } from '@mantine/core'
import { type Icon, IconFileImport, IconPlus } from '@tabler/icons-react'
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
  blocked?: string,
): ListActions {
  const { permissions } = useViewer()
  const canExport = exports !== undefined && permissions.has(exports.call.access)
  if (!create || !permissions.has(create.needs)) return { create: undefined, load: undefined, canExport }
  const button = (
    <ListButton href={href(create.to)} blocked={blocked} icon={create.icon ?? IconPlus}>
      {create.label}
    </ListButton>
  )
  const canImport = create.importNeeds && permissions.has(create.importNeeds)
  const load = canImport && (
    <ListButton href={href('import')} blocked={blocked} icon={IconFileImport} variant="default">
      Import
    </ListButton>
  )
  return { create: button, load, canExport }
}

interface ListButtonProps extends ButtonProps {
  href: string
  blocked: string | undefined
  icon: Icon
}

function ListButton({ href, blocked, icon: Sign, ...props }: ListButtonProps) {
  const look = { ...props, leftSection: <Sign size={16} aria-hidden /> }
  if (!blocked) return <Button component={Link} href={href} {...look} />
  // Not `disabled`, because keyboard users must be able to reach it and read the reason.
  return <Button {...look} data-disabled aria-disabled aria-description={blocked} title={blocked} />
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
