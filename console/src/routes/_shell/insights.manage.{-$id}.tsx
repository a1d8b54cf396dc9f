import { createFileRoute, redirect } from '@tanstack/react-router'

/** Insights are managed in Organization Settings; this address of theirs leads there. */
export const Route = createFileRoute('/_shell/insights/manage/{-$id}')({
  beforeLoad: ({ params: { id } }) => {
    throw redirect({ href: `/organization/insights${id === undefined ? '' : `/${id}`}`, replace: true })
  },
})
