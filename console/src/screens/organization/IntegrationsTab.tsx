import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Organization } from '@verbatim/contract/organizations.ts'
import { Page } from '@verbatim/ui/frame/Page.tsx'
import { PageForm } from '#editor/PageForm.tsx'
import { SaveBar } from '#editor/SaveBar.tsx'
import { usePageForm } from '#editor/use-page-form.ts'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { ProviderMissing } from '#screens/integrations/ProviderNotice.tsx'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { ChannelCounts } from './ChannelCounts.tsx'
import { profileForm } from './profile-form.ts'
import classes from './ProfileForm.module.css'
import { ProviderSection } from './ProviderSection.tsx'
import { profileQuery } from './queries.ts'

/** Which channels are connected, and the provider that messages are captured through. */
export function IntegrationsTab() {
  const { data, error, refetch } = useQuery(profileQuery(useApi()))
  const seesAccounts = useCan('integrations.view')
  if (error && !data) return <ErrorPage error={error} onRetry={() => void refetch()} />
  return (
    <Page title="Integrations" layout="reading">
      <div className={classes.form}>
        <ProviderMissing />
        {seesAccounts && <ChannelCounts />}
        {data ? <ProviderForm latest={data} /> : <Skeleton height={240} aria-busy />}
      </div>
    </Page>
  )
}

/** The same form as the profile's, of which this page shows one section: only what is changed is sent. */
function ProviderForm({ latest }: { latest: Organization }) {
  const editing = usePageForm(profileForm, latest, { canEdit: useCan('organization.manage') })
  return (
    <PageForm editing={editing} thing="this organization" guarded="organization" className={classes.form}>
      <ProviderSection {...editing} />
      {editing.canEdit && <SaveBar {...editing} />}
    </PageForm>
  )
}
