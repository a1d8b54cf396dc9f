import { useQuery } from '@tanstack/react-query'
import type { Organization } from '@verbatim/contract/organizations.ts'
import { Page } from '@verbatim/ui/frame/Page.tsx'
import { PageForm } from '#editor/PageForm.tsx'
import { SaveBar } from '#editor/SaveBar.tsx'
import { usePageForm } from '#editor/use-page-form.ts'
import { Loaded } from '#failures/Loaded.tsx'
import { ProviderMissing } from '#screens/integration-accounts/ProviderNotice.tsx'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { ChannelCounts } from './ChannelCounts.tsx'
import { profileForm } from './profile-form.ts'
import classes from './ProfileForm.module.css'
import { ProviderSection } from './ProviderSection.tsx'
import { profileQuery } from './queries.ts'

/** Which channels are connected, and the provider that messages are captured through. */
export function IntegrationsTab() {
  const seesAccounts = useCan('integrations.view')
  return (
    <Loaded
      of={useQuery(profileQuery(useApi()))}
      pending={240}
      frame={(content) => (
        <Page title="Integrations" layout="reading">
          <div className={classes.form}>
            <ProviderMissing />
            {seesAccounts && <ChannelCounts />}
            {content}
          </div>
        </Page>
      )}
    >
      {(data) => <ProviderForm latest={data} />}
    </Loaded>
  )
}

/** The same form as the profile's, of which this page shows one section: only what is changed is sent. */
function ProviderForm({ latest }: { latest: Organization }) {
  const editing = usePageForm(profileForm, latest, { canEdit: useCan('organization.manage') })
  return (
    <PageForm editing={editing} thing="this organization" guarded="organization">
      <ProviderSection {...editing} />
      {editing.canEdit && <SaveBar {...editing} />}
    </PageForm>
  )
}
