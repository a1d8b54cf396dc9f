import { IconLogout } from '@tabler/icons-react'
import { AccountMenu as Account } from '@verbatim/ui/frame/AccountMenu.tsx'
import { useReader, useVisit } from './use-visit.ts'

/** The signed-in user, the colour scheme, and sign-out. */
export function AccountMenu() {
  const { app } = useVisit()
  const { name, email, organization } = useReader()
  const signOut = {
    label: app ? 'Sign out' : 'Sign out (needs a connection)',
    icon: IconLogout,
    disabled: !app,
    onClick: () => void app?.session.signOut().then((address) => address && location.assign(address)),
  }
  return <Account name={name} facts={[email, organization]} acts={[[signOut]]} />
}
