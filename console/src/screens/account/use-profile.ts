import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { asFailure, type Failure } from '@verbatim/client/failure.ts'
import { type Account, AccountChange, updateAccount } from '@verbatim/contract/account.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useState } from 'react'
import { rebase } from '#editor/rebase.ts'
import { useNewer } from '#editor/use-newer.ts'
import { useAppContext } from '#shell/use-app-context.ts'
import { accountQuery } from './queries.ts'

export interface ProfileValues {
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
}

export const valuesOf = ({ firstName, lastName, phoneNumber = '' }: Account): ProfileValues => ({
  firstName,
  lastName,
  phoneNumber,
})

export const wordsOf = ({ firstName, lastName, phoneNumber }: ProfileValues) => ({
  'First name': firstName,
  'Last name': lastName,
  'Phone number': phoneNumber,
})

const { shape } = AccountChange
const problem = (field: keyof typeof shape) => (value: string) =>
  shape[field].safeParse(value).error?.issues[0]?.message

/** One's own profile being written, and how it is saved. An administrator's change meanwhile is shown, not overwritten. */
export function useProfile(account: Account) {
  const [base, setBase] = useState(account)
  const begun = valuesOf(base)
  const form = useForm({
    initialValues: begun,
    validate: {
      firstName: problem('firstName'),
      lastName: problem('lastName'),
      phoneNumber: problem('phoneNumber'),
    },
  })
  const isDirty = JSON.stringify(form.values) !== JSON.stringify(begun)
  const save = useSave(base, (saved) => {
    setBase(saved)
    form.setValues(valuesOf(saved))
  })
  const newer = useNewer({
    base,
    latest: account,
    form: {
      isDirty,
      reset: (latest) => {
        form.setValues(valuesOf(latest))
        form.clearErrors()
      },
      rebase: (latest) =>
        form.setValues(rebase({ before: begun, theirs: valuesOf(latest), mine: form.values })),
    },
    isSaving: save.isPending,
    onBase: setBase,
  })
  const failure = save.error ? asFailure(save.error) : undefined
  return {
    base,
    form,
    newer,
    isDirty,
    isSaving: save.isPending,
    /** Why it was not saved, where no field and no notice tells it. */
    failure: failure && (isOfPhone(failure) || failure.code === 'user.changed') ? undefined : failure,
    onSubmit: form.onSubmit((values) =>
      save.mutate(values, {
        onError: (error) => {
          const refused = asFailure(error)
          if (isOfPhone(refused)) form.setFieldError('phoneNumber', refused.message)
        },
      }),
    ),
  }
}

const isOfPhone = ({ details }: Failure) => details['field'] === 'phoneNumber'

function useSave({ version: expectedVersion }: Account, onSaved: (account: Account) => void) {
  const { api, session } = useAppContext()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (values: ProfileValues) => api(updateAccount, { body: { ...values, expectedVersion } }),
    async onSuccess(saved) {
      queryClient.setQueryData(accountQuery(api).queryKey, saved)
      onSaved(saved)
      toast({ tone: 'done', title: 'Your profile was saved' })
      // The name at the top comes with the session's tokens.
      await session.renew(await session.accessToken())
      await queryClient.invalidateQueries({ queryKey: ['viewer'] })
    },
    async onError(error) {
      if (asFailure(error).code === 'user.changed') await queryClient.invalidateQueries(accountQuery(api))
    },
  })
}
