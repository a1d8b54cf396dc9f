import { useQueryClient } from '@tanstack/react-query'
import type { Organization } from '@verbatim/contract/organizations.ts'
import { PageForm } from '#editor/PageForm.tsx'
import { SaveBar } from '#editor/SaveBar.tsx'
import { usePageForm } from '#editor/use-page-form.ts'
import { useCan } from '#shell/use-app-context.ts'
import { type Toast, useToast } from '@verbatim/ui/Toasts.tsx'
import { useState } from 'react'
import { ApprovalQuestion } from '#approval/ApprovalQuestion.tsx'
import { AwaitingApproval } from '#approval/AwaitingApproval.tsx'
import { ApprovalSection } from './ApprovalSection.tsx'
import { GeneralSection } from './GeneralSection.tsx'
import { HoursSection } from './HoursSection.tsx'
import { basicsKey } from './mutations.ts'
import { profileForm, type ProtectedChange, protectedPart, protectedValues } from './profile-form.ts'
import classes from './ProfileForm.module.css'
import { ReadingSection } from './ReadingSection.tsx'
import { RetentionSection } from './RetentionSection.tsx'
import { SecuritySection } from './SecuritySection.tsx'

/** The organization's settings, saved together. Someone else's change is shown and not overwritten. */
export function ProfileForm({ latest }: { latest: Organization }) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const [asked, setAsked] = useState<ProtectedChange>()
  const editing = usePageForm(profileForm, latest, {
    canEdit: useCan('organization.manage'),
    onSaved: () => void queryClient.invalidateQueries({ queryKey: basicsKey }),
    onRefused: ({ code }, body) => {
      if (code !== 'approval.required') return false
      setAsked(protectedPart(body))
      return true
    },
  })
  const sent = (words: Toast) => {
    toast(words)
    setAsked(undefined)
    // The other settings stay in the form until the reader saves them.
    editing.change(protectedValues(editing.base))
  }
  return (
    <>
      <AwaitingApproval />
      <PageForm editing={editing} thing="this organization" guarded="organization" className={classes.form}>
        <GeneralSection {...editing} />
        <HoursSection {...editing} />
        <SecuritySection {...editing} />
        <ReadingSection {...editing} />
        <ApprovalSection {...editing} />
        <RetentionSection {...editing} />
        {editing.canEdit && <SaveBar {...editing} />}
      </PageForm>
      <ApprovalQuestion
        change={asked && { operation: 'update-organization', body: asked }}
        onSent={sent}
        onClose={() => setAsked(undefined)}
      />
    </>
  )
}
