import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Organization } from '@verbatim/contract/organizations.ts'
import { PageForm } from '#editor/PageForm.tsx'
import { usePageForm } from '#editor/use-page-form.ts'
import { useCan } from '#shell/use-app-context.ts'
import { GeneralSection } from './GeneralSection.tsx'
import { basicsKey } from './mutations.ts'
import { type ProfileEditing, profileForm } from './profile-form.ts'
import classes from './ProfileForm.module.css'
import { ProviderSection } from './ProviderSection.tsx'
import { RetentionSection } from './RetentionSection.tsx'
import { SecuritySection } from './SecuritySection.tsx'

/** The organization's settings, written together and saved together; someone else's change is shown, not overwritten. */
export function ProfileForm({ latest }: { latest: Organization }) {
  const queryClient = useQueryClient()
  const editing = usePageForm(profileForm, latest, {
    canEdit: useCan('organization.manage'),
    onSaved: () => void queryClient.invalidateQueries({ queryKey: basicsKey }),
  })
  return (
    <PageForm editing={editing} thing="this organization" guarded="organization" className={classes.form}>
      <GeneralSection {...editing} />
      <SecuritySection {...editing} />
      <ProviderSection {...editing} />
      <RetentionSection {...editing} />
      {editing.canEdit && <SaveBar {...editing} />}
    </PageForm>
  )
}

function SaveBar({ errors, isDirty, isSaving, discard }: ProfileEditing) {
  const hasErrors = Object.keys(errors).length > 0
  return (
    <div className={classes.bar}>
      <Button type="submit" loading={isSaving} disabled={!isDirty}>
        Save changes
      </Button>
      <Button variant="default" disabled={!isDirty || isSaving} onClick={discard}>
        Discard
      </Button>
      <span role="status" className={classes.state}>
        {hasErrors ? 'Some fields need correction.' : isDirty ? 'Not saved yet.' : 'Everything is saved.'}
      </span>
    </div>
  )
}
