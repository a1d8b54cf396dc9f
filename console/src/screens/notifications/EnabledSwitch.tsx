import { Switch } from '@mantine/core'
import type { Notification } from '@verbatim/contract/notifications.ts'
import { useCan } from '#shell/use-app-context.ts'
import classes from './EnabledSwitch.module.css'
import { useSetEnabled } from './mutations.ts'

/** Whether a notification is enabled; users who may change it can switch it in the list. */
export function EnabledSwitch({ notification }: { notification: Notification }) {
  const { mutate, isPending } = useSetEnabled()
  if (!useCan('notifications.manage')) return notification.enabled ? 'Enabled' : 'Disabled'
  return (
    <Switch
      className={classes.switch}
      size="sm"
      aria-label={`The notification of ${notification.policyName} is enabled`}
      checked={notification.enabled}
      onChange={(event) => {
        if (!isPending) mutate({ notification, enabled: event.currentTarget.checked })
      }}
    />
  )
}
