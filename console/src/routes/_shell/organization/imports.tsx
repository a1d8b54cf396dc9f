import { createFileRoute } from '@tanstack/react-router'
import { importsList } from '#screens/imports/imports-list.tsx'
import { listLoader } from '#lists/list.ts'
import { listAddress } from '#lists/list-address.ts'
import { ListScreen } from '#lists/ListScreen.tsx'

export const Route = createFileRoute('/_shell/organization/imports')({
  ...listAddress,
  loader: listLoader(importsList),
  component: () => <ListScreen list={importsList} />,
})
