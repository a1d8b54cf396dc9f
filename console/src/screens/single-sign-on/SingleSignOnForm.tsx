import '@verbatim/ui/mantine-later.css'
import { Alert, Button, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import type { SingleSignOn, SingleSignOnChange } from '@verbatim/contract/single-sign-on.ts'
import { updateSingleSignOn } from '@verbatim/contract/single-sign-on.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useState } from 'react'
import { UnsavedGuard } from '#shell/UnsavedGuard.tsx'
import { useApi, useCan } from '#shell/use-house.ts'
import { ProviderFields } from './ProviderFields.tsx'
import { singleSignOnQuery } from './queries.ts'
import { type Errors, toChange, toValues, type Values } from './settings.ts'

function useSave(onFailure: (errors: Errors) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (body: SingleSignOnChange) => api(updateSingleSignOn, { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(singleSignOnQuery(api).queryKey, saved)
      toast({ tone: 'done', title: 'Single sign-on was saved' })
    },
    onError: (error) => {
      const failure = asFailure(error)
      const field = failure.code === 'single-sign-on.bad-issuer' ? 'issuer' : ''
      onFailure({ [field]: failure.message })
    },
  })
}

/** The form: written and saved together. Somebody else's change is told, not overwritten. */
export function SingleSignOnForm({ latest }: { latest: SingleSignOn }) {
  const [base, setBase] = useState(latest)
  const [values, setValues] = useState(() => toValues(latest))
  const [errors, setErrors] = useState<Errors>({})
  const canManage = useCan('organization.manage')
  const save = useSave(setErrors)
  const isWritten = JSON.stringify(values) !== JSON.stringify(toValues(base))
  const isNewer = latest.version > base.version && !save.isPending
  const adopt = (settings: SingleSignOn) => {
    setBase(settings)
    setValues(toValues(settings))
    setErrors({})
  }
  if (isNewer && !isWritten) adopt(latest)
  const change = (next: Partial<Values>) => {
    setValues({ ...values, ...next })
    setErrors({})
  }
  const submit = () => {
    const read = toChange(base.version, values)
    if ('errors' in read) return setErrors(read.errors)
    save.mutate(read.change, { onSuccess: adopt })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack maw={640} gap="lg">
        {isNewer && isWritten && (
          <Alert color="yellow" role="alert" title="Somebody changed single sign-on meanwhile">
            <Button mt="xs" size="compact-sm" variant="default" onClick={() => adopt(latest)}>
              Discard mine and reload
            </Button>
          </Alert>
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
          label="People sign in at our own provider"
          description="An OpenID Connect provider, such as the one your people use for everything else. Without it, the button leads to a page that asks for the password."
          disabled={!canManage}
          checked={values.hasProvider}
          onChange={(event) => change({ hasProvider: event.currentTarget.checked })}
        />
        {values.hasProvider && <ProviderFields {...{ base, values, errors, canManage, change }} />}
        {canManage && (
          <div>
            <Button type="submit" disabled={!isWritten} loading={save.isPending}>
              Save
            </Button>
          </div>
        )}
        {!canManage && <Text c="dimmed">You may look at these settings, not change them.</Text>}
      </Stack>
      <UnsavedGuard
        thing="form"
        isDirty={isWritten}
        isLeaving={() => save.isPending}
        onAsk={() => undefined}
      />
    </form>
  )
}
