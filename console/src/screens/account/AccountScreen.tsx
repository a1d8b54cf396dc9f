import { useSuspenseQuery } from '@tanstack/react-query'
import type { Account } from '@verbatim/contract/account.ts'
import { roleNames } from '@verbatim/contract/permissions.ts'
import { Facts } from '@verbatim/ui/Facts.tsx'
import { Page } from '@verbatim/ui/frame/Page.tsx'
import { useApi } from '#shell/use-app-context.ts'
import { ReportsSection } from '#screens/report-schedules/ReportsSection.tsx'
import classes from './AccountScreen.module.css'
import { DevicesSection } from './DevicesSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { accountQuery } from './queries.ts'
import { PoolSecondStepSection } from './PoolSecondStepSection.tsx'
import { SecondStepSection } from './SecondStepSection.tsx'

const kept = {
  elsewhere: 'You signed in with single sign-on. Your password and second step are managed there.',
  devices:
    'Your sign-in is managed by a user pool, which does not report where you are signed in. “Sign out everywhere” ends all sessions.',
}

/** Account Settings: the reader's own name, password, second step and devices. */
export function AccountScreen() {
  const { data: account } = useSuspenseQuery(accountQuery(useApi()))
  return (
    <Page title="Account Settings" layout="reading">
      <div className={classes.columns}>
        <div className={classes.main}>
          <ProfileSection account={account} />
          {account.managesSignIn && <PasswordSection account={account} />}
          {account.managesSignIn && <SecondStep account={account} />}
          {account.keptAt === 'here' && <DevicesSection />}
          <ReportsSection className={classes.section} />
        </div>
        <aside className={classes.facts}>
          <Facts
            facts={[
              ['Role', roleNames[account.role]],
              ['Locks after', `${account.idleLockMinutes} minutes of inactivity`],
              ['Sign-in', !account.managesSignIn && kept.elsewhere],
              ['Devices', account.keptAt === 'user-pool' && kept.devices],
            ]}
          />
        </aside>
      </div>
    </Page>
  )
}

function SecondStep({ account }: { account: Account }) {
  return account.keptAt === 'here' ? (
    <SecondStepSection account={account} />
  ) : (
    <PoolSecondStepSection account={account} />
  )
}
