import { Button, Group, Title } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type Device, endDevice, endOtherDevices } from '@verbatim/contract/devices.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useApi } from '#shell/use-app-context.ts'
import classes from './AccountScreen.module.css'
import { deviceName } from './device-name.ts'
import { devicesQuery } from './queries.ts'

/** The user's signed-in devices, each with a button to sign it out. */
export function DevicesSection() {
  const api = useApi()
  const queryClient = useQueryClient()
  const tellFailure = useFailureToast()
  const { items } = useSuspenseQuery(devicesQuery(api)).data
  const end = useMutation({
    mutationFn: async (id: string) => {
      if (id === 'others') await api(endOtherDevices, {})
      else await api(endDevice, { params: { id } })
    },
    onError: (error) => tellFailure('Nothing was signed out', error),
    onSettled: () => queryClient.invalidateQueries(devicesQuery(api)),
  })
  // An external pool does not list devices.
  if (items.length === 0) return null
  return (
    <section className={classes.section}>
      <Title order={2} id="account-devices">
        Devices
      </Title>
      <ul className={classes.devices}>
        {items.map((device) => (
          <li key={device.id} className={classes.device}>
            <DeviceLine device={device} />
            {!device.isCurrent && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Sign out ${deviceName(device.agent)}`}
                loading={end.isPending && end.variables === device.id}
                onClick={() => end.mutate(device.id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <Group>
          <Button
            variant="default"
            loading={end.isPending && end.variables === 'others'}
            onClick={() => end.mutate('others')}
          >
            Sign out all other devices
          </Button>
        </Group>
      )}
    </section>
  )
}

function DeviceLine({ device: { agent, address, isCurrent, lastUsedAt, secondStep } }: { device: Device }) {
  return (
    <div>
      <div title={agent}>
        {deviceName(agent)}
        {isCurrent && <strong> · this device</strong>}
      </div>
      <div className={classes.hint}>
        {address && <bdi>{address} · </bdi>}
        last used <Ago at={lastUsedAt} />
        {secondStep && ' · with a second step'}
      </div>
    </div>
  )
}
