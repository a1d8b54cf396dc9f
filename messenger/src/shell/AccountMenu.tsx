import { Menu, VisuallyHidden, useMantineColorScheme } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { initialsOf } from '@verbatim/ui/initials.ts'
import classes from './AccountMenu.module.css'
import { useReader, useVisit } from './use-visit.ts'

const schemes = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Who is signed in, how it looks, and the way out. */
export function AccountMenu() {
  const { house } = useVisit()
  const { name, email, organization } = useReader()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (wanted: string) => {
    const scheme = schemes.find(({ value }) => value === wanted)
    if (scheme) setColorScheme(scheme.value)
  }
  return (
    <Menu position="bottom-end" width={240} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes.target} title={`Account of ${name}`}>
          <VisuallyHidden>Account of {name}</VisuallyHidden>
          <span aria-hidden>{initialsOf(name)}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <bdi className={classes.name}>{name}</bdi>
          <bdi>{email}</bdi>
          <bdi>{organization}</bdi>
        </div>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={choose}>
          {schemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          disabled={!house}
          onClick={() => void house?.session.signOut()}
        >
          {house ? 'Sign out' : 'Sign out (needs a connection)'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
