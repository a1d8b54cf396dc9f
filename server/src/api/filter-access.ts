import type { Permission } from '@verbatim/contract/permissions.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'

/** What fields tell beside the rows: profiles, and what of a person's own messages no policy looks at. */
const permissionOf: ReadonlyMap<string, Permission> = new Map([
  ['permissionProfileId', 'permission_profiles.view'],
  ['isUncovered', 'metrics.compliance'],
])

/** Only users who may see a field may filter by it. @throws Failure `access.denied` */
export function checkFilterAccess(
  { permissions }: Actor,
  { filter }: { readonly filter: readonly { readonly field: string }[] },
): void {
  for (const { field } of filter) {
    const permission = permissionOf.get(field)
    if (permission && !permissions.has(permission)) throw new Failure('access.denied', { permission })
  }
}
