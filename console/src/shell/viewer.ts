import { queryOptions } from '@tanstack/react-query'
import { Failure } from '@verbatim/client/failure.ts'
import { getFeatureConfig } from '@verbatim/contract/config.ts'
import type { OrganizationBasics } from '@verbatim/contract/organization-basics.ts'
import { type Permission, type Role, rolePermissions } from '@verbatim/contract/permissions.ts'
import type { AppContext } from '@verbatim/client/app-context.ts'

/** The signed-in user, their permissions, and their organization. For display only, because the server decides. */
export interface Viewer {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly permissions: ReadonlySet<Permission>
  readonly organization: OrganizationBasics
  /** Without activity for this long, every tab locks. */
  readonly idleLockMinutes: number
  /** No mail server is configured, so no mail is sent until there is one. */
  readonly mailWaits: boolean
  /** Files are scanned for malware before they can be opened. */
  readonly scansFiles: boolean
  /** Lists show pseudonyms of clients and representatives. */
  readonly readsUnderPseudonyms: boolean
}

/** The signed-in user, with their permissions from the server. */
export function viewerQuery({ api, session, organization }: AppContext) {
  return queryOptions({
    queryKey: ['viewer'],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<Viewer> => {
      const config = await api(getFeatureConfig, {}, signal)
      const { permissions, idleLockMinutes = 30, mailWaits = false, scansFiles = false } = config
      const { readsUnderPseudonyms = false } = config
      const person = session.person()
      if (!person) throw new Failure('session.missing')
      const { id, email, role } = person
      return {
        id,
        email,
        role,
        name: person.name || email,
        permissions: new Set(permissions ?? rolePermissions[role]),
        organization,
        idleLockMinutes,
        mailWaits,
        scansFiles,
        readsUnderPseudonyms,
      }
    },
  })
}
