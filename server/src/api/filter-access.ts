import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'

/** Only users who may see profiles may filter by them. @throws Failure `access.denied` */
export function checkFilterAccess(
  { permissions }: Actor,
  { filter }: { readonly filter: readonly { readonly field: string }[] },
): void {
  const permission = 'permission_profiles.view'
  if (filter.some(({ field }) => field === 'permissionProfileId') && !permissions.has(permission))
    throw new Failure('access.denied', { permission })
}
