import { createFileRoute } from '@tanstack/react-router'
import { importList } from '@verbatim/contract/imports.ts'
import { ImportsScreen } from '#screens/imports/ImportsScreen.tsx'
import { importsQuery } from '#screens/imports/queries.ts'
import { listAddress } from '#shell/list-address.ts'

export const Route = createFileRoute('/_shell/organization/imports')({
  ...listAddress(importList),
  loader: ({ context: { house, queryClient }, deps }) => {
    void queryClient.prefetchQuery(importsQuery(house.api, deps))
  },
  component: ImportsScreen,
})
