import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Api } from '@verbatim/client/api.ts'
import { getOrganizationBasics, type OrganizationBasics } from '@verbatim/contract/organization-basics.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import type { AppContext } from '@verbatim/client/app-context.ts'
import { type Viewer, viewerQuery } from './viewer.ts'

export function useAppContext(): AppContext {
  return useRouteContext({ from: '__root__' }).app
}

/** The API, signed in. */
export function useApi(): Api {
  return useAppContext().api
}

/** The signed-in user. Only inside the shell. */
export function useViewer(): Viewer {
  return useSuspenseQuery(viewerQuery(useAppContext())).data
}

/** Whether the reader has a permission, for display. */
export function useCan(permission: Permission): boolean {
  return useViewer().permissions.has(permission)
}

/** The current name and logo of the organization, for the frame. */
export function useOrganization(): OrganizationBasics {
  const { api, organization } = useAppContext()
  return useQuery({
    queryKey: ['organization', 'basics'],
    queryFn: ({ signal }) => api(getOrganizationBasics, {}, signal),
    initialData: organization,
    staleTime: Infinity,
  }).data
}
