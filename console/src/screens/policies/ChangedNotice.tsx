import { useQuery } from '@tanstack/react-query'
import type { PolicyDetail } from '@verbatim/contract/policies.ts'
import { ChangedAlert } from '#editor/ChangedAlert.tsx'
import { groupNamesQuery } from '#lists/group-names.ts'
import { useApi } from '#shell/use-app-context.ts'
import { type PolicyValues, toValues } from './policy-form.ts'
import { differences, rebase } from './policy-merge.ts'
import { groupNamer } from './policy-words.ts'

interface ChangedNoticeProps {
  base: PolicyDetail
  newer: PolicyDetail
  values: PolicyValues
  isDirty: boolean
  /** Goes on from the newer version, with these values on top of it. */
  onAdopt: (values: PolicyValues) => void
}

/** Somebody else changed the policy: what it was, and both ways to go on. */
export function ChangedNotice({ base, newer, values, isDirty, onAdopt }: ChangedNoticeProps) {
  const { data: groups } = useQuery(groupNamesQuery(useApi()))
  return (
    <ChangedAlert
      thing="this policy"
      changed={{ by: newer.changedBy, at: newer.changedAt }}
      isIdle={!isDirty}
      differences={differences(base, newer, values, groupNamer(groups))}
      keep={() => onAdopt(rebase(base, newer, values))}
      reload={() => onAdopt(toValues(newer))}
    />
  )
}
