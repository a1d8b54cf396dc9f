import type { Policy } from '@verbatim/contract/policies.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { useOverlayAddress } from '#lists/overlay-address.ts'
import { policyPlace } from './policy-form.ts'

interface VersionNoteProps {
  policy: Pick<Policy, 'id' | 'version' | 'changedAt' | 'changedBy'>
  newest: number | undefined
}

/** The version, its author, and links to the versions before and after. */
export function VersionNote({
  policy: { id, version, changedAt, changedBy },
  newest = version,
}: VersionNoteProps) {
  const { href } = useOverlayAddress(policyPlace.list, policyPlace.path)
  const to = (other: number) => href(id, other === newest ? {} : { version: String(other) })
  return (
    <>
      Version {version}
      {version < newest && ` of ${newest}`} · changed <Ago at={changedAt} /> by <bdi>{changedBy}</bdi>
      {version > 1 && (
        <>
          {' · '}
          <TextLink href={to(version - 1)}>Earlier version</TextLink>
        </>
      )}
      {version < newest && (
        <>
          {' · '}
          <TextLink href={to(version + 1)}>Later version</TextLink>
        </>
      )}
    </>
  )
}
