import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconDevicesOff, IconKeyboard, IconLogout } from '@tabler/icons-react'
import { roleNames } from '@verbatim/contract/permissions.ts'
import classes from './AccountMenu.module.css'
import { useSignOut } from './sign-out.ts'
import type { Viewer } from './viewer.ts'

const schemes = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Who is signed in, how it looks, the keys, and the ways out. */
export function AccountMenu({ viewer, onShortcuts }: { viewer: Viewer; onShortcuts: () => void }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { signOut, signOutEverywhere } = useSignOut()
  const choose = (wanted: string) => {
    const scheme = schemes.find(({ value }) => value === wanted)
    if (scheme) setColorScheme(scheme.value)
  }
  return (
    <Menu position="bottom-end" width={240} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes.target} title={`Account of ${viewer.name}`}>
          <span className={classes.spoken}>Account of {viewer.name}</span>
          <span aria-hidden>{initialsOf(viewer.name)}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <bdi className={classes.name}>{viewer.name}</bdi>
          <bdi>{viewer.email}</bdi>
          <span>{roleNames[viewer.role]}</span>
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
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          Sign out
        </Menu.Item>
        <Menu.Item leftSection={<IconDevicesOff size={16} aria-hidden />} onClick={signOutEverywhere}>
          Sign out everywhere
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** First letters of the first and last word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters.map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 32).toUpperCase()).join('')
}
