import { Box, Button, Stack, Switch, Text } from '@mantine/core'
import type { SingleSignOn } from '@verbatim/contract/single-sign-on.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { PageForm } from '#editor/PageForm.tsx'
import { usePageForm } from '#editor/use-page-form.ts'
import { useCan } from '#shell/use-app-context.ts'
import { ProviderFields } from './ProviderFields.tsx'
import { settingsForm } from './settings-form.ts'

/** The form, saved as a whole. Someone else's change is shown and not overwritten. */
export function SingleSignOnForm({ latest }: { latest: SingleSignOn }) {
  const toast = useToast()
  const editing = usePageForm(settingsForm, latest, {
    canEdit: useCan('organization.manage'),
    onSaved: () => toast({ tone: 'done', title: 'Single sign-on was saved' }),
  })
  const { values, canEdit, isDirty, isSaving, field } = editing
  return (
    <Box maw={640}>
      <PageForm editing={editing} thing="single sign-on" guarded="form">
        <Stack gap="lg">
          <Switch
            label="Offer single sign-on"
            description="Adds a button to the sign-in page. Passwords keep working."
            {...field('enabled', { type: 'checkbox' })}
          />
          <Switch
            label="Use your own identity provider"
            description="An OpenID Connect provider, such as the one your people already use. Without it, the button opens a page that asks for the password."
            {...field('hasProvider', { type: 'checkbox' })}
          />
          {values.hasProvider && <ProviderFields {...editing} />}
          {canEdit ? (
            <div>
              <Button type="submit" disabled={!isDirty} loading={isSaving}>
                Save
              </Button>
            </div>
          ) : (
            <Text c="dimmed">You can view these settings but not change them.</Text>
          )}
        </Stack>
      </PageForm>
    </Box>
  )
}
