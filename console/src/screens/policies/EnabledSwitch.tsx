import { Switch } from '@mantine/core'
import type { Policy } from '@verbatim/contract/policies.ts'
import { useCan } from '#shell/use-app-context.ts'
import classes from './EnabledSwitch.module.css'
import { useSetEnabled } from './mutations.ts'

/** Whether a policy is enabled; users who may change policies can switch it in the list. */
export function EnabledSwitch({ policy }: { policy: Policy }) {
  const { setEnabled, isPending } = useSetEnabled()
  if (!useCan('policies.manage')) return policy.enabled ? 'Enabled' : 'Disabled'
  return (
    <Switch
      className={classes.switch}
      size="sm"
      aria-label={`${policy.name} is enabled`}
      checked={policy.enabled}
      onChange={(event) => {
        if (!isPending) setEnabled({ policy, enabled: event.currentTarget.checked })
      }}
    />
  )
}
