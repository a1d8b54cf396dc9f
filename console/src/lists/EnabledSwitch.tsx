import { Switch } from '@mantine/core'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { useCan } from '#shell/use-app-context.ts'
import classes from './EnabledSwitch.module.css'

interface EnabledSwitchProps {
  /** “Suitability”, as it is spoken. */
  name: string
  enabled: boolean
  /** The permission to switch it. */
  needs: Permission
  busy: boolean
  onSwitch: (enabled: boolean) => void
}

/** Whether the thing of a row is enabled; users who may change it can switch it in the list. */
export function EnabledSwitch({ name, enabled, needs, busy, onSwitch }: EnabledSwitchProps) {
  if (!useCan(needs)) return enabled ? 'Enabled' : 'Disabled'
  return (
    <Switch
      className={classes.switch}
      size="sm"
      aria-label={`${name} is enabled`}
      checked={enabled}
      onChange={(event) => {
        if (!busy) onSwitch(event.currentTarget.checked)
      }}
    />
  )
}
