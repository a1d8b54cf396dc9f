import type { Policy } from '@verbatim/contract/policies.ts'
import { EnabledSwitch } from '#lists/EnabledSwitch.tsx'
import { useSetEnabled } from './mutations.ts'

/** Whether a policy is enabled. */
export function PolicySwitch({ policy }: { policy: Policy }) {
  const { setEnabled, isPending } = useSetEnabled()
  const { name, enabled } = policy
  return (
    <EnabledSwitch
      {...{ name, enabled }}
      needs="policies.manage"
      busy={isPending}
      onSwitch={(next) => setEnabled({ policy, enabled: next })}
    />
  )
}
