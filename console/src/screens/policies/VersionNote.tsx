import type { Policy } from '@verbatim/contract/policies.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { usePoliciesAddress } from './policies-address.ts'

interface VersionNoteProps {
  policy: Pick<Policy, 'version' | 'changedAt' | 'changedBy'>
  newest: number | undefined
}

/** Which version it is, by whom, and the ways to the versions before and after. */
export function VersionNote({
  policy: { version, changedAt, changedBy },
  newest = version,
}: VersionNoteProps) {
  const { hereHref } = usePoliciesAddress()
  const to = (other: number) => hereHref(other === newest ? {} : { version: other })
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
