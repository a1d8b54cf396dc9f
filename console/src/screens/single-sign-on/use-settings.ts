import { useMutation, useQueryClient } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import {
  type SingleSignOn,
  type SingleSignOnChange,
  updateSingleSignOn,
} from '@verbatim/contract/single-sign-on.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useState } from 'react'
import { rebase } from '#editor/rebase.ts'
import { useNewer } from '#editor/use-newer.ts'
import { useApi } from '#shell/use-app-context.ts'
import { singleSignOnQuery } from './queries.ts'
import { type Errors, toChange, toValues, type Values } from './settings.ts'

/** The settings being written, and how they are saved; somebody else's change meanwhile is shown, not overwritten. */
export function useSettings(latest: SingleSignOn) {
  const [base, setBase] = useState(latest)
  const [values, setValues] = useState(() => toValues(latest))
  const [errors, setErrors] = useState<Errors>({})
  const save = useSave(setErrors)
  const isWritten = JSON.stringify(values) !== JSON.stringify(toValues(base))
  const form = {
    isDirty: isWritten,
    reset: (settings: SingleSignOn) => {
      setValues(toValues(settings))
      setErrors({})
    },
    rebase: (settings: SingleSignOn) =>
      setValues(rebase({ before: toValues(base), theirs: toValues(settings), mine: values })),
  }
  const newer = useNewer({ base, latest, form, isSaving: save.isPending, onBase: setBase })
  const adopt = (settings: SingleSignOn) => {
    setBase(settings)
    form.reset(settings)
  }
  const change = (next: Partial<Values>) => {
    setValues({ ...values, ...next })
    setErrors({})
  }
  const submit = () => {
    const read = toChange(base.version, values)
    if ('errors' in read) return setErrors(read.errors)
    save.mutate(read.change, { onSuccess: adopt })
  }
  return { base, values, errors, newer, isWritten, isSaving: save.isPending, change, submit }
}

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
      if (failure.code === 'single-sign-on.changed')
        return void queryClient.invalidateQueries(singleSignOnQuery(api))
      if (failure.status === 401) return
      const field = failure.code === 'single-sign-on.bad-issuer' ? 'issuer' : ''
      onFailure({ [field]: failure.message })
    },
  })
}
