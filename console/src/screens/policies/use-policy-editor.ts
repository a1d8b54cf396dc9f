import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { asFailure } from '@verbatim/client/failure.ts'
import type { PolicyDetail } from '@verbatim/contract/policies.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useEffect, useRef, useState } from 'react'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useViewer } from '#shell/use-app-context.ts'
import { useSavePolicy } from './mutations.ts'
import { usePoliciesAddress } from './policies-address.ts'
import { isChanged, newPolicy, type PolicyValues, toUpdate, toValues } from './policy-form.ts'
import { findUnfinished, forgetUnfinished, keepUnfinished } from './unfinished.ts'
import { errorsOf, type PolicyErrors, validatePolicy } from './policy-validation.ts'

export type PolicyEditing = ReturnType<typeof usePolicyEditor>

/** What follows once a policy is saved. */
type Next = 'close' | 'import'

/**
 * A policy being written: what stands on the server (`base`), what is written on top of it, and how it is saved.
 * @param latest The newest version that is known; undefined for a new policy. Where it is newer than `base`,
 * somebody else was faster.
 */
export function usePolicyEditor(latest: PolicyDetail | undefined, onWrong: (errors: PolicyErrors) => void) {
  const { id: viewerId } = useViewer()
  const [unfinished] = useState(() => findUnfinished(viewerId, latest?.id))
  useEffect(() => forgetUnfinished(viewerId, latest?.id), [viewerId, latest?.id])
  const [base, setBase] = useState(unfinished ? unfinished.base : latest)
  const form = useForm<PolicyValues>({
    initialValues: unfinished?.values ?? (latest ? toValues(latest) : newPolicy),
    validate: validatePolicy,
  })
  const save = useSavePolicy(base)
  const [promptsAsked, setPromptsAsked] = useState<{ message: string; next: Next }>()
  const follow = useFollow()
  const { isLeaving, leave } = useLeaving()
  const fail = useSaveFailure((errors) => {
    form.setErrors(errors)
    onWrong(errors)
  })
  const adopt = (policy: PolicyDetail, values = toValues(policy)) => {
    setBase(policy)
    form.setValues(values)
    form.clearErrors()
  }
  const send = (values: PolicyValues, next: Next, removePromptRules = false) =>
    save.mutate(
      { values, removePromptRules },
      {
        onSuccess: (policy) => {
          setPromptsAsked(undefined)
          if (next === 'close' || !base) leave()
          else adopt(policy)
          follow(policy, next)
        },
        onError: (error) => {
          const failure = asFailure(error)
          setPromptsAsked(
            failure.code === 'policy.removes-prompts' ? { message: failure.message, next } : undefined,
          )
          fail(failure, base, values)
        },
      },
    )
  return {
    form,
    values: form.values,
    errors: form.errors as PolicyErrors,
    base,
    isDirty: isChanged(base, form.values),
    isSaving: save.isPending,
    isLeaving,
    /** Keeps what is written for when the same person is back. */
    keep: () => keepUnfinished(viewerId, { base, values: form.getValues() }),
    /** Somebody else's version, where it is newer than what this one began with. */
    newer: base && latest && latest.version > base.version && !save.isPending ? latest : undefined,
    adopt,
    /** Saves what is written, where nothing is wrong with it. */
    submit: (next: Next) => {
      const errors = validatePolicy(form.values)
      form.setErrors(errors)
      if (Object.keys(errors).length > 0) onWrong(errors)
      else send(form.values, next)
    },
    /** The server asks before it removes prompt rules. */
    promptsAsked,
    removePrompts: () => promptsAsked && send(form.values, promptsAsked.next, true),
    keepPrompts: () => setPromptsAsked(undefined),
  }
}

/** Once what was written is saved, nobody is asked whether to leave. */
function useLeaving() {
  const leaving = useRef(false)
  return {
    isLeaving: () => leaving.current,
    leave: () => {
      leaving.current = true
    },
  }
}

/** Where a saved policy leads, and how it is told. */
function useFollow() {
  const { history } = useRouter()
  const { close, policyHref } = usePoliciesAddress()
  const toast = useToast()
  return ({ id, name, version, enabled }: PolicyDetail, next: Next) => {
    toast({
      tone: 'done',
      title: version === 1 ? `“${name}” was created` : `“${name}” was saved`,
      ...(enabled && next === 'close' && { message: 'It applies to messages from now on.' }),
    })
    if (next === 'close') close()
    else history.push(policyHref(id, { tab: 'rules', dialog: 'import' }))
  }
}

/** A failure stands beside its field, asks, is shown as somebody's change, or is told by a toast: one of these. */
function useSaveFailure(show: (errors: PolicyErrors) => void) {
  const queryClient = useQueryClient()
  const tellFailure = useFailureToast()
  return (failure: ReturnType<typeof asFailure>, base: PolicyDetail | undefined, values: PolicyValues) => {
    const placed = base ? toUpdate(base, values).placed : values.rules.map(({ key }) => key)
    const errors = errorsOf(failure, placed)
    if (Object.keys(errors).length > 0) return show(errors)
    if (failure.code === 'policy.removes-prompts') return
    if (failure.code === 'policy.changed') {
      void queryClient.invalidateQueries({ queryKey: ['policies'] })
      return
    }
    tellFailure(base ? 'The policy was not saved' : 'The policy was not created', failure)
  }
}
