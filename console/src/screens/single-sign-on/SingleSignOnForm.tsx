import { Alert, Button, Stack, Switch, Text } from '@mantine/core'
import type { SingleSignOn } from '@verbatim/contract/single-sign-on.ts'
import { ChangedAlert } from '#editor/ChangedAlert.tsx'
import { differencesOf } from '#editor/differences.ts'
import { UnsavedGuard } from '#editor/UnsavedGuard.tsx'
import { useCan } from '#shell/use-app-context.ts'
import { ProviderFields } from './ProviderFields.tsx'
import { toValues, wordsOf } from './settings.ts'
import { useSettings } from './use-settings.ts'

/** The form: written and saved together. Somebody else's change is told, not overwritten. */
export function SingleSignOnForm({ latest }: { latest: SingleSignOn }) {
  const canManage = useCan('organization.manage')
  const { base, values, errors, newer, isWritten, isSaving, change, submit } = useSettings(latest)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack maw={640} gap="lg">
        {newer && (
          <ChangedAlert
            thing="single sign-on"
            differences={differencesOf({
              before: wordsOf(toValues(base)),
              theirs: wordsOf(toValues(latest)),
              mine: wordsOf(values),
            })}
            {...newer}
          />
        )}
        {errors[''] && (
          <Alert color="red" role="alert">
            {errors['']}
          </Alert>
        )}
        <Switch
          label="Offer single sign-on"
          description="Adds a button to the sign-in page. Passwords keep working."
          disabled={!canManage}
          checked={values.enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        <Switch
          label="Use your own identity provider"
          description="An OpenID Connect provider, such as the one your people already use. Without it, the button opens a page that asks for the password."
          disabled={!canManage}
          checked={values.hasProvider}
          onChange={(event) => change({ hasProvider: event.currentTarget.checked })}
        />
        {values.hasProvider && <ProviderFields {...{ base, values, errors, canManage, change }} />}
        {canManage && (
          <div>
            <Button type="submit" disabled={!isWritten} loading={isSaving}>
              Save
            </Button>
          </div>
        )}
        {!canManage && <Text c="dimmed">You can view these settings but not change them.</Text>}
      </Stack>
      <UnsavedGuard thing="form" isDirty={isWritten} isLeaving={() => isSaving} onAsk={() => undefined} />
    </form>
  )
}
