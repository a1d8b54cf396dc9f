import { useRouter } from '@tanstack/react-router'
import { IconDevicesOff, IconKeyboard, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { roleNames } from '@verbatim/contract/permissions.ts'
import { AccountMenu as Account } from '@verbatim/ui/frame/AccountMenu.tsx'
import { useSignOut } from './sign-out.ts'
import { useAppContext } from './use-app-context.ts'
import type { Viewer } from './viewer.ts'

/** The signed-in user, the colour scheme, the shortcuts, and sign-out. */
export function AccountMenu({ viewer, onShortcuts }: { viewer: Viewer; onShortcuts: () => void }) {
  const { signOut, signOutEverywhere } = useSignOut()
  const { navigate } = useRouter()
  const { session } = useAppContext()
  return (
    <Account
      name={viewer.name}
      facts={[viewer.email, roleNames[viewer.role]]}
      acts={[
        [
          {
            label: 'Account Settings',
            icon: IconUserCircle,
            onClick: () => void navigate({ to: '/account' }),
          },
          { label: 'Keyboard shortcuts', icon: IconKeyboard, onClick: onShortcuts },
        ],
        [
          { label: 'Sign out', icon: IconLogout, onClick: signOut },
          // A session of single sign-on cannot end the others.
          ...(session.person()?.bySingleSignOn
            ? []
            : [{ label: 'Sign out everywhere', icon: IconDevicesOff, onClick: signOutEverywhere }]),
        ],
      ]}
    />
  )
}
