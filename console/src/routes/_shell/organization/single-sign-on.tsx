import { createFileRoute } from '@tanstack/react-router'
import { singleSignOnQuery } from '#screens/single-sign-on/queries.ts'
import { SingleSignOnScreen } from '#screens/single-sign-on/SingleSignOnScreen.tsx'

export const Route = createFileRoute('/_shell/organization/single-sign-on')({
  loader: ({ context: { house, queryClient } }) => {
    void queryClient.prefetchQuery(singleSignOnQuery(house.api))
  },
  component: SingleSignOnScreen,
})
