import { createFileRoute } from '@tanstack/react-router'
import { singleSignOnQuery } from '#screens/single-sign-on/queries.ts'
import { SingleSignOnScreen } from '#screens/single-sign-on/SingleSignOnScreen.tsx'

export const Route = createFileRoute('/_shell/organization/single-sign-on')({
  loader: ({ context: { app, queryClient } }) => {
    void queryClient.prefetchQuery(singleSignOnQuery(app.api))
  },
  component: SingleSignOnScreen,
})
