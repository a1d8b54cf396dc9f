import { Avatar, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import {
  IconDeviceDesktop,
  IconDevicesOff,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
} from '@tabler/icons-react'
import { roleNames } from '@verbatim/contract/permissions.ts'
import classes from './AccountMenu.module.css'
import { useSignOut } from './sign-out.ts'
import type { Viewer } from './viewer.ts'

const schemes = [
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
] as const

/** Who is signed in, how it looks, the keys, and the ways out. */
export function AccountMenu({ viewer, onShortcuts }: { viewer: Viewer; onShortcuts: () => void }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { signOut, signOutEverywhere } = useSignOut()
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={`Account of ${viewer.name}`}>
          <Avatar size={32} color="indigo">
            {initialsOf(viewer.name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <bdi className={classes.name}>{viewer.name}</bdi>
          <bdi>{viewer.email}</bdi>
          <span>{roleNames[viewer.role]}</span>
        </div>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        {schemes.map(({ value, label, icon: SchemeIcon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            className={classes.choice}
            leftSection={<SchemeIcon size={16} aria-hidden />}
            closeMenuOnClick={false}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
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
