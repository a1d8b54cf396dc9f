import { Select } from '@mantine/core'
import { type Archiving, archivingModes } from '@verbatim/contract/archiving.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { FormSection } from '#editor/FormSection.tsx'
import { PageForm } from '#editor/PageForm.tsx'
import { SaveBar } from '#editor/SaveBar.tsx'
import { usePageForm } from '#editor/use-page-form.ts'
import type { Entity } from '#lists/entities.ts'
import { useCan } from '#shell/use-app-context.ts'
import { archivingForm } from './archiving-form.ts'
import { modeNames } from './archiving-words.ts'
import { ContentFields } from './ContentFields.tsx'
import { ReceiverFields } from './ReceiverFields.tsx'

interface ArchivingFormProps {
  latest: Archiving
  /** The groups that the reader may see. */
  groups: readonly Entity[]
}

/** The settings, saved as a whole. Someone else's change is shown and not overwritten. */
export function ArchivingForm({ latest, groups }: ArchivingFormProps) {
  const nameOf = (groupId: string) =>
    groups.find(({ id }) => id === groupId)?.name ?? 'a group not listed here'
  const editing = usePageForm(archivingForm(nameOf), latest, { canEdit: useCan('smtp_integration.manage') })
  return (
    <PageForm editing={editing} thing="the SMTP integration" guarded="form">
      <FormSection
        id="archiving-mode"
        title="Archiving"
        hint="Messages captured before archiving was turned on, or while it was off, are archived only if you start this under “Earlier messages”."
      >
        <Select
          label="Mode"
          description="While paused, emails are queued and wait, so nothing is missing afterwards."
          allowDeselect={false}
          data={optionsOf(archivingModes, modeNames)}
          {...editing.field('mode')}
        />
      </FormSection>
      <ReceiverFields {...editing} />
      <ContentFields editing={editing} nameOf={nameOf} groups={groups} />
      {editing.canEdit && <SaveBar {...editing} />}
    </PageForm>
  )
}
