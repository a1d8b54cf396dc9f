import '@verbatim/ui/mantine-later.css'
import { useSuspenseQuery } from '@tanstack/react-query'
import { roleNames } from '@verbatim/contract/permissions.ts'
import { Facts } from '@verbatim/ui/Facts.tsx'
import { Page } from '@verbatim/ui/Page.tsx'
import { useApi } from '#shell/use-house.ts'
import classes from './AccountScreen.module.css'
import { DevicesSection } from './DevicesSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { accountQuery } from './queries.ts'
import { SecondStepSection } from './SecondStepSection.tsx'

/** Account Settings: the reader's own name, password, second step and devices. */
export function AccountScreen() {
  const { data: account } = useSuspenseQuery(accountQuery(useApi()))
  return (
    <Page title="Account Settings" layout="reading">
      <div className={classes.columns}>
        <div className={classes.main}>
          <ProfileSection key={account.version} account={account} />
          {account.managesSignIn && <PasswordSection account={account} />}
          {account.managesSignIn && <SecondStepSection account={account} />}
          <DevicesSection />
        </div>
        <aside className={classes.facts}>
          <Facts
            facts={[
              ['Role', roleNames[account.role]],
              ['Locks after', `${account.idleLockMinutes} minutes without use`],
              [
                'Sign-in',
                !account.managesSignIn &&
                  'You signed in with single sign-on: your password and second step are kept there.',
              ],
            ]}
          />
        </aside>
      </div>
    </Page>
  )
}
